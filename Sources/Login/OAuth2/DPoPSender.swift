import Standards
import Synchronization

/// The nonces that servers sent to this process (RFC 9449 §8).
final class DPoPNonceStore: Sendable {
  private let nonces = Mutex(DPoPNonces())

  subscript(url: URI, role: DPoPNonces.Role) -> String? { nonces.withLock { $0[url, role] } }

  /// Keeps the nonce of a response, and says whether the request is worth one more attempt.
  func update(
    from response: HTTPResponse,
    to url: URI,
    as role: DPoPNonces.Role,
    sent: String?
  ) -> Bool {
    nonces.withLock { $0.update(from: response, to: url, as: role, sent: sent) }
  }
}

/// Proves in each request that the tokens' key is here (RFC 9449).
struct DPoPSender: Sendable {
  let key: DPoPKey
  let tools: Tools
  /// As what the server is asked.
  let role: DPoPNonces.Role

  /// The request with a fresh proof, bound to the access token where there is one.
  func proved(
    _ request: HTTPRequest,
    accessToken: Secret?,
    step: String
  ) throws(AuthRunError) -> (request: HTTPRequest, nonce: String?) {
    let nonce = tools.nonces[request.url, role]
    let proof: DPoPProof
    do throws(JWSError) {
      proof = try DPoPProof(
        for: request,
        key: key,
        at: tools.clock.now(),
        id: DPoPProof.id(from: tools.random),
        accessToken: accessToken,
        nonce: nonce,
        hashing: tools.hashing
      )
    } catch {
      throw AuthRunError(.internal, "the DPoP proof could not be signed", step: step)
    }
    tools.tracer.derived(step, proof.derivations)
    var request = request
    request.headers["DPoP"] = proof.token
    return (request, nonce)
  }

  /// Sends with a proof, and once more where the server asks for a nonce of its own.
  func send(
    _ request: HTTPRequest,
    accessToken: Secret? = nil,
    step: String,
    exchange: (HTTPRequest) async throws(AuthRunError) -> HTTPResponse
  ) async throws(AuthRunError) -> HTTPResponse {
    let first = try proved(request, accessToken: accessToken, step: step)
    let response = try await exchange(first.request)
    guard isWorthRepeating(request, answeredBy: response, sent: first.nonce) else {
      return response
    }
    tools.tracer.note(step, "the server asks for a nonce in the proof; once more")
    let second = try proved(request, accessToken: accessToken, step: step)
    let answer = try await exchange(second.request)
    _ = isWorthRepeating(request, answeredBy: answer, sent: second.nonce)
    return answer
  }

  /// Keeps the nonce of an answer, which every answer may bring (RFC 9449 §8.2), and says whether the
  /// server refused for want of it.
  func isWorthRepeating(
    _ request: HTTPRequest,
    answeredBy response: HTTPResponse,
    sent nonce: String?
  ) -> Bool {
    tools.nonces.update(from: response, to: request.url, as: role, sent: nonce)
  }
}

extension DPoPSender {
  /// The sender with the key that a credential keeps, for requests to the API.
  init?(_ credential: Credential, _ tools: Tools) throws(AuthRunError) {
    guard let stored = credential.dpopKey else { return nil }
    self.init(key: try Self.key(stored, tools), tools: tools, role: .resourceServer)
  }

  static func key(_ stored: Secret, _ tools: Tools) throws(AuthRunError) -> DPoPKey {
    do {
      guard let object = try JSONReader.read(stored.bytes).object else {
        throw JWKError.badJSON
      }
      let jwk = try JWK(object)
      let algorithm = jwk.algorithm.flatMap(SignatureAlgorithm.init) ?? .es256
      return try DPoPKey(jwk, algorithm: algorithm, provider: tools.signatures)
    } catch {
      throw AuthRunError(.internal, "the account's DPoP key cannot be read", step: "dpop")
    }
  }
}
