/// Classes of ASCII bytes that several grammars share.
package enum ASCII {
  @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10
  }

  @inline(__always)
  package static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26
  }

  /// Whether a byte stands for itself everywhere in a URI (RFC 3986 §2.3).
  @inline(__always)
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    // A bit for each byte of the lower and the upper half of ASCII: `-.0…9` and `A…Z_a…z~`.
    let bits: UInt64 = byte & 0x40 == 0 ? 0x03FF_6000_0000_0000 : 0x47FF_FFFE_87FF_FFFE
    return byte < 0x80 && bits &>> UInt64(byte & 0x3F) & 1 == 1
  }

  /// Whether a byte may be part of a method or a field name (`tchar`, RFC 9110 §5.6.2).
  package static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
      UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
      UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default:
      isLetter(byte) || isDigit(byte)
    }
  }

  /// The byte in lower case if it is a letter.
  @inline(__always)
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// The text with A–Z in lower case and nothing else changed.
  ///
  /// `String.lowercased()` also maps the Kelvin sign to `k`, so that it must not decide about names.
  package static func lowercased(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 &- 0x41 < 26 }) else { return text }
    return String(decoding: text.utf8.map { lowercased($0) }, as: UTF8.self)
  }

  /// Whether two texts are equal but for the case of A–Z.
  package static func equalIgnoringCase(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return left.withBytes { left in
      right.withBytes { right in
        for index in left.indices where left[index] != right[index] {
          guard lowercased(left[index]) == lowercased(right[index]) else { return false }
        }
        return true
      }
    }
  }

  @inline(__always)
  static func hexValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte &- 0x30 }
    let lower = byte | 0x20
    return lower &- 0x61 < 6 ? lower &- 0x61 &+ 10 : nil
  }

  @inline(__always)
  static func lowerHexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? value &+ 0x30 : value &+ 0x57
  }

  @inline(__always)
  static func upperHexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? value &+ 0x30 : value &+ 0x37
  }
}

extension String {
  /// Whether two texts are the same bytes.
  ///
  /// `==` also takes canonically equivalent texts for equal (the Kelvin sign and `K`), which must not
  /// decide about issuers, names of claims, hosts or secrets (RFC 8259 §8.3, RFC 8414 §3.3).
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withBytes { own in
      other.withBytes { others in
        for index in own.indices where own[index] != others[index] { return false }
        return true
      }
    }
  }

  /// Lends the UTF-8 bytes, which nearly always lie in one piece.
  ///
  /// It is inlined where `utf8Span` is a call into the standard library.
  @inline(__always)
  func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    if let result = unsafe utf8.withContiguousStorageIfAvailable({ unsafe body($0.span) }) {
      return result
    }
    return body(Array(utf8).span)
  }
}
