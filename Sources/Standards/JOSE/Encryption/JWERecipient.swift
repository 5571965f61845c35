/// Somebody whom a JWE is for: a key, and how the content key reaches its holder.
package struct JWERecipient: Sendable {
  package let key: JWK
  package let algorithm: KeyManagementAlgorithm
  /// Header members of this recipient alone, such as `kid`; JSON serialization only.
  package var header: JSONObject
  /// The rounds for a password; 310,000 unless given.
  package var iterations: Int
  /// `apu` and `apv` of an agreement (RFC 7518 §4.6.1).
  package var partyU: [UInt8]?
  package var partyV: [UInt8]?

  package init(
    key: JWK,
    algorithm: KeyManagementAlgorithm,
    header: JSONObject = JSONObject(),
    iterations: Int = 310_000
  ) {
    self.key = key
    self.algorithm = algorithm
    self.header = header
    self.iterations = iterations
  }

  /// A content key with what its reader needs to get at it.
  struct Delivery {
    var contentKey: [UInt8]
    var encryptedKey: [UInt8]
    /// Header members such as `epk`.
    var members: JSONObject
  }

  /// The members of this recipient's own header; its `alg` is what was computed, whatever `header` says.
  func header(for delivery: Delivery) -> JSONObject {
    var members: JSONObject = ["alg": .string(algorithm.rawValue)]
    if let keyID = key.keyID { members["kid"] = .string(keyID) }
    for member in header.members where member.name != "alg" && member.name != "enc" {
      members[member.name] = member.value
    }
    for member in delivery.members.members { members[member.name] = member.value }
    return members
  }

  /// Encrypts a content key, given or fresh; `dir` and `ECDH-ES` bring their own.
  func deliver(
    contentKey given: [UInt8]?,
    encryption: ContentEncryption,
    primitives: any EncryptionPrimitives
  ) throws(JWEError) -> Delivery {
    do {
      try algorithm.check(key, encryption: encryption, toDecrypt: false)
    } catch {
      throw .badKey(error)
    }
    // Several recipients share one content key, which these two cannot take.
    if algorithm.hasNoEncryptedKey, given != nil { throw .algorithmNotAllowed }
    let contentKey = given ?? primitives.random.bytes(encryption.keySize)
    var delivery = Delivery(contentKey: contentKey, encryptedKey: [], members: JSONObject())
    switch (algorithm.family, key.material) {
    case (.direct, .symmetric(let secret)): delivery.contentKey = secret.bytes
    case (.rsa, _):
      guard
        let encrypted = primitives.encryptOAEP(contentKey, key: key, hash: algorithm.hash)
      else { throw .cannotEncrypt }
      delivery.encryptedKey = encrypted
    case (.wrap, .symmetric(let secret)):
      try wrap(&delivery, with: secret.bytes, primitives: primitives)
    case (.gcm, .symmetric(let secret)):
      let iv = primitives.random.bytes(12)
      guard
        let sealed = primitives.sealGCM(contentKey, key: secret.bytes, iv: iv, additionalData: [])
      else { throw .cannotEncrypt }
      delivery.encryptedKey = sealed.ciphertext
      delivery.members["iv"] = .string(Base64URL.encode(iv))
      delivery.members["tag"] = .string(Base64URL.encode(sealed.tag))
    case (.agreement, _):
      var agreed = try agree(&delivery, encryption: encryption, primitives: primitives)
      defer { agreed.wipe() }
      if algorithm == .ecdhES {
        delivery.contentKey = agreed
      } else {
        try wrap(&delivery, with: agreed, primitives: primitives)
      }
    case (.password, .symmetric(let secret)):
      var derived = try derive(&delivery, password: secret, primitives: primitives)
      defer { derived.wipe() }
      try wrap(&delivery, with: derived, primitives: primitives)
    default: throw .badKey(.algorithmMismatch)
    }
    return delivery
  }

  private func wrap(
    _ delivery: inout Delivery,
    with key: [UInt8],
    primitives: any EncryptionPrimitives
  ) throws(JWEError) {
    guard let wrapped = primitives.wrap(delivery.contentKey, with: key) else {
      throw .cannotEncrypt
    }
    delivery.encryptedKey = wrapped
  }

  private func agree(
    _ delivery: inout Delivery,
    encryption: ContentEncryption,
    primitives: any EncryptionPrimitives
  ) throws(JWEError) -> [UInt8] {
    guard let curve = key.curve, let ephemeral = primitives.ephemeralKey(on: curve),
      let publicKey = key.publicKey, var secret = primitives.agree(ephemeral, with: publicKey)
    else { throw .cannotEncrypt }
    defer { secret.wipe() }
    delivery.members["epk"] = .object(ephemeral.members(includingPrivate: false))
    if let partyU { delivery.members["apu"] = .string(Base64URL.encode(partyU)) }
    if let partyV { delivery.members["apv"] = .string(Base64URL.encode(partyV)) }
    return ConcatKDF.derive(
      secret,
      algorithmName: algorithm == .ecdhES ? encryption.rawValue : algorithm.rawValue,
      partyU: partyU ?? [],
      partyV: partyV ?? [],
      byteCount: algorithm.wrappingKeySize ?? encryption.keySize,
      hashing: primitives.hashing
    )
  }

  private func derive(
    _ delivery: inout Delivery,
    password: Secret,
    primitives: any EncryptionPrimitives
  ) throws(JWEError) -> [UInt8] {
    let salt = primitives.random.bytes(16)
    delivery.members["p2s"] = .string(Base64URL.encode(salt))
    delivery.members["p2c"] = .integer(Int64(iterations))
    guard iterations >= 1000,
      let derived = primitives.deriveKey(
        password: password.bytes,
        salt: Array(algorithm.rawValue.utf8) + [0] + salt,
        iterations: iterations,
        hash: algorithm.hash,
        byteCount: algorithm.wrappingKeySize ?? 0
      )
    else { throw .badPasswordParameters }
    return derived
  }
}
