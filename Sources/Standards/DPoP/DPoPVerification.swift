/// Checks a proof as a server does (RFC 9449 §4.3); whether a `jti` is new is for the caller to know.
package struct DPoPVerification: Sendable {
  /// Why a proof does not hold.
  package enum Fault: String, Error, Hashable, Sendable {
    case notOneField = "not exactly one DPoP field"
    case malformed = "not a DPoP proof"
    case badKey = "the key is private, symmetric or unusable"
    case badSignature = "the signature does not hold"
    case wrongMethod = "htm names another method"
    case wrongTarget = "htu names another URL"
    case wrongTime = "iat is too far from now"
    case wrongNonce = "the nonce is missing or another"
    case wrongToken = "ath is missing or belongs to another token"
    case wrongBinding = "the token is bound to another key"
  }

  package var provider: any SignatureProvider
  package var hashing: any Hashing
  package var algorithms: [SignatureAlgorithm]
  /// How far `iat` may lie from now, in seconds and either way.
  package var tolerance: Int64

  package init(
    provider: any SignatureProvider,
    hashing: any Hashing,
    algorithms: [SignatureAlgorithm] = [.es256, .es384, .es512, .ps256, .rs256, .edDSA, .ed25519],
    tolerance: Int64 = 300
  ) {
    self.provider = provider
    self.hashing = hashing
    self.algorithms = algorithms
    self.tolerance = tolerance
  }

  /// What a sound proof says.
  package struct Proof: Hashable, Sendable {
    /// The thumbprint of the key, to bind a token to.
    package let thumbprint: String
    /// The proof's own id, to be seen once only.
    package let id: String
  }

  /// Checks the proof of a request.
  ///
  /// `accessToken` is the token that came with it, `thumbprint` the key that it is bound to, `nonce` the
  /// one that the request must show; each `nil` where it plays no part.
  package func verify(
    _ request: HTTPRequest,
    at now: Timestamp,
    accessToken: Secret? = nil,
    thumbprint: String? = nil,
    nonce: String? = nil
  ) throws(Fault) -> Proof {
    let values = request.headers.values("DPoP")
    guard values.count == 1, let token = values.first else { throw .notOneField }
    guard let unverified = try? JWTClaims.unverified(token),
      unverified.header["typ"]?.string == "dpop+jwt", let jwk = unverified.header["jwk"]?.object
    else { throw .malformed }
    let key = try publicKey(jwk)
    let claims = try signedClaims(token, key)
    guard claims["htm"]?.string?.hasSameBytes(as: request.method) == true else {
      throw .wrongMethod
    }
    guard let named = claims["htu"]?.string, let target = try? URI(named), target.query == nil,
      target.fragment == nil, DPoPProof.target(target) == DPoPProof.target(request.url)
    else { throw .wrongTarget }
    guard let issued = claims["iat"]?.number?.roundedDown,
      (now.adding(-tolerance).seconds...now.adding(tolerance).seconds).contains(issued)
    else { throw .wrongTime }
    if let nonce {
      guard let given = claims["nonce"]?.string, FixedTime.equal(given, nonce) else {
        throw .wrongNonce
      }
    }
    if let accessToken {
      let expected = DPoPProof.hash(of: accessToken, hashing)
      guard let given = claims["ath"]?.string, FixedTime.equal(given, expected) else {
        throw .wrongToken
      }
    }
    let own = Base64URL.encode(key.thumbprint(hashing: hashing))
    if let thumbprint, !FixedTime.equal(own, thumbprint) { throw .wrongBinding }
    guard let id = claims["jti"]?.string, !id.isEmpty else { throw .malformed }
    return Proof(thumbprint: own, id: id)
  }

  private func publicKey(_ object: JSONObject) throws(Fault) -> JWK {
    guard let key = try? JWK(object), !key.isPrivate, !key.isSymmetric else { throw .badKey }
    return key
  }

  /// The claims, after the signature was found to be one of the key in the header.
  private func signedClaims(_ token: String, _ key: JWK) throws(Fault) -> JSONObject {
    guard
      let keys = try? JWSVerificationKeys(key, algorithms: algorithms, provider: provider)
    else { throw .badKey }
    guard let verified = try? JWS.verify(token, keys: keys) else { throw .badSignature }
    guard let claims = (try? JSONReader.read(verified.payload))?.object else { throw .malformed }
    return claims
  }
}
