import COpenSSL
import Standards

extension KeyHandle {
  /// Makes libcrypto's key of a JWK, its private part included when there is one.
  ///
  /// Points off their curve and private numbers that do not fit the public ones are refused.
  static func make(_ key: JWK) throws(JWKError) -> KeyHandle {
    defer { ERR_clear_error() }
    do throws(CryptoError) {
      switch key.material {
      case .rsa(let rsa): return try make(rsa)
      case .ec(let ec): return try make(ec)
      case .okp(let okp): return try make(okp)
      case .symmetric: throw CryptoError("make a key pair of a symmetric key")
      }
    } catch {
      throw .inconsistent
    }
  }

  private static func make(_ key: RSAKey) throws(CryptoError) -> KeyHandle {
    var numbers: [KeyParameters.Number] = [("n", key.modulus), ("e", key.exponent)]
    if let secrets = key.secrets {
      guard try RSAConsistency.check(key, secrets) else {
        throw CryptoError("make a key of numbers that do not fit")
      }
      numbers.append(("d", secrets.exponent.bytes))
      let names: [StaticString] = [
        "rsa-factor1", "rsa-factor2", "rsa-exponent1", "rsa-exponent2", "rsa-coefficient1",
      ]
      for (name, prime) in zip(names, secrets.primes) {
        numbers.append((name, prime.bytes))
      }
    }
    return try KeyParameters.makeKey("RSA", isPrivate: key.secrets != nil, numbers: numbers)
  }

  private static func make(_ key: ECKey) throws(CryptoError) -> KeyHandle {
    var numbers: [KeyParameters.Number] = []
    if let secret = key.secret { numbers.append(("priv", secret.bytes)) }
    let handle = try KeyParameters.makeKey(
      "EC",
      isPrivate: key.secret != nil,
      numbers: numbers,
      group: key.curve.rawValue,
      point: [4] + key.x + key.y
    )
    guard let context = EVP_PKEY_CTX_new(handle.pointer, nil) else {
      throw CryptoError("check a key")
    }
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_public_check(context) == 1 else { throw CryptoError("check a key") }
    if key.secret != nil {
      guard EVP_PKEY_private_check(context) == 1, EVP_PKEY_pairwise_check(context) == 1 else {
        throw CryptoError("check a key")
      }
    }
    return handle
  }

  private static func make(_ key: OKPKey) throws(CryptoError) -> KeyHandle {
    guard let secret = key.secret else {
      guard
        let pointer = EVP_PKEY_new_raw_public_key_ex(
          nil,
          key.curve.openSSLName,
          nil,
          key.x,
          key.x.count
        )
      else { throw CryptoError("make a key") }
      return KeyHandle(owning: pointer)
    }
    let bytes = secret.bytes
    guard
      let pointer = EVP_PKEY_new_raw_private_key_ex(
        nil,
        key.curve.openSSLName,
        nil,
        bytes,
        bytes.count
      )
    else { throw CryptoError("make a key") }
    let handle = KeyHandle(owning: pointer)
    guard handle.rawPublicKey == key.x else {
      throw CryptoError("make a key of halves that do not fit")
    }
    return handle
  }

  /// The public half of an `OKP` key.
  var rawPublicKey: [UInt8]? {
    var count = 0
    guard EVP_PKEY_get_raw_public_key(pointer, nil, &count) == 1 else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = EVP_PKEY_get_raw_public_key(pointer, buffer.baseAddress, &count) == 1 ? count : 0
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// The private half of an `OKP` key.
  var rawPrivateKey: [UInt8]? {
    var count = 0
    guard EVP_PKEY_get_raw_private_key(pointer, nil, &count) == 1 else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = EVP_PKEY_get_raw_private_key(pointer, buffer.baseAddress, &count) == 1 ? count : 0
    }
    return bytes.isEmpty ? nil : bytes
  }
}

extension KeyCurve {
  /// The name of the curve, or of the key type, with libcrypto.
  var openSSLName: String {
    switch self {
    case .ed25519: "ED25519"
    case .ed448: "ED448"
    default: rawValue
    }
  }
}
