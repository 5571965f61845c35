/// A JWS whose signature was verified (RFC 7515).
package struct VerifiedJWS: Sendable {
  package let header: JWSHeader
  package let payload: [UInt8]
}

/// Signatures over content (RFC 7515).
package enum JWS {
  /// The longest compact or JSON serialization that is read, in bytes.
  package static let maximumLength = 1 << 20

  /// What the reader takes beyond the default.
  package struct Options: Sendable {
    /// Payloads that are not encoded (`b64` false, RFC 7797); never for a JWT.
    package var allowsUnencodedPayload: Bool
    /// `=` at the end of parts, as one load balancer sends it; against RFC 7515 §2.
    package var allowsPadding: Bool

    package init(allowsUnencodedPayload: Bool = false, allowsPadding: Bool = false) {
      self.allowsUnencodedPayload = allowsUnencodedPayload
      self.allowsPadding = allowsPadding
    }

    package static let strict = Options()
  }

  /// The compact serialization (RFC 7515 §7.1) with `alg`, the key's `kid` and the given header members.
  package static func sign(
    _ payload: [UInt8],
    header members: JSONObject = JSONObject(),
    with key: JWSSigningKey
  ) throws(JWSError) -> String {
    var text = try encodedHeader(members, key: key)
    text.append(dot)
    let isEncoded = try isPayloadEncoded(members)
    if isEncoded {
      text += Base64URL.encodedBytes(payload)
    } else {
      // Only what can be told from the dots and needs no escaping may stand there (RFC 7797 §5.2).
      guard payload.allSatisfy({ 0x20...0x7E ~= $0 && $0 != dot }) else {
        throw .badUnencodedPayload
      }
      text += payload
    }
    guard let signature = key.signer.sign(text) else { throw .cannotSign }
    text.append(dot)
    text += Base64URL.encodedBytes(signature)
    return String(decoding: text, as: UTF8.self)
  }

  /// The compact serialization without its payload (RFC 7515, appendix F).
  package static func signDetached(
    _ payload: [UInt8],
    header members: JSONObject = JSONObject(),
    with key: JWSSigningKey
  ) throws(JWSError) -> String {
    let header = try encodedHeader(members, key: key)
    var input = header
    input.append(dot)
    input += try isPayloadEncoded(members) ? Base64URL.encodedBytes(payload) : payload
    guard let signature = key.signer.sign(input) else { throw .cannotSign }
    var text = header
    text += [dot, dot]
    text += Base64URL.encodedBytes(signature)
    return String(decoding: text, as: UTF8.self)
  }

  /// Verifies a compact serialization; give the payload when it is detached.
  ///
  /// The order of checks: length, dots, base64url, JSON, `crit`, algorithm and key, signature.
  package static func verify(
    _ token: String,
    detachedPayload: [UInt8]? = nil,
    keys: JWSVerificationKeys,
    options: Options = .strict
  ) throws(JWSError) -> VerifiedJWS {
    guard token.utf8.count <= maximumLength else { throw .tooLong }
    let bytes = Array(token.utf8)
    let parts = try CompactParts(bytes, count: 3)
    let header = try JWSHeader(protectedJSON: decode(bytes[parts[0]], options))
    guard header.isPayloadEncoded || options.allowsUnencodedPayload else {
      throw .badUnencodedPayload
    }
    let signature = try decode(bytes[parts[2]], options)
    let payload: [UInt8]
    var input: [UInt8]
    if let detachedPayload {
      guard parts[1].isEmpty else { throw .badPayload }
      payload = detachedPayload
      input = Array(bytes[...parts[0].upperBound])
      input += header.isPayloadEncoded ? Base64URL.encodedBytes(payload) : payload
    } else {
      let part = bytes[parts[1]]
      payload = header.isPayloadEncoded ? try decode(part, options) : Array(part)
      input = Array(bytes[..<parts[1].upperBound])
    }
    let verifier = try keys.verifier(for: header)
    guard verifier.isValid(signature, for: input) else { throw .badSignature }
    return VerifiedJWS(header: header, payload: payload)
  }

  static let dot = UInt8(ascii: ".")

  static func encodedHeader(
    _ members: JSONObject,
    key: JWSSigningKey
  ) throws(JWSError) -> [UInt8] {
    if members.isEmpty { return key.plainHeader }
    let header = key.header(adding: members)
    // What would be refused when read is not written.
    _ = try JWSHeader(protected: header)
    return Base64URL.encodedBytes(header.serializedBytes)
  }

  static func isPayloadEncoded(_ members: JSONObject) throws(JWSError) -> Bool {
    guard let value = members["b64"] else { return true }
    guard let isEncoded = value.bool else { throw .badUnencodedPayload }
    return isEncoded
  }

  static func decode(
    _ part: ArraySlice<UInt8>,
    _ options: Options = .strict
  ) throws(JWSError) -> [UInt8] {
    var part = part
    if options.allowsPadding {
      let unpadded = part.reversed().drop { $0 == UInt8(ascii: "=") }.count
      guard part.count - unpadded <= 2, part.count == unpadded || part.count % 4 == 0 else {
        throw .badBase64URL
      }
      part = part.prefix(unpadded)
    }
    do {
      return try Base64URL.decode(part)
    } catch {
      throw .badBase64URL
    }
  }
}

/// The parts of a compact serialization, found by counting dots before anything is copied.
struct CompactParts {
  private let ranges: [Range<Int>]

  /// Throws unless there are exactly `count` parts.
  init(_ bytes: [UInt8], count: Int) throws(JWSError) {
    var ranges: [Range<Int>] = []
    var start = 0
    for index in bytes.indices where bytes[index] == JWS.dot {
      guard ranges.count < count - 1 else { throw .badShape }
      ranges.append(start..<index)
      start = index + 1
    }
    ranges.append(start..<bytes.count)
    guard ranges.count == count else { throw .badShape }
    self.ranges = ranges
  }

  subscript(index: Int) -> Range<Int> { ranges[index] }
}
