extension JSONCursor {
  /// Reads a string from its opening to its closing quotation mark (RFC 8259 §7).
  mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    var seen: UInt8 = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        // Nothing but ASCII is nothing to validate.
        let text =
          seen < 0x80
          ? String(decoding: bytes[start..<position], as: UTF8.self)
          : try text(Array(bytes[start..<position]), from: start)
        position += 1
        return text
      }
      seen |= byte
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
      guard byte >= 0x20 else { throw JSONError(.controlCharacter, at: position) }
      position += 1
    }
    throw JSONError(.unexpectedEnd, at: position)
  }

  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var buffer = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        let text = try text(buffer, from: start)
        position += 1
        return text
      }
      if byte == UInt8(ascii: "\\") {
        try escape(into: &buffer)
      } else {
        guard byte >= 0x20 else { throw JSONError(.controlCharacter, at: position) }
        buffer.append(byte)
        position += 1
      }
    }
    throw JSONError(.unexpectedEnd, at: position)
  }

  private func text(_ bytes: [UInt8], from start: Int) throws(JSONError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw JSONError(.badUTF8, at: start)
    }
    return text
  }

  private mutating func escape(into buffer: inout [UInt8]) throws(JSONError) {
    let start = position
    position += 1
    let letter = current
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(letter)
    case UInt8(ascii: "b"): buffer.append(0x08)
    case UInt8(ascii: "f"): buffer.append(0x0C)
    case UInt8(ascii: "n"): buffer.append(0x0A)
    case UInt8(ascii: "r"): buffer.append(0x0D)
    case UInt8(ascii: "t"): buffer.append(0x09)
    case UInt8(ascii: "u"): append(try unicodeEscape(from: start), to: &buffer)
    default: throw JSONError(.badEscape, at: start)
    }
  }

  /// Reads what follows `\u`, and the second half of a pair with it.
  private mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try fourDigits(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A high half with a low half after it makes a character; all else is a lone half.
    if first < 0xDC00, current == UInt8(ascii: "\\"), position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "u")
    {
      let resume = position
      position += 2
      let second = try fourDigits(from: resume)
      if 0xDC00...0xDFFF ~= second,
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
      position = resume
    }
    guard limits.loneSurrogates == .replace else { throw JSONError(.loneSurrogate, at: start) }
    return "\u{FFFD}"
  }

  private mutating func fourDigits(from start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = ASCII.hexValue(current) else { throw JSONError(.badEscape, at: start) }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private func append(_ scalar: Unicode.Scalar, to buffer: inout [UInt8]) {
    buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
