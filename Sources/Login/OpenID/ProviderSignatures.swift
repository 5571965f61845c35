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

  /// Verifies what has this header: with the keys at hand, and with fresh ones where those were kept from
  /// earlier and do not fit, since a provider may change keys that have no id.
  func verified<Content: Sendable>(
    _ header: JSONObject,
    of subject: Subject,
    _ verify: (JWSVerificationKeys) throws(JWTRejection) -> Content
  ) async throws(AuthRunError) -> Content {
    let (keys, isFresh) = try await keys(for: header, of: subject)
    do throws(JWTRejection) {
      return try verify(keys)
    } catch {
      guard error == .signature(.badSignature), !isFresh,
        let renewed = try await renewedKeys(for: header, of: subject)
      else { throw fault(error.words) }
      do throws(JWTRejection) {
        return try verify(renewed)
      } catch {
        throw fault(error.words)
      }
    }
  }

  /// The keys that may verify it: the client's secret for one family, the provider's keys for the rest.
  ///
  /// The header only chooses between the two, each of which takes algorithms of its own family alone, so
  /// that a public key never passes for a secret (RFC 8725 §3.1).
  private func keys(
    for header: JSONObject,
    of subject: Subject
  ) async throws(AuthRunError) -> (keys: JWSVerificationKeys, isFresh: Bool) {
    let fitting = algorithms(for: header, of: subject)
    guard Self.isShared(header), !fitting.isEmpty,
      let secret = endpoint.options.secret("client_secret")
    else {
      var found = KeySets.Found(set: JWKSet(keys: []), isFresh: true)
      if !fitting.isEmpty {
        found = try await endpoint.tools.keySets.keys(
          at: keySetAddress(),
          for: header["kid"]?.string,
          clock: endpoint.tools.clock,
          fetch: fetch()
        )
      }
      return (keys(of: found.set, fitting), found.isFresh)
    }
    do throws(JWKError) {
      let keys = try JWSVerificationKeys(
        JWK(.symmetric(secret)),
        algorithms: fitting,
        provider: endpoint.tools.signatures
      )
      return (keys, true)
    } catch {
      throw fault("the client's secret is no key for it: \(error.words)")
    }
  }

  private func renewedKeys(
    for header: JSONObject,
    of subject: Subject
  ) async throws(AuthRunError) -> JWSVerificationKeys? {
    let set = try await endpoint.tools.keySets.renewed(
      at: keySetAddress(),
      clock: endpoint.tools.clock,
      fetch: fetch()
    )
    return set.map { keys(of: $0, algorithms(for: header, of: subject)) }
  }

  private func keys(
    of set: JWKSet,
    _ algorithms: [SignatureAlgorithm]
  ) -> JWSVerificationKeys {
    JWSVerificationKeys(set, algorithms: algorithms, provider: endpoint.tools.signatures)
  }

  private static func isShared(_ header: JSONObject) -> Bool {
    header["alg"]?.string.flatMap(SignatureAlgorithm.init)?.family == .hmac
  }

  /// The admitted algorithms of the family that the header names.
  private func algorithms(for header: JSONObject, of subject: Subject) -> [SignatureAlgorithm] {
    algorithms(of: subject).filter { ($0.family == .hmac) == Self.isShared(header) }
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

  private func keySetAddress() throws(AuthRunError) -> URI {
    guard let jwks = endpoint.spec.jwks else {
      throw AuthRunError(
        .descriptorInvalid,
        "neither the descriptor nor the metadata says where the provider's keys are",
        step: "jwks"
      )
    }
    return try jwks.address(endpoint.options)
  }

  private func fetch() throws(AuthRunError) -> KeySets.Fetch {
    let url = try keySetAddress()
    let exchange = endpoint.tools.exchange
    return { () async throws(AuthRunError) in try await Self.keySet(at: url, exchange) }
  }

  private static func keySet(
    at url: URI,
    _ exchange: Exchange
  ) async throws(AuthRunError) -> JWKSet {
    let request = HTTPRequest(
      method: "GET",
      url: url,
      headers: HTTPFields([HTTPField("Accept", "application/jwk-set+json, application/json")])
    )
    let response = try await exchange.send(
      request,
      step: "jwks",
      largestBody: largestKeySet
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
