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

  /// A private key on P-256 or P-384 that the random source alone decides.
  package static func key(
    on curve: KeyCurve,
    from random: any RandomSource
  ) throws(CryptoError) -> JWK {
    guard curve == .p256 || curve == .p384 else { throw CryptoError("make a key on \(curve)") }
    let count = curve.byteCount
    // About one number in four billion is no key; then another is drawn.
    for _ in 0..<8 {
      let secret = random.bytes(count)
      let point = [UInt8](unsafeUninitializedCapacity: 2 * count + 1) { buffer, filled in
        filled = authrun_ec_point(curve.rawValue, secret, count, buffer.baseAddress, buffer.count)
      }
      guard point.count == 2 * count + 1 else { continue }
      let key = ECKey(
        curve: curve,
        x: Array(point[1...count]),
        y: Array(point[(count + 1)...]),
        secret: Secret(secret)
      )
      return JWK(.ec(key))
    }
    throw CryptoError("make a key")
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
