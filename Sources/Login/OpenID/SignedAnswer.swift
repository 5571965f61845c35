import Standards

/// An answer that the provider signs as a JWT instead of sending plain JSON.
struct SignedAnswer {
  enum Kind {
    /// Claims about the user (OpenID Connect Core §5.3.2).
    case userinfo
    /// What a token is worth (RFC 9701 §5).
    case introspection

    var mediaType: String {
      switch self {
      case .userinfo: "application/jwt"
      case .introspection: "application/token-introspection+jwt"
      }
    }

    fileprivate var subject: ProviderSignatures.Subject {
      self == .userinfo ? .userinfo : .introspection
    }
  }

  private let endpoint: OAuth2TokenEndpoint
  private let kind: Kind
  private let step: String

  init(_ endpoint: OAuth2TokenEndpoint, _ kind: Kind, step: String) {
    self.endpoint = endpoint
    self.kind = kind
    self.step = step
  }

  /// The answer as plain JSON: itself where it is not signed, else what it says once that is verified.
  func opened(_ response: HTTPResponse) async throws(AuthRunError) -> HTTPResponse {
    guard (200..<300).contains(response.status),
      response.headers.contentType?.essence == kind.mediaType
    else { return response }
    guard let text = String(validating: response.body, as: UTF8.self),
      let token = try? JWTClaims.unverified(text)
    else { throw invalid("it is no signed JWT (one that is encrypted is not read)") }
    let signatures = ProviderSignatures(endpoint, fault: invalid)
    let rules = rules(for: token.claims, issuer: try signatures.issuer(for: token.claims))
    let now = endpoint.tools.clock.now()
    let verified = try await signatures.verified(token.header, of: kind.subject) {
      keys throws(JWTRejection) in
      try JWT.verify(text, keys: keys, rules: rules, now: now)
    }
    var plain = response
    plain.headers["Content-Type"] = "application/json"
    plain.body = try content(verified.claims).serializedBytes
    return plain
  }

  /// An introspection names issuer and client (RFC 9701 §5), userinfo should (Core §5.3.2): what is there
  /// has to fit.
  private func rules(for claims: JSONObject, issuer: String?) -> JWTRules {
    let client = endpoint.options.secret("client_id")?.text ?? ""
    switch kind {
    case .userinfo:
      return JWTRules(
        issuer: claims["iss"] == nil ? nil : issuer,
        audiences: claims["aud"] == nil ? [] : [client]
      )
    case .introspection:
      return JWTRules(
        issuer: issuer,
        audiences: [client],
        type: "token-introspection+jwt",
        requiredClaims: ["iss", "aud", "iat"]
      )
    }
  }

  private func content(_ claims: JSONObject) throws(AuthRunError) -> JSONObject {
    guard kind == .introspection else { return claims }
    guard let answer = claims["token_introspection"]?.object else {
      throw invalid("it says nothing of the token")
    }
    return answer
  }

  private func invalid(_ reason: String) -> AuthRunError {
    AuthRunError(.jwtInvalid, "the signed answer is not valid: \(reason)", step: step)
  }
}
