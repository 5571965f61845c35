/// What a token endpoint grants (RFC 6749 §5.1).
package struct TokenResponse: Sendable {
  package var accessToken: Secret
  /// As the server spells it; a request never repeats the spelling (RFC 6750 §2.1).
  package var tokenType: String
  package var refreshToken: Secret?
  /// `nil` when the response names no end.
  package var expiresAt: Timestamp?
  /// The granted scopes; `nil` when the server says nothing, which means those requested.
  package var scopes: [String]?
  package var idToken: Secret?
  /// All other members, of any type, as they came; without the tokens.
  package var extras: JSONObject
  /// Members that could not be read and were passed over; without their values.
  package var warnings: [String]

  package init(
    accessToken: Secret,
    tokenType: String = "Bearer",
    refreshToken: Secret? = nil,
    expiresAt: Timestamp? = nil,
    scopes: [String]? = nil,
    idToken: Secret? = nil,
    extras: JSONObject = JSONObject(),
    warnings: [String] = []
  ) {
    self.accessToken = accessToken
    self.tokenType = tokenType
    self.refreshToken = refreshToken
    self.expiresAt = expiresAt
    self.scopes = scopes
    self.idToken = idToken
    self.extras = extras
    self.warnings = warnings
  }

  /// Whether the token is a bearer token; the type has no case (RFC 6749 §5.1).
  package var isBearer: Bool { ASCII.equalIgnoringCase(tokenType, "Bearer") }

  /// Reads the response of a token endpoint, whatever its content type says.
  ///
  /// Lifetimes count from `now`, when the response came. The secrets are values of the request, which
  /// must not reach an error text.
  package init(
    _ response: HTTPResponse,
    at now: Timestamp,
    rules: TokenResponseRules = TokenResponseRules(),
    hiding secrets: [Secret] = []
  ) throws(ProtocolFailure) {
    do {
      self = try TokenResponseReader(response: response, now: now, rules: rules).read()
    } catch {
      throw error.hiding(secrets)
    }
  }
}
