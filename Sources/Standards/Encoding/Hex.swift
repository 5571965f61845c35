/// Why a text is not base 16; never holds the text.
package enum HexError: Error, Hashable, Sendable {
  case oddLength
  /// A character that is no hexadecimal digit, in the pair that starts at the offset.
  case badDigit(near: Int)
}

/// Base 16 (RFC 4648 §8): written in lower case, read in either.
package enum Hex {
  /// Two lower-case digits for each byte.
  package static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      output.append(ASCII.lowerHexDigit(byte >> 4))
      output.append(ASCII.lowerHexDigit(byte & 15))
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The bytes that pairs of digits stand for.
  package static func decode(_ text: String) throws(HexError) -> [UInt8] {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { throw .oddLength }
    var output: [UInt8] = []
    output.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = ASCII.hexValue(digits[index]), let low = ASCII.hexValue(digits[index + 1])
      else { throw .badDigit(near: index) }
      output.append(high << 4 | low)
    }
    return output
  }
}
