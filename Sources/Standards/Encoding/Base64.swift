/// Why a text is not base64 or base64url; never holds the text.
package enum Base64Error: Error, Hashable, Sendable {
  /// The number of characters fits no sequence of bytes, or the padding is wrong.
  case badLength
  /// A character outside the alphabet, at or up to three places after the offset.
  case badCharacter(near: Int)
  /// The unused bits of the last character are not zero (RFC 4648 §3.5).
  case spareBits
}

/// Base64 with padding (RFC 4648 §4), strict both ways: one text for each sequence of bytes.
package enum Base64 {
  /// The padded text of `bytes`.
  package static func encode(_ bytes: [UInt8]) -> String {
    encode(bytes.span)
  }

  /// The padded text of a keyed digest.
  package static func encode(_ code: AuthenticationCode) -> String {
    encode(code.storage.span.extracting(0..<code.count))
  }

  private static func encode(_ bytes: Span<UInt8>) -> String {
    ByteWriter.text(capacity: (bytes.count + 2) / 3 * 4) { output in
      Base64Alphabet.encode(bytes, with: Base64Alphabet.standardSymbols, to: &output)
      while output.count % 4 != 0 { output.append(UInt8(ascii: "=")) }
    }
  }

  /// The bytes of a padded text without white space.
  package static func decode(_ text: String) throws(Base64Error) -> [UInt8] {
    try decode(Array(text.utf8))
  }

  /// The bytes of a padded text without white space.
  package static func decode(_ text: [UInt8]) throws(Base64Error) -> [UInt8] {
    guard text.count % 4 == 0 else { throw .badLength }
    var count = text.count
    if count > 0, text[count - 1] == UInt8(ascii: "=") { count -= 1 }
    if count > 0, text[count - 1] == UInt8(ascii: "=") { count -= 1 }
    return try Base64Alphabet.decode(
      text.span,
      count: count,
      with: Base64Alphabet.standardValues
    )
  }
}
