extension JWS {
  /// One signature of the general JSON serialization.
  package struct Part: Sendable {
    package let key: JWSSigningKey
    /// Members of the protected header besides `alg` and `kid`.
    package var protected: JSONObject
    package var unprotected: JSONObject
    /// Whether `alg` and `kid` stand in the protected header, where they belong (RFC 7515 §10.7).
    package var protectsAlgorithm: Bool

    package init(
      key: JWSSigningKey,
      protected: JSONObject = JSONObject(),
      unprotected: JSONObject = JSONObject(),
      protectsAlgorithm: Bool = true
    ) {
      self.key = key
      self.protected = protected
      self.unprotected = unprotected
      self.protectsAlgorithm = protectsAlgorithm
    }
  }

  /// The general JSON serialization (RFC 7515 §7.2.1).
  package static func signGeneral(
    _ payload: [UInt8],
    parts: [Part],
    detached: Bool = false
  ) throws(JWSError) -> JSONObject {
    guard !parts.isEmpty else { throw .noKey }
    let isEncoded = try isPayloadEncoded(parts[0].protected)
    for part in parts where try isPayloadEncoded(part.protected) != isEncoded {
      throw .badUnencodedPayload
    }
    var object = JSONObject()
    let encoded = isEncoded ? Base64URL.encodedBytes(payload) : payload
    if !detached {
      guard let text = String(validating: encoded, as: UTF8.self) else {
        throw .badUnencodedPayload
      }
      object["payload"] = .string(text)
    }
    let signatures = try parts.map { (part) throws(JWSError) in
      JSONValue.object(try signature(of: encoded, part))
    }
    object["signatures"] = .array(signatures)
    return object
  }

  /// The flattened JSON serialization (RFC 7515 §7.2.2).
  package static func signFlattened(
    _ payload: [UInt8],
    part: Part,
    detached: Bool = false
  ) throws(JWSError) -> JSONObject {
    let isEncoded = try isPayloadEncoded(part.protected)
    let encoded = isEncoded ? Base64URL.encodedBytes(payload) : payload
    var object = JSONObject()
    if !detached {
      guard let text = String(validating: encoded, as: UTF8.self) else {
        throw .badUnencodedPayload
      }
      object["payload"] = .string(text)
    }
    for member in try signature(of: encoded, part).members {
      object[member.name] = member.value
    }
    return object
  }

  private static func signature(
    of encodedPayload: [UInt8],
    _ part: Part
  ) throws(JWSError) -> JSONObject {
    var protected = part.protected
    var unprotected = part.unprotected
    if part.protectsAlgorithm {
      protected = part.key.header(adding: protected)
    } else {
      unprotected = part.key.header(adding: unprotected)
    }
    _ = try JWSHeader(protected: protected, unprotected: unprotected)
    let encodedHeader =
      protected.isEmpty ? [] : Base64URL.encodedBytes(protected.serializedBytes)
    guard let signature = part.key.signer.sign(encodedHeader + [dot] + encodedPayload) else {
      throw .cannotSign
    }
    var object = JSONObject()
    if !protected.isEmpty {
      object["protected"] = .string(String(decoding: encodedHeader, as: UTF8.self))
    }
    if !unprotected.isEmpty { object["header"] = .object(unprotected) }
    object["signature"] = .string(Base64URL.encode(signature))
    return object
  }

  /// Which signatures of a JSON serialization must hold; at least one always must (RFC 7515 §5.2).
  package enum Acceptance: Hashable, Sendable {
    /// Every one, so that nobody can slip one in.
    case every
    /// One or more, for a reader who knows only some of the signers.
    case anyOf
  }

  /// Verifies a JSON serialization and gives those of its signatures that hold, in order.
  ///
  /// Give the payload when it is detached. Throws the first fault where every signature must hold, and the
  /// most telling one where none does.
  package static func verify(
    json object: JSONObject,
    detachedPayload: [UInt8]? = nil,
    keys: JWSVerificationKeys,
    accepting acceptance: Acceptance = .every,
    options: Options = .strict
  ) throws(JWSError) -> [VerifiedJWS] {
    let results = try results(
      json: object,
      detachedPayload: detachedPayload,
      keys: keys,
      options: options
    )
    var verified: [VerifiedJWS] = []
    var fault = JWSError.noKey
    for result in results {
      do {
        verified.append(try result.get())
      } catch {
        if acceptance == .every { throw error }
        // Of signers who are not known nothing is expected.
        if fault == .noKey || error == .badSignature { fault = error }
      }
    }
    guard !verified.isEmpty else { throw fault }
    return verified
  }

  /// What came of each signature of a JSON serialization, in order.
  ///
  /// Throws only for what is wrong with the whole: its length and shape, its payload, and signatures that
  /// read the payload differently (RFC 7797 §3).
  package static func results(
    json object: JSONObject,
    detachedPayload: [UInt8]? = nil,
    keys: JWSVerificationKeys,
    options: Options = .strict
  ) throws(JWSError) -> [Result<VerifiedJWS, JWSError>] {
    guard object.serializedBytes.count <= maximumLength else { throw .tooLong }
    let content = try WrittenPayload(object, detached: detachedPayload)
    var results: [Result<VerifiedJWS, JWSError>] = []
    var isFirstEncoded: Bool?
    for signature in try signatures(object) {
      guard let text = signature["signature"]?.string else { throw .badShape }
      let read: (text: String, header: JWSHeader)
      do throws(JWSError) {
        read = try header(signature)
      } catch {
        if error == .badShape { throw error }
        results.append(.failure(error))
        continue
      }
      let isEncoded = read.header.isPayloadEncoded
      guard isFirstEncoded == nil || isFirstEncoded == isEncoded else {
        throw .badUnencodedPayload
      }
      isFirstEncoded = isEncoded
      results.append(
        Result { () throws(JWSError) in
          guard isEncoded || options.allowsUnencodedPayload else { throw .badUnencodedPayload }
          let bytes = try decode(Array(text.utf8)[...], options)
          let payload = try content.payload(isEncoded: isEncoded, options)
          let input = Array(read.text.utf8) + [dot] + content.encoded(isEncoded: isEncoded)
          guard try keys.verifier(for: read.header).isValid(bytes, for: input) else {
            throw .badSignature
          }
          return VerifiedJWS(header: read.header, payload: payload)
        }
      )
    }
    return results
  }

  /// The payload as it stands in the text, or as the caller has it.
  private struct WrittenPayload {
    private let written: [UInt8]
    private let isDetached: Bool

    init(_ object: JSONObject, detached: [UInt8]?) throws(JWSError) {
      switch (object["payload"], detached) {
      case (nil, let payload?): written = payload
      case (.string(let text)?, nil): written = Array(text.utf8)
      case (nil, nil), (.string?, _?): throw .badPayload
      default: throw .badShape
      }
      isDetached = detached != nil
    }

    func payload(isEncoded: Bool, _ options: Options) throws(JWSError) -> [UInt8] {
      isEncoded && !isDetached ? try decode(written[...], options) : written
    }

    /// What the signature covers.
    func encoded(isEncoded: Bool) -> [UInt8] {
      isEncoded && isDetached ? Base64URL.encodedBytes(written) : written
    }
  }

  private static let maximumSignatures = 16

  private static func signatures(_ object: JSONObject) throws(JWSError) -> [JSONObject] {
    guard let value = object["signatures"] else { return [object] }
    // A text that is both forms at once could be read either way (RFC 7515 §7.2.2).
    guard object["signature"] == nil, object["protected"] == nil, object["header"] == nil,
      let elements = value.array, !elements.isEmpty, elements.count <= maximumSignatures
    else { throw .badShape }
    let signatures = elements.compactMap(\.object)
    guard signatures.count == elements.count else { throw .badShape }
    return signatures
  }

  private static func header(
    _ signature: JSONObject
  ) throws(JWSError) -> (text: String, header: JWSHeader) {
    let unprotected: JSONObject
    switch signature["header"] {
    case nil: unprotected = JSONObject()
    case .object(let members)?: unprotected = members
    default: throw .badShape
    }
    switch signature["protected"] {
    case nil:
      return ("", try JWSHeader(protected: JSONObject(), unprotected: unprotected))
    case .string(let text)?:
      let json = try decode(Array(text.utf8)[...])
      return (text, try JWSHeader(protectedJSON: json, unprotected: unprotected))
    default: throw .badShape
    }
  }
}
