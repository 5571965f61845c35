extension JWE {
  private static let maximumRecipients = 16

  /// The general JSON serialization (RFC 7516 §7.2.1), or the flattened one for a single recipient.
  ///
  /// `enc` stands in the protected header, `alg` in each recipient's own.
  package static func encryptJSON(
    _ plaintext: [UInt8],
    for recipients: [JWERecipient],
    encryption: ContentEncryption,
    protected members: JSONObject = JSONObject(),
    unprotected: JSONObject = JSONObject(),
    additionalData: [UInt8]? = nil,
    flattened: Bool = false,
    primitives: any EncryptionPrimitives
  ) throws(JWEError) -> JSONObject {
    guard !recipients.isEmpty, recipients.count == 1 || !flattened else { throw .badShape }
    var protected = members
    protected["enc"] = .string(encryption.rawValue)
    var contentKey: [UInt8]? =
      recipients.count > 1 ? primitives.random.bytes(encryption.keySize) : nil
    var entries: [JSONObject] = []
    for recipient in recipients {
      let delivery = try recipient.deliver(
        contentKey: contentKey,
        encryption: encryption,
        primitives: primitives
      )
      contentKey = delivery.contentKey
      var header: JSONObject = ["alg": .string(recipient.algorithm.rawValue)]
      if let keyID = recipient.key.keyID { header["kid"] = .string(keyID) }
      for member in recipient.header.members + delivery.members.members {
        header[member.name] = member.value
      }
      _ = try JWEHeader(parts: [protected, unprotected, header])
      var entry: JSONObject = ["header": .object(header)]
      if !delivery.encryptedKey.isEmpty {
        entry["encrypted_key"] = .string(Base64URL.encode(delivery.encryptedKey))
      }
      entries.append(entry)
    }
    let encodedHeader = Base64URL.encode(protected.serializedBytes)
    let encodedData = additionalData.map { Base64URL.encode($0) }
    let iv = primitives.random.bytes(encryption.ivSize)
    guard
      let sealed = encryption.seal(
        plaintext,
        key: contentKey ?? [],
        iv: iv,
        additionalData: authenticated(encodedHeader, encodedData),
        primitives: primitives
      )
    else { throw .cannotEncrypt }
    var object: JSONObject = ["protected": .string(encodedHeader)]
    if !unprotected.isEmpty { object["unprotected"] = .object(unprotected) }
    if flattened {
      for member in entries[0].members { object[member.name] = member.value }
    } else {
      object["recipients"] = .array(entries.map { .object($0) })
    }
    if let encodedData { object["aad"] = .string(encodedData) }
    object["iv"] = .string(Base64URL.encode(iv))
    object["ciphertext"] = .string(Base64URL.encode(sealed.ciphertext))
    object["tag"] = .string(Base64URL.encode(sealed.tag))
    return object
  }

  /// RFC 7516 §5.1, step 14.
  private static func authenticated(_ protected: String, _ data: String?) -> [UInt8] {
    Array(data.map { "\(protected).\($0)" }?.utf8 ?? protected.utf8)
  }

  /// Opens a JSON serialization as the first recipient whose header one of the keys fits.
  package static func decrypt(
    json object: JSONObject,
    keys: JWEDecryptionKeys,
    primitives: any EncryptionPrimitives
  ) throws(JWEError) -> OpenedJWE {
    let protectedText = try text(object, "protected") ?? ""
    let protected =
      protectedText.isEmpty
      ? JSONObject() : try JWEHeader.part(decode(Array(protectedText.utf8)[...]))
    let unprotected = try self.object(object, "unprotected")
    let sealed = SealedContent(
      ciphertext: try bytes(object, "ciphertext"),
      tag: try bytes(object, "tag")
    )
    let iv = try bytes(object, "iv")
    let data = try text(object, "aad")
    if let data { _ = try decode(Array(data.utf8)[...]) }
    var reason = JWEError.noKey
    for recipient in try recipients(object) {
      let header: JWEHeader
      do {
        header = try JWEHeader(
          parts: [protected, unprotected, self.object(recipient, "header")]
        )
        _ = try keys.key(for: header)
      } catch {
        // Another recipient's algorithm need not be known here; what is wrong for all is.
        if error == .duplicateMember || error == .badCritical || error == .compressed {
          throw error
        }
        reason = error
        continue
      }
      return try open(
        sealed,
        header: header,
        encryptedKey: try bytes(recipient, "encrypted_key"),
        iv: iv,
        additionalData: authenticated(protectedText, data),
        keys: keys,
        primitives: primitives
      )
    }
    throw reason
  }

  private static func recipients(_ object: JSONObject) throws(JWEError) -> [JSONObject] {
    guard let value = object["recipients"] else { return [object] }
    // A text that is both forms at once could be read either way (RFC 7516 §7.2.2).
    guard object["encrypted_key"] == nil, object["header"] == nil, let elements = value.array,
      !elements.isEmpty, elements.count <= maximumRecipients
    else { throw .badShape }
    let recipients = elements.compactMap(\.object)
    guard recipients.count == elements.count else { throw .badShape }
    return recipients
  }

  private static func text(_ object: JSONObject, _ name: String) throws(JWEError) -> String? {
    guard let value = object[name] else { return nil }
    guard let text = value.string else { throw .badShape }
    return text
  }

  private static func bytes(_ object: JSONObject, _ name: String) throws(JWEError) -> [UInt8] {
    try decode(Array((try text(object, name) ?? "").utf8)[...])
  }

  private static func object(
    _ object: JSONObject,
    _ name: String
  ) throws(JWEError) -> JSONObject {
    guard let value = object[name] else { return JSONObject() }
    guard let members = value.object else { throw .badShape }
    return members
  }
}
