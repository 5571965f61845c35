/// Why a text cannot be percent-decoded; never holds the text.
package enum PercentEncodingError: Error, Hashable, Sendable {
  /// A `%` without two hexadecimal digits after it (RFC 3986 §2.1), at the offset in bytes.
  case malformedEscape(offset: Int)
}

/// Percent-encoding (RFC 3986 §2.1) as OAuth wants it: only the 66 unreserved characters stay.
package enum PercentEncoding {
  /// The encoded text of any bytes; escapes are in upper case (RFC 5849 §3.6).
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.underestimatedCount)
    append(bytes, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The encoded text of the UTF-8 bytes of `text`.
  package static func encode(_ text: String) -> String {
    guard !text.utf8.allSatisfy(ASCII.isUnreserved) else { return text }
    return encode(text.utf8)
  }

  /// Appends the encoded form of `bytes`, for callers that assemble a larger text.
  package static func append(_ bytes: some Sequence<UInt8>, to output: inout [UInt8]) {
    for byte in bytes {
      if ASCII.isUnreserved(byte) {
        output.append(byte)
      } else {
        appendEscape(byte, to: &output)
      }
    }
  }

  @inline(__always)
  static func appendEscape(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "%"))
    output.append(ASCII.upperHexDigit(byte >> 4))
    output.append(ASCII.upperHexDigit(byte & 15))
  }

  /// The bytes that an encoded text stands for; `+` is a plus.
  package static func decode(
    _ text: some Sequence<UInt8>
  ) throws(PercentEncodingError) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.underestimatedCount)
    var offset = 0
    var iterator = text.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        output.append(byte)
        offset += 1
        continue
      }
      guard let first = iterator.next(), let high = ASCII.hexValue(first),
        let second = iterator.next(), let low = ASCII.hexValue(second)
      else { throw .malformedEscape(offset: offset) }
      output.append(high << 4 | low)
      offset += 3
    }
    return output
  }

  /// The bytes that an encoded text stands for; `+` is a plus.
  package static func decode(_ text: String) throws(PercentEncodingError) -> [UInt8] {
    try decode(text.utf8)
  }
}
