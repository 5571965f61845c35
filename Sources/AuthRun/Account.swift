import Standards

/// One stored login: a provider and a name of the user's choice.
public struct Account: Hashable, Sendable, CustomStringConvertible {
  /// The descriptor's id, such as `spotify`.
  public let provider: String
  /// The account's name; `default` unless another was chosen.
  public let name: String

  /// Names an account, whether or not anybody has logged in to it.
  public init(provider: String, name: String = "default") {
    self.provider = provider
    self.name = name
  }

  /// The form that the command takes: `provider/name`.
  public var description: String { "\(provider)/\(name)" }

  var id: AccountID { AccountID(provider: provider, name: name) }

  init(_ id: AccountID) {
    self.init(provider: id.provider, name: id.name)
  }
}
