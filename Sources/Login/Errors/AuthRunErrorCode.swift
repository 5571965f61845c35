extension AuthRunError.Code {
  /// The command line is wrong.
  public static let usage = Self(rawValue: "usage")
  /// A descriptor breaks a rule of its format.
  public static let descriptorInvalid = Self(rawValue: "descriptor_invalid")
  /// An option or another input is missing or wrong.
  public static let inputInvalid = Self(rawValue: "input_invalid")
  /// No descriptor has that id.
  public static let unknownProvider = Self(rawValue: "unknown_provider")
  /// The vault has no such account.
  public static let unknownAccount = Self(rawValue: "unknown_account")
  /// The service could not be reached.
  public static let network = Self(rawValue: "network")
  /// The service answered that it cannot serve now.
  public static let serviceUnavailable = Self(rawValue: "service_unavailable")
  /// The provider's tokens do not live for as long as the caller demands.
  public static let lifeTooShort = Self(rawValue: "life_too_short")
  /// The service or the user did not answer in time.
  public static let timeout = Self(rawValue: "timeout")
  /// A fault of authrun itself.
  public static let `internal` = Self(rawValue: "internal")
  /// The vault cannot be opened, read or written.
  public static let vault = Self(rawValue: "vault")
  /// The vault's key is not at hand, or another process holds it for too long.
  public static let vaultLocked = Self(rawValue: "vault_locked")
  /// The provider's answer breaks the protocol.
  public static let `protocol` = Self(rawValue: "protocol")
  /// The callback does not belong to this login (RFC 6749 §10.12).
  public static let stateMismatch = Self(rawValue: "state_mismatch")
  /// The answer comes from another issuer (RFC 9207 §2.4).
  public static let issuerMismatch = Self(rawValue: "issuer_mismatch")
  /// The ID token fails a check (OpenID Connect Core §3.1.3.7).
  public static let idTokenInvalid = Self(rawValue: "id_token_invalid")
  /// A token is good for other scopes than were asked for (RFC 6749 §3.3).
  public static let scopeMismatch = Self(rawValue: "scope_mismatch")
  /// A JSON Web Token cannot be read or fails a check (RFC 7519 §7.2).
  public static let jwtInvalid = Self(rawValue: "jwt_invalid")
  /// A signed request does not carry the account's signature (RFC 5849 §3.2).
  public static let signatureInvalid = Self(rawValue: "signature_invalid")
  /// The user or the provider refused the login (RFC 6749 §4.1.2.1).
  public static let accessDenied = Self(rawValue: "access_denied")
  /// The provider does not accept the client's credentials (RFC 6749 §5.2).
  public static let invalidClient = Self(rawValue: "invalid_client")
  /// The provider does not accept the code or the refresh token (RFC 6749 §5.2).
  public static let invalidGrant = Self(rawValue: "invalid_grant")
  /// The provider does not accept the user's credentials.
  public static let invalidCredentials = Self(rawValue: "invalid_credentials")
  /// The provider refused for a reason of its own.
  public static let providerRefused = Self(rawValue: "provider_refused")
  /// A request would leave the hosts that the descriptor declares.
  public static let hostNotAllowed = Self(rawValue: "host_not_allowed")
  /// A script used more time, memory or output than it may.
  public static let scriptLimit = Self(rawValue: "script_limit")
  /// Only a login by the user can help.
  public static let loginNeeded = Self(rawValue: "login_needed")
  /// The user interrupted the command.
  public static let interrupted = Self(rawValue: "interrupted")

  /// The command to run is not there.
  public static let commandNotFound = Self(rawValue: "command_not_found")
  /// The command to run is there and cannot be run.
  public static let commandNotExecutable = Self(rawValue: "command_not_executable")

  /// The process exit status for this code (numbers of `sysexits.h`).
  public var exitStatus: Int32 {
    switch self {
    case .usage: 64
    case .descriptorInvalid, .inputInvalid: 65
    case .unknownProvider, .unknownAccount: 67
    case .network, .serviceUnavailable, .lifeTooShort, .timeout: 69
    case .vault, .vaultLocked: 73
    case .protocol, .stateMismatch, .issuerMismatch, .idTokenInvalid, .scopeMismatch, .jwtInvalid,
      .signatureInvalid:
      76
    case .accessDenied, .invalidClient, .invalidGrant, .invalidCredentials, .providerRefused,
      .hostNotAllowed, .scriptLimit:
      77
    case .loginNeeded: 78
    case .interrupted: 130
    case .commandNotExecutable: 126
    case .commandNotFound: 127
    default: 70
    }
  }
}
