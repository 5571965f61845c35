import Crypto
import Standards

/// Keys that clients and providers of these tests sign with.
enum TestKeys {
  /// A fresh private key in PEM with the key that verifies what it signs.
  static func pem(_ curve: KeyCurve? = .p256) throws -> (pem: String, key: JWK) {
    let key = try curve.map { try KeyGenerator.key(on: $0) } ?? KeyGenerator.rsa()
    return (try KeyPEM.write(key, as: .pkcs8), key)
  }

  /// The claims and header of a JWT whose signature holds.
  static func verified(
    _ token: String?,
    _ key: JWK,
    _ algorithm: SignatureAlgorithm
  ) throws -> JWTClaims {
    let keys = try JWSVerificationKeys(
      key,
      algorithms: [algorithm],
      provider: OpenSSLSignatures()
    )
    _ = try JWS.verify(token ?? "", keys: keys)
    return try JWTClaims.unverified(token ?? "")
  }

  static func sign(
    _ claims: JSONObject,
    _ key: JWK,
    _ algorithm: SignatureAlgorithm,
    header: JSONObject = ["typ": "JWT"]
  ) throws -> String {
    let signing = try JWSSigningKey(key, algorithm: algorithm, provider: OpenSSLSignatures())
    return try JWT.sign(claims, header: header, with: signing)
  }
}
