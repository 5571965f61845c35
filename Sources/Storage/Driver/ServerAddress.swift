import Standards

/// The address of a database server as the user gave it.
package struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The whole URL, which can hold a password.
  package let url: String

  /// The schemes of such addresses.
  static let schemes = ["postgres", "postgresql"]

  /// The address without its password and its parameters, as it may be shown.
  package let description: String

  /// What the same vault is called whoever asks for it: no user, no password, no parameters but those
  /// that lead elsewhere.
  package let identity: String

  package init(_ url: String) {
    self.url = url
    let parts = url.parts(separatedBy: "://")
    let scheme = parts[0]
    let rest = parts.dropFirst().joined(separator: "://")
    let bare = rest.prefix { $0 != "?" && $0 != "#" }
    let query = rest.dropFirst(bare.count + 1)
    // The last one: a password may hold an at sign that somebody forgot to encode.
    let place = bare.lastIndex(of: "@").map { bare[bare.index(after: $0)...] } ?? bare
    let user = bare.lastIndex(of: "@").map { at in bare[..<at].prefix { $0 != ":" } }
    let where_ = query.split(separator: "&")
      .filter { $0.hasPrefix("host=") || $0.hasPrefix("port=") || $0.hasPrefix("dbname=") }
    let suffix = where_.isEmpty ? "" : "?" + where_.joined(separator: "&")
    description = "\(scheme)://\(user.map { $0 + "@" } ?? "")\(place)\(suffix)"
    identity = "\(place)\(suffix)"
  }
}
