/// How the content of a JWE is encrypted (RFC 7518 §5); always with a tag over content and header.
package enum ContentEncryption: String, Hashable, Sendable, CaseIterable {
  case a128CBCHS256 = "A128CBC-HS256"
  case a192CBCHS384 = "A192CBC-HS384"
  case a256CBCHS512 = "A256CBC-HS512"
  case a128GCM = "A128GCM"
  case a192GCM = "A192GCM"
  case a256GCM = "A256GCM"

  /// The length of the content key in bytes.
  package var keySize: Int {
    switch self {
    case .a128GCM: 16
    case .a192GCM: 24
    case .a256GCM, .a128CBCHS256: 32
    case .a192CBCHS384: 48
    case .a256CBCHS512: 64
    }
  }

  /// The hash of the tag; `nil` for GCM, which makes its own.
  var hash: HashAlgorithm? {
    switch self {
    case .a128CBCHS256: .sha256
    case .a192CBCHS384: .sha384
    case .a256CBCHS512: .sha512
    case .a128GCM, .a192GCM, .a256GCM: nil
    }
  }

  var ivSize: Int { hash == nil ? 12 : 16 }

  var tagSize: Int { hash == nil ? 16 : keySize / 2 }
}

/// Encrypted content with its tag.
package struct SealedContent: Hashable, Sendable {
  package var ciphertext: [UInt8]
  package var tag: [UInt8]

  package init(ciphertext: [UInt8], tag: [UInt8]) {
    self.ciphertext = ciphertext
    self.tag = tag
  }
}

extension ContentEncryption {
  /// Encrypts with the content key; `nil` when the library fails.
  package func seal(
    _ plaintext: [UInt8],
    key: [UInt8],
    iv: [UInt8],
    additionalData: [UInt8],
    primitives: any EncryptionPrimitives
  ) -> SealedContent? {
    guard let hash else {
      return primitives.sealGCM(plaintext, key: key, iv: iv, additionalData: additionalData)
    }
    var halves = Halves(key)
    defer { halves.wipe() }
    guard let ciphertext = primitives.encryptCBC(plaintext, key: halves.encryption, iv: iv) else {
      return nil
    }
    let tag = self.tag(
      ciphertext,
      key: halves.authentication,
      iv: iv,
      additionalData: additionalData,
      hash: hash,
      primitives: primitives
    )
    return SealedContent(ciphertext: ciphertext, tag: tag)
  }

  /// Decrypts with the content key; `nil` for any fault whatever, so that none can be told from another.
  package func open(
    _ sealed: SealedContent,
    key: [UInt8],
    iv: [UInt8],
    additionalData: [UInt8],
    primitives: any EncryptionPrimitives
  ) -> [UInt8]? {
    guard key.count == keySize, iv.count == ivSize, sealed.tag.count == tagSize else { return nil }
    guard let hash else {
      return primitives.openGCM(sealed, key: key, iv: iv, additionalData: additionalData)
    }
    var halves = Halves(key)
    defer { halves.wipe() }
    let tag = self.tag(
      sealed.ciphertext,
      key: halves.authentication,
      iv: iv,
      additionalData: additionalData,
      hash: hash,
      primitives: primitives
    )
    // The tag first: padding is looked at only in what the sender made (RFC 7518 §5.2.2.2).
    guard primitives.isEqual(tag, sealed.tag) else { return nil }
    return primitives.decryptCBC(sealed.ciphertext, key: halves.encryption, iv: iv)
  }

  /// The two keys that a content key is for CBC (RFC 7518 §5.2.2.1, step 1).
  private struct Halves {
    var authentication: [UInt8]
    var encryption: [UInt8]

    init(_ key: [UInt8]) {
      authentication = Array(key[..<(key.count / 2)])
      encryption = Array(key[(key.count / 2)...])
    }

    mutating func wipe() {
      authentication.wipe()
      encryption.wipe()
    }
  }

  /// RFC 7518 §5.2.2.1, step 5: the first half of the HMAC over header, vector, content and a length.
  private func tag(
    _ ciphertext: [UInt8],
    key: [UInt8],
    iv: [UInt8],
    additionalData: [UInt8],
    hash: HashAlgorithm,
    primitives: any EncryptionPrimitives
  ) -> [UInt8] {
    let bits = UInt64(additionalData.count) * 8
    let length = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    let message = additionalData + iv + ciphertext + length
    return Array(primitives.hashing.hmac(hash, key: key, message).prefix(tagSize))
  }
}
