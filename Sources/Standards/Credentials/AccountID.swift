/// Names one stored credential: a provider and an account with it.
package struct AccountID: Hashable, Sendable, CustomStringConvertible {
  /// The descriptor's id.
  package let provider: String
  /// The account's name, `default` unless the user chose one.
  package let name: String

  package static let defaultName = "default"

  package init(provider: String, name: String = AccountID.defaultName) {
    self.provider = provider
    self.name = name
  }

  package var description: String { "\(provider)/\(name)" }
}
