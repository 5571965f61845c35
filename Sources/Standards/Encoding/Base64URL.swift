/// Base64url without padding (RFC 4648 §5, RFC 7515 §2), canonical only.
package enum Base64URL {
  /// The unpadded text of `bytes`.
  package static func encode(_ bytes: [UInt8]) -> String {
    String(decoding: encodedBytes(bytes), as: UTF8.self)
  }

  /// The unpadded text of `bytes` as ASCII bytes, for callers that assemble a larger text.
  package static func encodedBytes(_ bytes: [UInt8]) -> [UInt8] {
    Base64Alphabet.encode(bytes.span, with: Base64Alphabet.urlSymbols)
  }

  /// The bytes of an unpadded text; padding, `+`, `/` and non-zero spare bits are refused.
  package static func decode(_ text: String) throws(Base64Error) -> [UInt8] {
    try decode(Array(text.utf8))
  }

  /// The bytes of an unpadded text; padding, `+`, `/` and non-zero spare bits are refused.
  package static func decode(_ text: ArraySlice<UInt8>) throws(Base64Error) -> [UInt8] {
    try Base64Alphabet.decode(text.span, count: text.count, with: Base64Alphabet.urlValues)
  }

  /// The bytes of an unpadded text; padding, `+`, `/` and non-zero spare bits are refused.
  package static func decode(_ text: some Collection<UInt8>) throws(Base64Error) -> [UInt8] {
    let bytes = Array(text)
    return try Base64Alphabet.decode(bytes.span, count: bytes.count, with: Base64Alphabet.urlValues)
  }
}
