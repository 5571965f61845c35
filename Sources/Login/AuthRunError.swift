/// The one error that leaves the engine: what happened, to which account, at which step, and what to do.
public struct AuthRunError: Error, Sendable {
  /// A stable code; it is the `error.code` of `--json` and decides the exit status.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

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
  /// What was being done: `authorize`, `token`, `refresh`, `vault`, …
  public var step: String?
  /// The cause, without secrets.
  public let message: String
  /// What to do next.
  public var hint: String?
  /// The provider's own code for it, such as `invalid_grant`.
  public var providerError: String?
  /// Where in a descriptor, as `file:line`.
  public var location: String?

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

extension AuthRunError.Code {
  public static let usage = Self(rawValue: "usage")
  public static let descriptorInvalid = Self(rawValue: "descriptor_invalid")
  public static let inputInvalid = Self(rawValue: "input_invalid")
  public static let unknownProvider = Self(rawValue: "unknown_provider")
  public static let unknownAccount = Self(rawValue: "unknown_account")
  public static let network = Self(rawValue: "network")
  public static let serviceUnavailable = Self(rawValue: "service_unavailable")
  public static let timeout = Self(rawValue: "timeout")
  public static let `internal` = Self(rawValue: "internal")
  public static let vault = Self(rawValue: "vault")
  public static let vaultLocked = Self(rawValue: "vault_locked")
  public static let `protocol` = Self(rawValue: "protocol")
  public static let stateMismatch = Self(rawValue: "state_mismatch")
  public static let issuerMismatch = Self(rawValue: "issuer_mismatch")
  public static let idTokenInvalid = Self(rawValue: "id_token_invalid")
  public static let jwtInvalid = Self(rawValue: "jwt_invalid")
  public static let accessDenied = Self(rawValue: "access_denied")
  public static let invalidClient = Self(rawValue: "invalid_client")
  public static let invalidGrant = Self(rawValue: "invalid_grant")
  public static let invalidCredentials = Self(rawValue: "invalid_credentials")
  public static let providerRefused = Self(rawValue: "provider_refused")
  public static let hostNotAllowed = Self(rawValue: "host_not_allowed")
  public static let scriptLimit = Self(rawValue: "script_limit")
  public static let loginNeeded = Self(rawValue: "login_needed")
  public static let interrupted = Self(rawValue: "interrupted")

  /// The process exit status for this code (`sysexits.h` numbers).
  public var exitStatus: Int32 {
    switch self {
    case .usage: 64
    case .descriptorInvalid, .inputInvalid: 65
    case .unknownProvider, .unknownAccount: 67
    case .network, .serviceUnavailable, .timeout: 69
    case .vault, .vaultLocked: 73
    case .protocol, .stateMismatch, .issuerMismatch, .idTokenInvalid, .jwtInvalid: 76
    case .accessDenied, .invalidClient, .invalidGrant, .invalidCredentials, .providerRefused,
      .hostNotAllowed, .scriptLimit:
      77
    case .loginNeeded: 78
    case .interrupted: 130
    default: 70
    }
  }
}
