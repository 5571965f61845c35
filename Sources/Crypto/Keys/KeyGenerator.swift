import COpenSSL
package import Standards

/// Makes fresh keys.
package enum KeyGenerator {
  /// A private key on a curve.
  package static func key(on curve: KeyCurve) throws(CryptoError) -> JWK {
    let pointer =
      curve.isWeierstrass
      ? authrun_generate_ec_key(curve.rawValue) : authrun_generate_key(curve.openSSLName)
    guard let pointer else { throw CryptoError("make a key") }
    return try jwk(KeyHandle(owning: pointer))
  }

  /// A private RSA key of 2048 bits or more.
  package static func rsa(bits: Int = 2048) throws(CryptoError) -> JWK {
    guard 2048...16_384 ~= bits, let pointer = authrun_generate_rsa_key(bits) else {
      throw CryptoError("make a key")
    }
    return try jwk(KeyHandle(owning: pointer))
  }

  /// A symmetric key.
  package static func symmetric(
    byteCount: Int,
    random: any RandomSource = SystemRandom()
  ) -> JWK {
    JWK(.symmetric(Secret(random.bytes(byteCount))))
  }

  private static func jwk(_ handle: consuming KeyHandle) throws(CryptoError) -> JWK {
    do throws(JWKError) {
      return JWK(try handle.material())
    } catch {
      throw CryptoError("read a fresh key")
    }
  }
}
