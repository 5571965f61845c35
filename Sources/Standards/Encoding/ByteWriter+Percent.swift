extension ByteWriter {
  /// Appends bytes, percent-encoded unless they are unreserved (RFC 3986 §2.3).
  ///
  /// Three times as much memory as there are bytes must be left.
  @inline(__always)
  mutating func appendEncoded(_ bytes: Span<UInt8>) {
    unsafe write(atMost: bytes.count &* 3) { memory in
      var place = 0
      for index in bytes.indices {
        let byte = bytes[index]
        if ASCII.isUnreserved(byte) {
          unsafe memory[place] = byte
          place &+= 1
        } else {
          unsafe memory[place] = UInt8(ascii: "%")
          unsafe memory[place &+ 1] = ASCII.upperHexDigit(byte >> 4)
          unsafe memory[place &+ 2] = ASCII.upperHexDigit(byte & 15)
          place &+= 3
        }
      }
      return place
    }
  }

  /// Appends a text, percent-encoded.
  @inline(__always)
  mutating func appendEncoded(_ text: String) {
    text.withBytes { appendEncoded($0) }
  }

  /// Appends bytes, percent-encoded twice: the second encoding turns `%` into `%25`.
  ///
  /// Five times as much memory as there are bytes must be left.
  @inline(__always)
  mutating func appendEncodedTwice(_ bytes: Span<UInt8>) {
    unsafe write(atMost: bytes.count &* 5) { memory in
      var place = 0
      for index in bytes.indices {
        unsafe Self.encodeTwice(bytes[index], memory, &place)
      }
      return place
    }
  }

  @unsafe
  @inline(__always)
  private static func encodeTwice(
    _ byte: UInt8,
    _ memory: UnsafeMutablePointer<UInt8>,
    _ place: inout Int
  ) {
    if ASCII.isUnreserved(byte) {
      unsafe memory[place] = byte
      place &+= 1
    } else {
      unsafe memory[place] = UInt8(ascii: "%")
      unsafe memory[place &+ 1] = UInt8(ascii: "2")
      unsafe memory[place &+ 2] = UInt8(ascii: "5")
      unsafe memory[place &+ 3] = ASCII.upperHexDigit(byte >> 4)
      unsafe memory[place &+ 4] = ASCII.upperHexDigit(byte & 15)
      place &+= 5
    }
  }

  /// What a name or a value in form encoding turned out to be.
  enum FormComponent {
    case ascii
    case highBytes
    /// It holds a `%` without two digits.
    case brokenEscape
  }

  /// Takes form encoding over into percent-encoding twice, up to the end of the pair or to `end` before it.
  @inline(__always)
  mutating func appendComponent(
    of form: Span<UInt8>,
    from index: inout Int,
    until end: UInt8
  ) -> FormComponent {
    var kind = FormComponent.ascii
    var next = index
    unsafe write(atMost: (form.count &- index) &* 5) { memory in
      var place = 0
      while next < form.count {
        let byte = form[next]
        if ASCII.isUnreserved(byte) {
          unsafe memory[place] = byte
          place &+= 1
          next &+= 1
          continue
        }
        if byte == UInt8(ascii: "&") || byte == end { break }
        var decoded = byte
        if byte == UInt8(ascii: "%") {
          guard next &+ 2 < form.count, let high = ASCII.hexValue(form[next &+ 1]),
            let low = ASCII.hexValue(form[next &+ 2])
          else {
            kind = .brokenEscape
            break
          }
          decoded = high << 4 | low
          next &+= 2
        } else if byte == UInt8(ascii: "+") {
          decoded = UInt8(ascii: " ")
        }
        next &+= 1
        if decoded >= 0x80 { kind = .highBytes }
        unsafe Self.encodeTwice(decoded, memory, &place)
      }
      return place
    }
    index = next
    return kind
  }
}
