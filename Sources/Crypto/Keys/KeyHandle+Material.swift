import COpenSSL
import Standards

extension KeyHandle {
  /// The numbers of the key, as a JWK holds them.
  func material() throws(JWKError) -> KeyMaterial {
    switch EVP_PKEY_get_base_id(pointer) {
    case EVP_PKEY_RSA: return .rsa(try rsaMaterial())
    case EVP_PKEY_EC: return .ec(try ecMaterial())
    case EVP_PKEY_ED25519: return .okp(try okpMaterial(.ed25519))
    case EVP_PKEY_ED448: return .okp(try okpMaterial(.ed448))
    case EVP_PKEY_X25519: return .okp(try okpMaterial(.x25519))
    case EVP_PKEY_X448: return .okp(try okpMaterial(.x448))
    default: throw .unknownKeyType
    }
  }

  private func rsaMaterial() throws(JWKError) -> RSAKey {
    guard let modulus = number("n"), let exponent = number("e") else { throw .inconsistent }
    var key = RSAKey(modulus: modulus, exponent: exponent)
    guard let secret = number("d") else { return key }
    let names = [
      "rsa-factor1", "rsa-factor2", "rsa-exponent1", "rsa-exponent2", "rsa-coefficient1",
    ]
    // Keys of more than two primes are not supported, nor are they by JOSE libraries at large.
    guard number("rsa-factor3") == nil else { throw .inconsistent }
    let primes = names.compactMap { number($0).map { Secret($0) } }
    key.secrets = RSASecrets(
      exponent: Secret(secret),
      primes: primes.count == names.count ? primes : []
    )
    return key
  }

  private func ecMaterial() throws(JWKError) -> ECKey {
    let name = [CChar](unsafeUninitializedCapacity: 80) { buffer, filled in
      var count = 0
      let isNamed = EVP_PKEY_get_group_name(pointer, buffer.baseAddress, 80, &count) == 1
      filled = isNamed ? count : 0
    }
    let curves: [String: KeyCurve] = [
      "prime256v1": .p256, "secp384r1": .p384, "secp521r1": .p521, "secp256k1": .secp256k1,
    ]
    let group = String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let curve = curves[group] else { throw .unknownCurve }
    guard let x = number("qx", count: curve.byteCount), let y = number("qy", count: curve.byteCount)
    else { throw .inconsistent }
    return ECKey(
      curve: curve,
      x: x,
      y: y,
      secret: number("priv", count: curve.byteCount).map { Secret($0) }
    )
  }

  private func okpMaterial(_ curve: KeyCurve) throws(JWKError) -> OKPKey {
    guard let x = rawPublicKey else { throw .inconsistent }
    return OKPKey(curve: curve, x: x, secret: rawPrivateKey.map { Secret($0) })
  }

  private func number(_ name: String) -> [UInt8]? {
    withNumber(name) { $0.bytes }
  }

  private func number(_ name: String, count: Int) -> [UInt8]? {
    withNumber(name) { $0.bytes(count: count) }
  }

  private func withNumber(
    _ name: String,
    _ body: (borrowing BigNumber) -> [UInt8]?
  ) -> [UInt8]? {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(pointer, name, &number) == 1, let number else { return nil }
    return body(BigNumber(owning: number))
  }
}
