import Standards

/// A token as it was stored, valid for at least as long as was asked.
public struct AccessToken: Sendable, CustomStringConvertible, CustomReflectable {
  /// The token itself; send it nowhere but to the provider.
  public let value: String
  /// The shared secret of an OAuth 1.0a token (RFC 5849 §1.1); `nil` for all others.
  public let secret: String?
  /// The type as the provider named it, such as `Bearer` (RFC 6749 §7.1).
  public let type: String
  /// The end of its life in seconds since 1970, `nil` when the provider named none.
  public let expiresAt: Int64?
  /// The scopes that were granted (RFC 6749 §3.3).
  public let scopes: [String]

  /// Says what it is without showing it, so that a log line gives nothing away.
  public var description: String { "<access token>" }

  /// Shows no member, for the same reason.
  public var customMirror: Mirror { Mirror(self, children: [:]) }

  init(_ credential: Credential) {
    value = credential.accessToken.text
    secret = credential.tokenSecret?.text
    type = credential.tokenType
    expiresAt = credential.expiresAt?.seconds
    scopes = credential.grantedScopes
  }
}
