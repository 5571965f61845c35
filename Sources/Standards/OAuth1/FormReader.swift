/// Reads form-encoded text pair by pair and writes each part in the encoding of RFC 5849 §3.6.
struct FormReader {
  private let text: [UInt8]
  private var index = 0
  private var pairStart = 0
  /// Whether the pair being read holds an escaped or plain byte outside ASCII.
  private(set) var pairHasHighBytes = false

  init(_ text: [UInt8]) {
    self.text = text
  }

  var isAtEnd: Bool { index == text.count }

  /// The undecoded name of the pair being read, cut to 64 bytes, for an error.
  var pairName: String {
    let name = text[pairStart...].prefix {
      $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "&")
    }
    return String(decoding: name.prefix(64), as: UTF8.self)
  }

  /// Skips one `&`; an empty pair is none.
  mutating func skipSeparator() -> Bool {
    guard text[index] == UInt8(ascii: "&") else { return false }
    index += 1
    return true
  }

  mutating func beginPair() {
    pairStart = index
    pairHasHighBytes = false
  }

  mutating func skipEquals() -> Bool {
    guard index < text.count, text[index] == UInt8(ascii: "=") else { return false }
    index += 1
    return true
  }

  /// Copies up to the end of the pair, or to `end` before it; `false` at a broken escape.
  mutating func copyComponent(endingAt end: UInt8?, to output: inout ByteWriter) -> Bool {
    while index < text.count {
      let byte = text[index]
      if ASCII.isUnreserved(byte) {
        output.append(byte)
        index += 1
        continue
      }
      if byte == UInt8(ascii: "&") || byte == end { return true }
      var decoded = byte
      if byte == UInt8(ascii: "%") {
        guard index + 2 < text.count, let high = ASCII.hexValue(text[index + 1]),
          let low = ASCII.hexValue(text[index + 2])
        else { return false }
        decoded = high << 4 | low
        index += 2
      } else if byte == UInt8(ascii: "+") {
        decoded = UInt8(ascii: " ")
      }
      index += 1
      if decoded >= 0x80 { pairHasHighBytes = true }
      EncodedParameters.appendEncoded(decoded, to: &output)
    }
    return true
  }
}
