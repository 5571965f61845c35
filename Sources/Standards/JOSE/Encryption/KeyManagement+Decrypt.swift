extension JWEHeader {
  /// The content key for the holder of `key`; throws only for faults that anybody could see.
  ///
  /// Where the encrypted key does not open, a random content key is the answer, so that the failure
  /// comes later and looks like any other (RFC 7516 §11.5).
  func contentKey(
    _ encryptedKey: [UInt8],
    key: JWK,
    iterations: ClosedRange<Int>,
    primitives: any EncryptionPrimitives
  ) throws(JWEError) -> [UInt8] {
    if algorithm.hasNoEncryptedKey, !encryptedKey.isEmpty { throw .badShape }
    let opened: [UInt8]?
    switch (algorithm.family, key.material) {
    case (.direct, .symmetric(let secret)): opened = secret.bytes
    case (.rsa, _): opened = primitives.decryptOAEP(encryptedKey, key: key, hash: algorithm.hash)
    case (.wrap, .symmetric(let secret)):
      opened = primitives.unwrap(encryptedKey, with: secret.bytes)
    case (.gcm, .symmetric(let secret)):
      guard let iv = try bytes("iv"), iv.count == 12, let tag = try bytes("tag"), tag.count == 16
      else { throw .badHeader }
      opened = primitives.openGCM(
        SealedContent(ciphertext: encryptedKey, tag: tag),
        key: secret.bytes,
        iv: iv,
        additionalData: []
      )
    case (.agreement, _):
      var agreed = try agreedKey(key, primitives: primitives)
      defer { agreed?.wipe() }
      opened =
        algorithm == .ecdhES
        ? agreed : agreed.flatMap { primitives.unwrap(encryptedKey, with: $0) }
    case (.password, .symmetric(let secret)):
      var derived = try passwordKey(secret, iterations: iterations, primitives: primitives)
      defer { derived?.wipe() }
      opened = derived.flatMap { primitives.unwrap(encryptedKey, with: $0) }
    default: throw .badKey(.algorithmMismatch)
    }
    guard let opened, opened.count == encryption.keySize else {
      return primitives.random.bytes(encryption.keySize)
    }
    return opened
  }

  private func agreedKey(
    _ key: JWK,
    primitives: any EncryptionPrimitives
  ) throws(JWEError) -> [UInt8]? {
    guard let object = members["epk"]?.object else { throw .badHeader }
    let ephemeral: JWK
    do {
      ephemeral = try JWK(object)
    } catch {
      throw .badHeader
    }
    guard ephemeral.curve == key.curve, let publicKey = ephemeral.publicKey else {
      throw .badHeader
    }
    guard var secret = primitives.agree(key, with: publicKey) else { return nil }
    defer { secret.wipe() }
    return ConcatKDF.derive(
      secret,
      algorithmName: algorithm == .ecdhES ? encryption.rawValue : algorithm.rawValue,
      partyU: try bytes("apu") ?? [],
      partyV: try bytes("apv") ?? [],
      byteCount: algorithm.wrappingKeySize ?? encryption.keySize,
      hashing: primitives.hashing
    )
  }

  private func passwordKey(
    _ password: Secret,
    iterations: ClosedRange<Int>,
    primitives: any EncryptionPrimitives
  ) throws(JWEError) -> [UInt8]? {
    guard let salt = try bytes("p2s"), salt.count >= 8, let rounds = self.iterations,
      iterations.contains(rounds)
    else { throw .badPasswordParameters }
    return primitives.deriveKey(
      password: password.bytes,
      salt: Array(algorithm.rawValue.utf8) + [0] + salt,
      iterations: rounds,
      hash: algorithm.hash,
      byteCount: algorithm.wrappingKeySize ?? 0
    )
  }
}
