/// The one error that leaves the engine: what happened, to which account, at which step, and what to do.
public struct AuthRunError: Error, Sendable {
  /// A stable code; it is the `error.code` of `--json` and decides the exit status.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code as it is printed.
    public let rawValue: String

    /// A code of that name; one that is not listed below exits like an internal fault.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// What kind of failure this is.
  public let code: Code
  /// The descriptor's id, when one is concerned.
  public var provider: String?
  /// The account's name, when one is concerned.
  public var account: String?
  /// What was being done, such as `authorize`, `token` or `refresh`.
  public var step: String?
  /// The cause, without secrets.
  public package(set) var message: String
  /// What to do next.
  public var hint: String?
  /// The provider's own code for it, such as `invalid_grant`.
  public var providerError: String?
  /// All that is wrong where there may be several things, a line each; else empty.
  public package(set) var problems: [String] = []
  /// Where in a descriptor, as `file:line`.
  public var location: String?
  /// Seconds after which the provider wants to be asked again (RFC 9110 §10.2.3).
  package var retryAfter: Int64?
  /// Whether the provider has answered, or was not asked at all: then nothing is in the air.
  package var isAnswered = true
  /// The calls of a script that led there, innermost first, a line each; else empty.
  public package(set) var traceback: [String] = []

  package init(
    _ code: Code,
    _ message: String,
    provider: String? = nil,
    account: String? = nil,
    step: String? = nil,
    hint: String? = nil,
    providerError: String? = nil,
    location: String? = nil
  ) {
    self.code = code
    self.message = message
    self.provider = provider
    self.account = account
    self.step = step
    self.hint = hint
    self.providerError = providerError
    self.location = location
  }
}
