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

  /// Verifies a JSON serialization: every signature must be good, so that nobody can slip one in.
  ///
  /// The answer has one entry for each signature, in order. Give the payload when it is detached.
  package static func verify(
    json object: JSONObject,
    detachedPayload: [UInt8]? = nil,
    keys: JWSVerificationKeys,
    options: Options = .strict
  ) throws(JWSError) -> [VerifiedJWS] {
    let written: [UInt8]?
    switch object["payload"] {
    case nil: written = nil
    case .string(let text)?: written = Array(text.utf8)
    default: throw .badShape
    }
    guard (written == nil) == (detachedPayload != nil) else { throw .badPayload }
    var results: [VerifiedJWS] = []
    var isFirstEncoded: Bool?
    for signature in try signatures(object) {
      let (protectedText, header) = try self.header(signature)
      guard header.isPayloadEncoded || options.allowsUnencodedPayload else {
        throw .badUnencodedPayload
      }
      // All signatures must read the payload the same way (RFC 7797 §3).
      guard isFirstEncoded == nil || isFirstEncoded == header.isPayloadEncoded else {
        throw .badUnencodedPayload
      }
      isFirstEncoded = header.isPayloadEncoded
      guard let text = signature["signature"]?.string else { throw .badShape }
      let bytes = try decode(Array(text.utf8)[...], options)
      let payload: [UInt8]
      let encoded: [UInt8]
      if let detachedPayload {
        payload = detachedPayload
        encoded = header.isPayloadEncoded ? Base64URL.encodedBytes(payload) : payload
      } else {
        encoded = written ?? []
        payload = header.isPayloadEncoded ? try decode(encoded[...], options) : encoded
      }
      let input = Array(protectedText.utf8) + [dot] + encoded
      guard try keys.verifier(for: header).isValid(bytes, for: input) else { throw .badSignature }
      results.append(VerifiedJWS(header: header, payload: payload))
    }
    return results
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
