/// A JWE that was opened (RFC 7516).
package struct OpenedJWE: Sendable {
  package let header: JWEHeader
  package let plaintext: [UInt8]
}

/// Encryption of content (RFC 7516).
package enum JWE {
  /// The longest compact or JSON serialization that is read, in bytes.
  package static let maximumLength = 1 << 20

  /// Whether a text has the five parts of a compact serialization, whatever is in them.
  package static func isCompact(_ token: String) -> Bool {
    token.utf8.count { $0 == UInt8(ascii: ".") } == 4
  }

  /// The compact serialization (RFC 7516 §7.1) for one recipient.
  package static func encrypt(
    _ plaintext: [UInt8],
    for recipient: JWERecipient,
    encryption: ContentEncryption,
    header members: JSONObject = JSONObject(),
    primitives: any EncryptionPrimitives
  ) throws(JWEError) -> String {
    var delivery = try recipient.deliver(
      contentKey: nil,
      encryption: encryption,
      primitives: primitives
    )
    defer { delivery.contentKey.wipe() }
    var header: JSONObject = [
      "alg": .string(recipient.algorithm.rawValue), "enc": .string(encryption.rawValue),
    ]
    if let keyID = recipient.key.keyID { header["kid"] = .string(keyID) }
    for member in members.members + delivery.members.members
    where member.name != "alg" && member.name != "enc" {
      header[member.name] = member.value
    }
    // What would be refused when read is not written.
    _ = try JWEHeader(parts: [header])
    let protected = Base64URL.encodedBytes(header.serializedBytes)
    let iv = primitives.random.bytes(encryption.ivSize)
    guard
      let sealed = encryption.seal(
        plaintext,
        key: delivery.contentKey,
        iv: iv,
        additionalData: protected,
        primitives: primitives
      )
    else { throw .cannotEncrypt }
    let parts = [
      protected, Base64URL.encodedBytes(delivery.encryptedKey), Base64URL.encodedBytes(iv),
      Base64URL.encodedBytes(sealed.ciphertext), Base64URL.encodedBytes(sealed.tag),
    ]
    return String(decoding: Array(parts.joined(separator: [JWS.dot])), as: UTF8.self)
  }

  /// Opens a compact serialization.
  package static func decrypt(
    _ token: String,
    keys: JWEDecryptionKeys,
    primitives: any EncryptionPrimitives
  ) throws(JWEError) -> OpenedJWE {
    guard token.utf8.count <= maximumLength else { throw .tooLong }
    let bytes = Array(token.utf8)
    let parts: CompactParts
    do {
      parts = try CompactParts(bytes, count: 5)
    } catch {
      throw .badShape
    }
    let header = try JWEHeader(parts: [JWEHeader.part(decode(bytes[parts[0]]))])
    let encryptedKey = try decode(bytes[parts[1]])
    let iv = try decode(bytes[parts[2]])
    let sealed = SealedContent(
      ciphertext: try decode(bytes[parts[3]]),
      tag: try decode(bytes[parts[4]])
    )
    return try open(
      sealed,
      header: header,
      encryptedKey: encryptedKey,
      iv: iv,
      additionalData: Array(bytes[parts[0]]),
      keys: keys,
      primitives: primitives
    )
  }

  static func open(
    _ sealed: SealedContent,
    header: JWEHeader,
    encryptedKey: [UInt8],
    iv: [UInt8],
    additionalData: [UInt8],
    keys: JWEDecryptionKeys,
    primitives: any EncryptionPrimitives
  ) throws(JWEError) -> OpenedJWE {
    var contentKey = try header.contentKey(
      encryptedKey,
      key: keys.key(for: header),
      iterations: keys.iterations,
      primitives: primitives
    )
    defer { contentKey.wipe() }
    guard
      let plaintext = header.encryption.open(
        sealed,
        key: contentKey,
        iv: iv,
        additionalData: additionalData,
        primitives: primitives
      )
    else { throw .cannotDecrypt }
    return OpenedJWE(header: header, plaintext: plaintext)
  }

  static func decode(_ part: ArraySlice<UInt8>) throws(JWEError) -> [UInt8] {
    do {
      return try Base64URL.decode(part)
    } catch {
      throw .badBase64URL
    }
  }
}
