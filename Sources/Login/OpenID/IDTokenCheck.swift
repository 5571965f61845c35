import Providers
import Standards

/// Verifies ID tokens of one provider as its descriptor asks (OpenID Connect Core §3.1.3.7).
struct IDTokenCheck: Sendable {
  private let endpoint: OAuth2TokenEndpoint
  private let oidc: OIDCSpec
  private let nonce: String?

  /// Taken where neither descriptor nor metadata names any (Core §3.1.3.7, rule 7).
  private static let standard: [SignatureAlgorithm] = [.rs256]
  private static let largestKeySet = 1 << 20

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
    var rules = IDTokenRules(
      issuer: try issuer(for: unverified.claims, step),
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
    let keys = try await keys(for: unverified.header, step)
    do throws(JWTRejection) {
      return try rules.verify(
        token.text,
        keys: keys,
        hashing: endpoint.tools.hashing,
        now: endpoint.tools.clock.now()
      )
    } catch {
      throw invalid(error.words, step)
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

  /// The issuer that the token must name, among those that the descriptor or the metadata allow.
  private func issuer(for claims: JSONObject, _ step: String) throws(AuthRunError) -> String {
    var allowed: [String] = []
    for template in oidc.issuers {
      if let text = try template.textIfComplete(endpoint.options) { allowed.append(text) }
    }
    if allowed.isEmpty, let discovered = endpoint.metadata?.issuer { allowed = [discovered] }
    allowed = allowed.map { text in
      oidc.issuerClaims.reduce(text) { text, place in
        guard let value = claims[place.value]?.string, Self.isPlain(value) else { return text }
        return text.replacing("{\(place.key)}", with: value)
      }
    }
    guard let first = allowed.first else { throw invalid("its issuer is not known", step) }
    let named = claims["iss"]?.string
    return allowed.first { $0 == named } ?? first
  }

  /// What may fill a place in: neither a slash nor a dot leads to another issuer.
  private static func isPlain(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { ASCII.isTokenCharacter($0) && $0 != UInt8(ascii: ".") }
  }

  /// The keys that may verify it: the client's secret for one family, the provider's keys for the rest.
  ///
  /// The header only chooses between the two, each of which takes algorithms of its own family alone, so
  /// that a public key never passes for a secret (RFC 8725 §3.1).
  private func keys(
    for header: JSONObject,
    _ step: String
  ) async throws(AuthRunError) -> JWSVerificationKeys {
    let named =
      endpoint.metadata?.texts("id_token_signing_alg_values_supported")
      .compactMap(SignatureAlgorithm.init).filter { $0.family != .hmac } ?? []
    let usual = named.isEmpty ? Self.standard : named
    let algorithms = oidc.algorithms.isEmpty ? usual : oidc.algorithms
    let isShared = header["alg"]?.string.flatMap(SignatureAlgorithm.init)?.family == .hmac
    let fitting = algorithms.filter { ($0.family == .hmac) == isShared }
    guard isShared, !fitting.isEmpty, let secret = endpoint.options.secret("client_secret") else {
      return JWSVerificationKeys(
        fitting.isEmpty ? JWKSet(keys: []) : try await keySet(),
        algorithms: fitting,
        provider: endpoint.tools.signatures
      )
    }
    do throws(JWKError) {
      return try JWSVerificationKeys(
        JWK(.symmetric(secret)),
        algorithms: fitting,
        provider: endpoint.tools.signatures
      )
    } catch {
      throw invalid("the client's secret is no key for it: \(error.words)", step)
    }
  }

  private func keySet() async throws(AuthRunError) -> JWKSet {
    guard let jwks = endpoint.spec.jwks else {
      throw AuthRunError(
        .descriptorInvalid,
        "neither the descriptor nor the metadata says where the provider's keys are",
        step: "jwks"
      )
    }
    let url = try jwks.address(endpoint.options)
    let request = HTTPRequest(
      method: "GET",
      url: url,
      headers: HTTPFields([HTTPField("Accept", "application/jwk-set+json, application/json")])
    )
    let response = try await endpoint.tools.exchange.send(
      request,
      step: "jwks",
      largestBody: Self.largestKeySet
    )
    guard response.status == 200, let set = try? JWKSet.read(response.body) else {
      throw AuthRunError(
        response.status >= 500 ? .serviceUnavailable : .protocol,
        "\(url.origin) answered HTTP \(response.status) and no keys",
        step: "jwks"
      )
    }
    return set
  }

  private func invalid(_ reason: String, _ step: String) -> AuthRunError {
    AuthRunError(.idTokenInvalid, "the ID token is not valid: \(reason)", step: step)
  }
}

extension JWTRejection {
  /// The reason in words, without any of the token's text.
  fileprivate var words: String {
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
