import Crypto
import Providers
import Standards
import Synchronization

extension OAuth2Side {
  /// The client's assertion, or the JWT in the place of its secret (RFC 7523 §3).
  func isProven(by assertion: String?, _ request: PracticeRequest) -> Bool {
    let shared = spec.clientAuthentication == .clientSecretJWT
    let key = shared ? JWK(.symmetric(Secret(plan.text("client_secret") ?? ""))) : plan.clientKey
    guard let assertion, let key, let claims = claims(of: assertion, key)?.claims else {
      return false
    }
    let id = plan.text("client_id") ?? ""
    let audience = claims["aud"]?.string ?? claims["aud"]?.array?.first?.string ?? ""
    let isForUs = spec.assertion.audience != nil || audience == "\(request.url?.text ?? "")"
    let isMine = claims["sub"]?.string == id || !spec.assertion.claims.isEmpty
    let now = tokens.clock.now().seconds
    let lives = (claims["exp"]?.number?.int64 ?? 0) > now
    guard let used = claims["jti"]?.string else { return false }
    let isNew = state.withLock { $0.usedIDs.insert(used).inserted }
    return isForUs && isMine && lives && isNew
  }

  /// The claims of a JWT that the key has signed.
  func claims(of token: String, _ key: JWK) -> JWTClaims? {
    guard
      let keys = try? JWSVerificationKeys(
        key,
        algorithms: SignatureAlgorithm.allCases,
        provider: OpenSSLSignatures()
      ), (try? JWS.verify(token, keys: keys)) != nil
    else { return nil }
    return try? JWTClaims.unverified(token)
  }

  /// Refuses the first proof, which cannot have this server's nonce (RFC 9449 §8).
  func missingNonce(_ request: PracticeRequest) -> PracticeAnswer? {
    guard spec.dpop != nil, let proof = request.headers["DPoP"],
      let claims = try? JWTClaims.unverified(proof).claims, claims["nonce"] == nil
    else { return nil }
    var report = StepReport("token")
    report.check("asked for a nonce", true, "")
    var response = HTTPResponse.json(["error": "use_dpop_nonce"], status: 400)
    response.headers["DPoP-Nonce"] = Self.nonce
    return PracticeAnswer(report: report, response: response)
  }

  private static let nonce = "practice-nonce"

  /// The proof of a request; its key is the token's, where there is one, else it is returned.
  @discardableResult
  func checkProof(
    _ request: PracticeRequest,
    token: String?,
    _ report: inout StepReport
  ) -> String? {
    guard let url = request.url else { return nil }
    let bound = token.flatMap { token in state.withLock { $0.bindings[token] } }
    let message = HTTPRequest(method: request.method, url: url, headers: request.headers)
    let verification = DPoPVerification(provider: OpenSSLSignatures(), hashing: OpenSSLHashing())
    do throws(DPoPVerification.Fault) {
      let proof = try verification.verify(
        message,
        at: tokens.clock.now(),
        accessToken: token.map { Secret($0) },
        thumbprint: bound,
        nonce: token == nil ? Self.nonce : nil
      )
      let isNew = state.withLock { $0.usedIDs.insert(proof.id).inserted }
      report.check("DPoP proof", isNew, "its jti was seen before")
      return proof.thumbprint
    } catch {
      report.check("DPoP proof", false, error.rawValue)
      return nil
    }
  }
}

extension PracticeRequest {
  /// The URL as the client means it, without the query.
  var url: URI? { try? URI("\(scheme)://\(host)\(path)") }
}
