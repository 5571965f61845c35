extension JWS {
  /// The longest encoded keyed digest: 64 bytes.
  static let authenticationCodeLimit = 86

  @inline(__always)
  static func encode(_ code: borrowing AuthenticationCode, to output: inout ByteWriter) {
    Base64Alphabet.encode(
      code.storage.span.extracting(0..<code.count),
      with: Base64Alphabet.urlSymbols,
      to: &output
    )
  }

  /// Verifies a token with a keyed digest whose header held before, without copying any of it.
  ///
  /// The expected digest is encoded and compared with what stands in the token: base64url is canonical, so
  /// that equal texts mean equal digests. `nil` says only that the long way has to tell what is wrong.
  static func authenticated(
    _ token: borrowing Span<UInt8>,
    keys: JWSVerificationKeys
  ) -> VerifiedJWS? {
    var headerEnd = 0
    while headerEnd < token.count, token[headerEnd] != dot { headerEnd &+= 1 }
    guard headerEnd < token.count,
      let known = keys.seen.entry(token.extracting(0..<headerEnd)),
      let authenticator = known.authenticator, known.header.isPayloadEncoded
    else { return nil }
    let length = Base64Alphabet.encodedCount(authenticator.byteCount)
    let payloadEnd = token.count - length - 1
    guard payloadEnd > headerEnd, token[payloadEnd] == dot else { return nil }
    let code = authenticator.authenticate(token.extracting(0..<payloadEnd))
    let isEqual = ByteWriter.withTemporary(capacity: authenticationCodeLimit) { expected in
      encode(code, to: &expected)
      return expected.isEqual(to: token.extracting((payloadEnd + 1)..<token.count))
    }
    // The alphabet has no dot, so that this also makes sure of the number of parts.
    guard isEqual,
      let payload = try? Base64Alphabet.decode(
        token.extracting((headerEnd + 1)..<payloadEnd),
        count: payloadEnd - headerEnd - 1,
        with: Base64Alphabet.urlValues
      )
    else { return nil }
    return VerifiedJWS(header: known.header, payload: payload)
  }
}
