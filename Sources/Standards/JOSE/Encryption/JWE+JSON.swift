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
    defer { contentKey?.wipe() }
    var entries: [JSONObject] = []
    for recipient in recipients {
      var delivery = try recipient.deliver(
        contentKey: contentKey,
        encryption: encryption,
        primitives: primitives
      )
      defer { delivery.contentKey.wipe() }
      contentKey = delivery.contentKey
      let header = recipient.header(for: delivery)
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

  /// Opens a JSON serialization as whichever recipient one of the keys is for.
  ///
  /// A header that a key fits does not say that the key is the recipient's: without a `kid`, or with a key
  /// that has none, only opening tells. So every recipient is tried until one opens (RFC 7516 §5.2). A
  /// fault of one recipient's header is that recipient's alone; a repeated member, `crit`, `zip`, an
  /// encoding or an `enc` that is not the same for all is the whole's.
  package static func decrypt(
    json object: JSONObject,
    keys: JWEDecryptionKeys,
    primitives: any EncryptionPrimitives
  ) throws(JWEError) -> OpenedJWE {
    guard object.serializedBytes.count <= maximumLength else { throw .tooLong }
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
    let additionalData = authenticated(protectedText, data)
    var recipients: [Recipient] = []
    for entry in try self.recipients(object) {
      recipients.append(
        Recipient(
          header: try self.object(entry, "header"),
          encryptedKey: try bytes(entry, "encrypted_key")
        )
      )
    }
    try requireOneEncryption([protected, unprotected], recipients)
    var keys = keys
    var reason = JWEError.noKey
    for recipient in recipients {
      var rounds: Int?
      do throws(JWEError) {
        let header = try JWEHeader(parts: [protected, unprotected, recipient.header])
        rounds = header.iterations
        return try open(
          sealed,
          header: header,
          encryptedKey: recipient.encryptedKey,
          iv: iv,
          additionalData: additionalData,
          keys: keys,
          primitives: primitives
        )
      } catch {
        if error == .duplicateMember || error == .badCritical || error == .compressed {
          throw error
        }
        // That one of the keys failed to open it says more than that another recipient has other keys.
        if reason != .cannotDecrypt { reason = error }
        if error == .cannotDecrypt, let rounds { keys.spend(rounds) }
      }
    }
    throw reason
  }

  /// Somebody whom the text is for, not yet read further.
  private struct Recipient {
    let header: JSONObject
    let encryptedKey: [UInt8]
  }

  /// The content is encrypted once, so `enc` must be the same for all (RFC 7516 §7.2.1).
  private static func requireOneEncryption(
    _ shared: [JSONObject],
    _ recipients: [Recipient]
  ) throws(JWEError) {
    var names: Set<String> = []
    for recipient in recipients {
      // Several in the parts of one header are told when it is put together.
      let named = (shared + [recipient.header]).compactMap { $0["enc"]?.string }
      if let name = named.first { names.insert(name) }
    }
    guard names.count <= 1 else { throw .badHeader }
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
