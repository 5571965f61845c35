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
    let header = try encodedHeader(members, key: key)
    let isEncoded = try isPayloadEncoded(members)
    // Only what can be told from the dots and needs no escaping may stand there (RFC 7797 §5.2).
    guard isEncoded || payload.allSatisfy({ 0x20...0x7E ~= $0 && $0 != dot }) else {
      throw .badUnencodedPayload
    }
    let count =
      header.count + 1 + (isEncoded ? Base64Alphabet.encodedCount(payload.count) : payload.count)
    if let authenticator = key.authenticator {
      return ByteWriter.text(capacity: count + 1 + authenticationCodeLimit) { output in
        appendInput(header, payload, isEncoded: isEncoded, to: &output)
        let code = output.withWritten { authenticator.authenticate($0) }
        output.append(dot)
        encode(code, to: &output)
      }
    }
    let input = ByteWriter.bytes(capacity: count) { output in
      appendInput(header, payload, isEncoded: isEncoded, to: &output)
    }
    guard let signature = key.signer.sign(input) else { throw .cannotSign }
    return ByteWriter.text(capacity: count + 1 + Base64Alphabet.encodedCount(signature.count)) {
      output in
      output.append(input.span, input.indices)
      output.append(dot)
      Base64Alphabet.encode(signature.span, with: Base64Alphabet.urlSymbols, to: &output)
    }
  }

  /// What is signed (RFC 7515 §5.1, step 8).
  @inline(__always)
  private static func appendInput(
    _ header: [UInt8],
    _ payload: [UInt8],
    isEncoded: Bool,
    to output: inout ByteWriter
  ) {
    output.append(header.span, header.indices)
    output.append(dot)
    if isEncoded {
      Base64Alphabet.encode(payload.span, with: Base64Alphabet.urlSymbols, to: &output)
    } else {
      output.append(payload.span, payload.indices)
    }
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
    if detachedPayload == nil, let verified = authenticated(token.utf8Span.span, keys: keys) {
      return verified
    }
    let bytes = Array(token.utf8)
    do {
      return try verify(
        bytes,
        parts: try SignedParts(bytes),
        detachedPayload: detachedPayload,
        keys: keys,
        options: options
      )
    } catch {
      // What has another number of dots is no signed token at all, whatever else is wrong.
      _ = try CompactParts(bytes, count: 3)
      throw error
    }
  }

  private static func verify(
    _ bytes: [UInt8],
    parts: SignedParts,
    detachedPayload: [UInt8]?,
    keys: JWSVerificationKeys,
    options: Options
  ) throws(JWSError) -> VerifiedJWS {
    let known = keys.seen.entry(bytes.span.extracting(parts.header))
    let header =
      if let known { known.header } else {
        try JWSHeader(protectedJSON: decode(bytes[parts.header], options))
      }
    guard header.isPayloadEncoded || options.allowsUnencodedPayload else {
      throw .badUnencodedPayload
    }
    let signature = try decode(bytes[parts.signature], options)
    let payload: [UInt8]
    let input: ArraySlice<UInt8>
    if let detachedPayload {
      guard parts.payload.isEmpty else { throw .badPayload }
      payload = detachedPayload
      let encoded = header.isPayloadEncoded ? Base64URL.encodedBytes(payload) : payload
      input = (bytes[...parts.header.upperBound] + encoded)[...]
    } else {
      let part = bytes[parts.payload]
      if header.isPayloadEncoded {
        // Base64url has no dot, so that this also makes sure of the number of parts.
        payload = try decode(part, options)
      } else {
        _ = try CompactParts(bytes, count: 3)
        payload = Array(part)
      }
      input = bytes[..<parts.payload.upperBound]
    }
    let verifier = if let known { known.verifier } else { try keys.verifier(for: header) }
    guard verifier.isValid(signature, for: input) else { throw .badSignature }
    if known == nil, !options.allowsPadding {
      keys.seen.remember(bytes[parts.header], header: header, verifier: verifier)
    }
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

/// The outer parts of a signed compact serialization; what lies between may still hold dots.
private struct SignedParts {
  let header: Range<Int>
  let payload: Range<Int>
  let signature: Range<Int>

  init(_ bytes: [UInt8]) throws(JWSError) {
    guard let first = bytes.firstIndex(of: JWS.dot), let last = bytes.lastIndex(of: JWS.dot),
      first < last
    else { throw .badShape }
    header = 0..<first
    payload = (first + 1)..<last
    signature = (last + 1)..<bytes.count
  }
}

/// The parts of a compact serialization, found by counting dots before anything is copied.
struct CompactParts {
  private let ranges: [Range<Int>]

  /// Throws unless there are exactly `count` parts.
  init(_ bytes: [UInt8], count: Int) throws(JWSError) {
    let text = bytes.span
    var dots = 0
    for index in text.indices { dots &+= text[index] == JWS.dot ? 1 : 0 }
    guard dots == count - 1 else { throw .badShape }
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(count)
    var start = 0
    for index in text.indices where text[index] == JWS.dot {
      ranges.append(start..<index)
      start = index + 1
    }
    ranges.append(start..<bytes.count)
    guard ranges.count == count else { throw .badShape }
    self.ranges = ranges
  }

  subscript(index: Int) -> Range<Int> { ranges[index] }
}
