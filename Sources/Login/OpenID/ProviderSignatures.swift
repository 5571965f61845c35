import Providers
import Standards

/// What a provider signs for its clients: by whose name, and with which keys.
struct ProviderSignatures {
  /// What is signed; the metadata has a list of algorithms for each.
  enum Subject: String {
    case idToken = "id_token_signing_alg_values_supported"
    case userinfo = "userinfo_signing_alg_values_supported"
    case introspection = "introspection_signing_alg_values_supported"
  }

  private let endpoint: OAuth2TokenEndpoint
  /// The error for a reason in words.
  private let fault: (String) -> AuthRunError

  /// Taken where neither descriptor nor metadata names any (OpenID Connect Core §3.1.3.7, rule 7).
  private static let standard: [SignatureAlgorithm] = [.rs256]
  private static let largestKeySet = 1 << 20

  init(_ endpoint: OAuth2TokenEndpoint, fault: @escaping (String) -> AuthRunError) {
    self.endpoint = endpoint
    self.fault = fault
  }

  /// The issuer that a token must name, among those that the descriptor or the metadata allow.
  func issuer(for claims: JSONObject) throws(AuthRunError) -> String? {
    let oidc = endpoint.spec.oidc
    var allowed: [String] = []
    for template in oidc?.issuers ?? [] {
      if let text = try template.textIfComplete(endpoint.options) { allowed.append(text) }
    }
    if allowed.isEmpty, let discovered = endpoint.metadata?.issuer { allowed = [discovered] }
    allowed = allowed.map { text in
      (oidc?.issuerClaims ?? [:]).reduce(text) { text, place in
        guard let value = claims[place.value]?.string, Self.isPlain(value) else { return text }
        return text.replacing("{\(place.key)}", with: value)
      }
    }
    let named = claims["iss"]?.string
    return allowed.first { $0 == named } ?? allowed.first
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
  func keys(
    for header: JSONObject,
    of subject: Subject
  ) async throws(AuthRunError) -> JWSVerificationKeys {
    let algorithms = algorithms(of: subject)
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
      throw fault("the client's secret is no key for it: \(error.words)")
    }
  }

  /// Those of the descriptor, else of the metadata; `HS256` and its like hold only where they are named.
  private func algorithms(of subject: Subject) -> [SignatureAlgorithm] {
    if let chosen = endpoint.spec.oidc?.algorithms, !chosen.isEmpty { return chosen }
    for name in [subject, .idToken] {
      let named =
        endpoint.metadata?.texts(name.rawValue)
        .compactMap(SignatureAlgorithm.init).filter { $0.family != .hmac } ?? []
      if !named.isEmpty { return named }
    }
    return Self.standard
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
}
