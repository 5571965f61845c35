extension JWK {
  /// The members of the key, private ones only when asked for.
  package func members(includingPrivate: Bool) -> JSONObject {
    var object = requiredMembers
    if includingPrivate {
      for (name, value) in privateMembers {
        object[name] = .string(Base64URL.encode(value.bytes))
      }
    }
    if let keyID { object["kid"] = .string(keyID) }
    if let use { object["use"] = .string(use) }
    if let operations { object["key_ops"] = .array(operations.map { .string($0) }) }
    if let algorithm { object["alg"] = .string(algorithm) }
    return object
  }

  /// The members that a thumbprint is made of, in the order that it needs (RFC 7638 §3.2).
  ///
  /// For a symmetric key the secret is among them.
  package var requiredMembers: JSONObject {
    switch material {
    case .rsa(let key):
      [
        "e": .string(Base64URL.encode(key.exponent)), "kty": "RSA",
        "n": .string(Base64URL.encode(key.modulus)),
      ]
    case .ec(let key):
      [
        "crv": .string(key.curve.rawValue), "kty": "EC", "x": .string(Base64URL.encode(key.x)),
        "y": .string(Base64URL.encode(key.y)),
      ]
    case .okp(let key):
      [
        "crv": .string(key.curve.rawValue), "kty": "OKP", "x": .string(Base64URL.encode(key.x)),
      ]
    case .symmetric(let key):
      ["k": .string(Base64URL.encode(key.bytes)), "kty": "oct"]
    }
  }

  private var privateMembers: [(String, Secret)] {
    switch material {
    case .rsa(let key):
      guard let secrets = key.secrets else { return [] }
      return [("d", secrets.exponent)] + zip(["p", "q", "dp", "dq", "qi"], secrets.primes)
    case .ec(let key): return key.secret.map { [("d", $0)] } ?? []
    case .okp(let key): return key.secret.map { [("d", $0)] } ?? []
    case .symmetric: return []
    }
  }

  /// The hash of the key's required members (RFC 7638, RFC 8037 §2): the same for both halves of a pair.
  package func thumbprint(_ algorithm: HashAlgorithm = .sha256, hashing: any Hashing) -> [UInt8] {
    hashing.digest(algorithm, requiredMembers.serializedBytes)
  }
}
