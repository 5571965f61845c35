import COpenSSL
package import Standards

/// The arithmetic of JWE, computed by libcrypto.
package struct OpenSSLEncryption: EncryptionPrimitives {
  package let hashing: any Hashing
  package let random: any RandomSource

  package init(
    hashing: any Hashing = OpenSSLHashing(),
    random: any RandomSource = SystemRandom()
  ) {
    self.hashing = hashing
    self.random = random
  }

  package func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    constantTimeEqual(left, right)
  }

  package func wrap(_ key: [UInt8], with wrappingKey: [UInt8]) -> [UInt8]? {
    guard key.count >= 16, key.count % 8 == 0 else { return nil }
    return run("AES-\(wrappingKey.count * 8)-WRAP", key, wrappingKey, encrypts: true)
  }

  package func unwrap(_ wrapped: [UInt8], with wrappingKey: [UInt8]) -> [UInt8]? {
    guard wrapped.count >= 24, wrapped.count % 8 == 0 else { return nil }
    return run("AES-\(wrappingKey.count * 8)-WRAP", wrapped, wrappingKey, encrypts: false)
  }

  package func encryptCBC(_ plaintext: [UInt8], key: [UInt8], iv: [UInt8]) -> [UInt8]? {
    run("AES-\(key.count * 8)-CBC", plaintext, key, iv: iv, encrypts: true)
  }

  package func decryptCBC(_ ciphertext: [UInt8], key: [UInt8], iv: [UInt8]) -> [UInt8]? {
    run("AES-\(key.count * 8)-CBC", ciphertext, key, iv: iv, encrypts: false)
  }

  private func run(
    _ name: String,
    _ input: [UInt8],
    _ key: [UInt8],
    iv: [UInt8] = [],
    encrypts: Bool
  ) -> [UInt8]? {
    defer { ERR_clear_error() }
    guard var context = CipherContext.make(name, key: key, iv: iv, encrypts: encrypts) else {
      return nil
    }
    return context.process(input)
  }

  package func sealGCM(
    _ plaintext: [UInt8],
    key: [UInt8],
    iv: [UInt8],
    additionalData: [UInt8]
  ) -> SealedContent? {
    let name = "AES-\(key.count * 8)-GCM"
    guard var context = CipherContext.make(name, key: key, iv: iv, encrypts: true),
      context.authenticate(additionalData), let ciphertext = context.process(plaintext),
      let tag = context.tag(count: 16)
    else { return nil }
    return SealedContent(ciphertext: ciphertext, tag: tag)
  }

  package func openGCM(
    _ sealed: SealedContent,
    key: [UInt8],
    iv: [UInt8],
    additionalData: [UInt8]
  ) -> [UInt8]? {
    defer { ERR_clear_error() }
    let name = "AES-\(key.count * 8)-GCM"
    // A shorter tag is easier to guess; libcrypto would take it.
    guard sealed.tag.count == 16,
      var context = CipherContext.make(name, key: key, iv: iv, encrypts: false),
      context.expect(tag: sealed.tag), context.authenticate(additionalData)
    else { return nil }
    return context.process(sealed.ciphertext)
  }

  package func deriveKey(
    password: [UInt8],
    salt: [UInt8],
    iterations: Int,
    hash: HashAlgorithm,
    byteCount: Int
  ) -> [UInt8]? {
    guard let rounds = Int32(exactly: iterations) else { return nil }
    var isGood = false
    let key = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, filled in
      // The password is read where it lies: a copy would have to be wiped.
      isGood = password.withUnsafeBytes { password in
        PKCS5_PBKDF2_HMAC(
          password.bindMemory(to: CChar.self).baseAddress,
          Int32(password.count),
          salt,
          Int32(salt.count),
          rounds,
          hash.openSSLDigest,
          Int32(byteCount),
          buffer.baseAddress
        ) == 1
      }
      filled = isGood ? byteCount : 0
    }
    return isGood ? key : nil
  }
}
