import Providers
import Standards

/// Verifies ID tokens of one provider as its descriptor asks (OpenID Connect Core §3.1.3.7).
struct IDTokenCheck: Sendable {
  private let endpoint: OAuth2TokenEndpoint
  private let oidc: OIDCSpec
  private let nonce: String?

  init(_ endpoint: OAuth2TokenEndpoint, nonce: String?) throws(AuthRunError) {
    guard let oidc = endpoint.spec.oidc else {
      throw AuthRunError(.internal, "an ID token without OpenID Connect", step: "token")
    }
    self.endpoint = endpoint
    self.oidc = oidc
    self.nonce = nonce
  }

  func verify(
    _ token: Secret,
    accessToken: Secret,
    step: String
  ) async throws(AuthRunError) -> JWTClaims {
    let unverified: JWTClaims
    do {
      unverified = try JWTClaims.unverified(token.text)
    } catch {
      throw invalid("it is no JWT", step)
    }
    let signatures = ProviderSignatures(endpoint) { invalid($0, step) }
    guard let issuer = try signatures.issuer(for: unverified.claims) else {
      throw invalid("its issuer is not known", step)
    }
    var rules = IDTokenRules(
      issuer: issuer,
      clientID: endpoint.options.secret("client_id")?.text ?? "",
      nonce: expectedNonce(unverified)
    )
    rules.maximumAge = oidc.maximumAge
    rules.accessToken = oidc.checksAccessTokenHash ? accessToken : nil
    for audience in oidc.audiences {
      if let text = try audience.textIfComplete(endpoint.options) {
        rules.trustedAudiences.append(text)
      }
    }
    let checked = rules
    let tools = endpoint.tools
    return try await signatures.verified(unverified.header, of: .idToken) {
      keys throws(JWTRejection) in
      let claims = try checked.verify(
        token.text,
        keys: keys,
        hashing: tools.hashing,
        now: tools.clock.now()
      )
      tools.tracer.derived(step, checked.derivations(claims, by: keys, hashing: tools.hashing))
      return claims
    }
  }

  /// A refresh must not change whose account it is (Core §12.2).
  func requireSameSubject(
    _ claims: JWTClaims,
    as earlier: Secret?
  ) throws(AuthRunError) {
    guard let earlier, let before = try? JWTClaims.unverified(earlier.text) else { return }
    guard before.claims["sub"] == claims.claims["sub"] else {
      throw invalid("it belongs to another user than the one who logged in", "refresh")
    }
  }

  /// The nonce that the token must show; one that is optional is compared where it is there.
  private func expectedNonce(_ token: JWTClaims) -> String? {
    switch oidc.nonce {
    case .required: nonce
    case .optional: token.claims["nonce"] == nil ? nil : nonce
    case .forbidden: nil
    }
  }

  private func invalid(_ reason: String, _ step: String) -> AuthRunError {
    AuthRunError(.idTokenInvalid, "the ID token is not valid: \(reason)", step: step)
  }
}

extension JWTRejection {
  /// The reason in words, without any of the token's text.
  var words: String {
    switch self {
    case .malformed: "it is no JWT, or a claim is of a wrong type"
    case .signature(.noKey):
      "no key of the provider fits it: its kid or its algorithm is not expected (oidc.algorithms)"
    case .signature(.algorithmNotAllowed), .signature(.unsupportedAlgorithm):
      "it is signed with an algorithm that is not expected (oidc.algorithms)"
    case .signature: "its signature does not hold"
    case .encryption: "it is encrypted"
    case .missingClaim(let name): "it has no \(name)"
    case .expired: "it has expired"
    case .notYetValid, .issuedInFuture: "it is not valid yet"
    case .authenticationTooOld: "the user proved who they are too long ago"
    case .wrongIssuer: "it comes from another issuer"
    case .wrongAudience: "it is not for this client"
    case .wrongSubject: "it is about another user"
    case .wrongType: "it is a token of another kind"
    case .wrongNonce: "it belongs to another login"
    case .wrongAuthorizedParty: "it was given to another party (azp)"
    case .wrongHash(let name): "\(name) does not fit what came with it"
    }
  }
}
