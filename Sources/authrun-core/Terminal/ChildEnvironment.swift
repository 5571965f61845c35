import Glibc
import Standards

/// The environment for a command that takes our place: this process's, without what is ours alone.
struct ChildEnvironment: Sendable {
  /// `NAME=VALUE` as bytes: another program's variables need not be text.
  private(set) var entries: [[UInt8]] = []

  /// Our variables that hold no secret and that an authrun within the command wants.
  private static let plain: Set<String> = [
    "AUTHRUN_PROVIDERS", "AUTHRUN_VAULT", "AUTHRUN_VAULT_KEY_FILE", "AUTHRUN_CACERT",
    "AUTHRUN_CONNECT_TO", "AUTHRUN_HTTP_TIMEOUT",
  ]

  init(entries: [[UInt8]], keepingAll: Bool) {
    self.entries = keepingAll ? entries : entries.filter(Self.mayPass)
  }

  /// The environment of this process.
  init(keepingAll: Bool) {
    var entries: [[UInt8]] = []
    var next = environ
    while let text = next.pointee {
      entries.append(Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
      next += 1
    }
    self.init(entries: entries, keepingAll: keepingAll)
  }

  /// The same with these variables, which replace others of their names.
  func adding(_ variables: [TokenVariables.Variable]) -> ChildEnvironment {
    var result = self
    let names = variables.map { Array($0.name.utf8) + [UInt8(ascii: "=")] }
    result.entries.removeAll { entry in names.contains { entry.starts(with: $0) } }
    result.entries += variables.map { Array("\($0.name)=\($0.value)".utf8) }
    return result
  }

  private static func mayPass(_ entry: [UInt8]) -> Bool {
    guard entry.starts(with: "AUTHRUN_".utf8) else { return true }
    let name = entry.prefix { $0 != UInt8(ascii: "=") }
    let value = entry.dropFirst(name.count + 1)
    guard plain.contains(String(decoding: name, as: UTF8.self)) else { return false }
    // A vault's URL can hold a password (RFC 3986 §3.2.1).
    return
      !(value.contains(UInt8(ascii: "@")) && String(decoding: value, as: UTF8.self).contains("://"))
  }
}
