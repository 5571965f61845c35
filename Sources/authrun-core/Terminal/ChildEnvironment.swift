import Glibc
import Standards

/// The environment for a command that takes our place: this process's, without what is ours alone.
struct ChildEnvironment: Sendable {
  /// `NAME=VALUE` as bytes: another program's variables need not be text.
  private(set) var entries: [[UInt8]] = []

  /// Our variables that hold no secret and that an authrun within the command wants.
  private static let plain: Set<String> = [
    "AUTHRUN_PROVIDERS", "AUTHRUN_VAULT", "AUTHRUN_VAULT_KEY_FILE", "AUTHRUN_CACERT",
    "AUTHRUN_CONNECT_TO", "AUTHRUN_HTTP_TIMEOUT", "AUTHRUN_ALLOW_PRIVATE", "AUTHRUN_ISOLATION",
    "AUTHRUN_KEYRING_TIMEOUT",
  ]

  /// `secrets` are variables of other programs that serve us as secrets here.
  init(entries: [[UInt8]], keepingAll: Bool, secrets: Set<String> = []) {
    self.entries = keepingAll ? entries : entries.filter { Self.mayPass($0, secrets) }
  }

  /// The environment of this process.
  init(keepingAll: Bool, secrets: Set<String> = []) {
    var entries: [[UInt8]] = []
    var next = environ
    while let text = next.pointee {
      entries.append(Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
      next += 1
    }
    self.init(entries: entries, keepingAll: keepingAll, secrets: secrets)
  }

  /// The same with these variables, which replace others of their names.
  func adding(_ variables: [TokenVariables.Variable]) -> ChildEnvironment {
    var result = self
    let names = variables.map { Array($0.name.utf8) + [UInt8(ascii: "=")] }
    result.entries.removeAll { entry in names.contains { entry.starts(with: $0) } }
    result.entries += variables.map { Array("\($0.name)=\($0.value)".utf8) }
    return result
  }

  private static func mayPass(_ entry: [UInt8], _ secrets: Set<String>) -> Bool {
    let name = String(decoding: entry.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    if secrets.contains(name) { return false }
    guard name.hasPrefix("AUTHRUN_") else { return true }
    guard plain.contains(name) else { return false }
    return name != "AUTHRUN_VAULT" || !holdsPassword(String(decoding: entry, as: UTF8.self))
  }

  /// Whether a vault's address may hold a password: behind the user's name, or as a parameter.
  private static func holdsPassword(_ text: String) -> Bool {
    guard let scheme = text.firstRange(of: "://") else { return false }
    let rest = text[scheme.upperBound...]
    let place = rest.prefix { $0 != "?" }
    // The last one, as the address is read: a password may hold others.
    let user = place.lastIndex(of: "@").map { place[..<$0] } ?? ""
    let query = rest.dropFirst(place.count).lowercased()
    return user.contains(":") || query.contains("password") || query.contains("%")
  }
}
