/// The two alphabets of RFC 4648 as lookup tables, and the loops that both codecs share.
enum Base64Alphabet {
  /// RFC 4648 §4: value to byte.
  static let standardSymbols: [UInt8] = [
    65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86,
    87, 88, 89, 90, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 48, 49, 50, 51, 52, 53, 54, 55, 56,
    57, 43, 47,
  ]

  /// RFC 4648 §5: value to byte.
  static let urlSymbols: [UInt8] = [
    65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86,
    87, 88, 89, 90, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 48, 49, 50, 51, 52, 53, 54, 55, 56,
    57, 45, 95,
  ]

  /// RFC 4648 §4: byte to value, 255 where the byte is not in the alphabet.
  static let standardValues: [UInt8] = [
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 62, 255, 255, 255, 63, 52, 53, 54, 55, 56, 57, 58, 59,
    60, 61, 255, 255, 255, 255, 255, 255, 255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
    14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 255, 255, 255, 255, 255, 255, 26, 27, 28,
    29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,
    51, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255,
  ]

  /// RFC 4648 §5: byte to value, 255 where the byte is not in the alphabet.
  static let urlValues: [UInt8] = [
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 62, 255, 255, 52, 53, 54, 55, 56, 57, 58, 59,
    60, 61, 255, 255, 255, 255, 255, 255, 255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
    14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 255, 255, 255, 255, 63, 255, 26, 27, 28,
    29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,
    51, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255,
  ]

  /// The length of the text of `count` bytes, without padding.
  static func encodedCount(_ count: Int) -> Int { (count * 4 + 2) / 3 }

  /// Encodes without padding.
  static func encode(_ bytes: borrowing Span<UInt8>, with symbols: [UInt8]) -> [UInt8] {
    let capacity = encodedCount(bytes.count)
    let source = copy bytes
    return ByteWriter.bytes(capacity: capacity) { (output: inout ByteWriter) in
      encode(source, with: symbols, to: &output)
    }
  }

  /// Encodes without padding, behind what was written before.
  static func encode(
    _ bytes: borrowing Span<UInt8>,
    with symbols: [UInt8],
    to output: inout ByteWriter
  ) {
    let symbols = symbols.span
    precondition(symbols.count == 64)
    var index = 0
    while index + 3 <= bytes.count {
      let group =
        UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
      output.append(symbols[Int(group >> 18)])
      output.append(symbols[Int(group >> 12 & 63)])
      output.append(symbols[Int(group >> 6 & 63)])
      output.append(symbols[Int(group & 63)])
      index += 3
    }
    switch bytes.count - index {
    case 1:
      output.append(symbols[Int(bytes[index] >> 2)])
      output.append(symbols[Int(bytes[index] & 3) << 4])
    case 2:
      let group = UInt32(bytes[index]) << 8 | UInt32(bytes[index + 1])
      output.append(symbols[Int(group >> 10)])
      output.append(symbols[Int(group >> 4 & 63)])
      output.append(symbols[Int(group & 15) << 2])
    default:
      break
    }
  }

  /// Decodes the first `count` bytes of `text`, which hold no padding.
  static func decode(
    _ text: borrowing Span<UInt8>,
    count: Int,
    with values: [UInt8]
  ) throws(Base64Error) -> [UInt8] {
    guard count % 4 != 1 else { throw .badLength }
    let text = text.extracting(0..<count)
    let values = values.span
    precondition(values.count == 256)
    return try ByteWriter.bytes(capacity: count * 3 / 4) {
      (output: inout ByteWriter) throws(Base64Error) in
      var index = 0
      while index + 4 <= text.count {
        let a = values[Int(text[index])]
        let b = values[Int(text[index + 1])]
        let c = values[Int(text[index + 2])]
        let d = values[Int(text[index + 3])]
        guard a | b | c | d < 64 else { throw .badCharacter(near: index) }
        output.append(a << 2 | b >> 4)
        output.append(b << 4 | c >> 2)
        output.append(c << 6 | d)
        index += 4
      }
      guard index < text.count else { return }
      let a = values[Int(text[index])]
      let b = values[Int(text[index + 1])]
      guard a | b < 64 else { throw .badCharacter(near: index) }
      output.append(a << 2 | b >> 4)
      guard index + 3 == text.count else {
        // Spare bits must be zero, or several texts would mean the same bytes (RFC 4648 §3.5).
        guard b & 15 == 0 else { throw .spareBits }
        return
      }
      let c = values[Int(text[index + 2])]
      guard c < 64 else { throw .badCharacter(near: index + 2) }
      guard c & 3 == 0 else { throw .spareBits }
      output.append(b << 4 | c >> 2)
    }
  }
}
