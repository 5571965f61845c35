/// What an OAuth 2.0 provider remembers.
struct OAuth2State {
  /// An authorization request that the user has not answered yet.
  struct Pending {
    let redirectURI: String
    let state: String?
    let challenge: String?
    let scope: String
    /// For the ID token.
    let nonce: String?
    /// The key that the tokens will be bound to.
    let thumbprint: String?
  }

  /// A login that the user finishes elsewhere (RFC 8628).
  struct Device {
    let userCode: String
    let scope: String
    var isApproved = false
  }

  /// An authorization code with all that it is bound to (RFC 6749 §4.1.3, RFC 7636 §4.6).
  struct Code {
    let pending: Pending
    var isUsed = false
    /// The tokens that it brought, revoked when the code is seen again (RFC 6749 §4.1.2).
    var accessToken: String?
    var refreshToken: String?
  }

  var pending: [String: Pending] = [:]
  var codes: [String: Code] = [:]
  var devices: [String: Device] = [:]
  /// Authorization requests that were left here (RFC 9126).
  var pushed: [String: RawParameters] = [:]
  /// Each `jti` of a proof or an assertion, good for one time.
  var usedIDs: Set<String> = []
  /// Access and refresh tokens with the key that they are bound to.
  var bindings: [String: String] = [:]
  /// Live access tokens.
  var accessTokens: Set<String> = []
  /// Live refresh tokens with the scope that they stand for.
  var refreshTokens: [String: String] = [:]
}
