extension JSONValue {
  /// The shortest text: no white space, only what must be escaped is escaped (RFC 8259 §7).
  package var serialized: String { String(decoding: serializedBytes, as: UTF8.self) }

  /// The shortest text as UTF-8.
  package var serializedBytes: [UInt8] {
    var writer = JSONWriter(indent: nil)
    writer.write(self, level: 0)
    return writer.output
  }

  /// The shortest text in which nothing can hide: invisible characters are escaped too (RFC 8259 §7).
  ///
  /// C1 controls, marks of direction and other format characters could steer a terminal, or show what is
  /// not there. Read as JSON the text is the same value.
  package var visiblySerialized: String {
    var writer = JSONWriter(indent: nil, showsInvisible: true)
    writer.write(self, level: 0)
    return String(decoding: writer.output, as: UTF8.self)
  }

  /// The text for people: one member a line, two spaces for each level.
  package var prettyPrinted: String {
    var writer = JSONWriter(indent: 2)
    writer.write(self, level: 0)
    return String(decoding: writer.output, as: UTF8.self)
  }
}

extension JSONObject {
  /// The shortest text as UTF-8.
  package var serializedBytes: [UInt8] { JSONValue.object(self).serializedBytes }
}

private struct JSONWriter {
  let indent: Int?
  /// Whether characters that nobody sees are escaped.
  let showsInvisible: Bool
  var output: [UInt8] = []

  init(indent: Int?, showsInvisible: Bool = false) {
    self.indent = indent
    self.showsInvisible = showsInvisible
  }

  mutating func write(_ value: JSONValue, level: Int) {
    switch value {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let flag): output.append(contentsOf: (flag ? "true" : "false").utf8)
    case .number(let number): output.append(contentsOf: number.text.utf8)
    case .string(let text): write(text)
    case .array(let elements):
      write(elements, level: level, open: UInt8(ascii: "["), close: UInt8(ascii: "]")) {
        $0.write($1, level: level + 1)
      }
    case .object(let object):
      write(object.members, level: level, open: UInt8(ascii: "{"), close: UInt8(ascii: "}")) {
        $0.write($1.name)
        $0.output.append(UInt8(ascii: ":"))
        if $0.indent != nil { $0.output.append(UInt8(ascii: " ")) }
        $0.write($1.value, level: level + 1)
      }
    }
  }

  private mutating func write<Element>(
    _ elements: [Element],
    level: Int,
    open: UInt8,
    close: UInt8,
    body: (inout JSONWriter, Element) -> Void
  ) {
    output.append(open)
    for (index, element) in elements.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      newLine(level: level + 1)
      body(&self, element)
    }
    if !elements.isEmpty { newLine(level: level) }
    output.append(close)
  }

  private mutating func newLine(level: Int) {
    guard let indent else { return }
    output.append(0x0A)
    output.append(contentsOf: repeatElement(0x20, count: level * indent))
  }

  private mutating func write(_ text: String) {
    output.append(UInt8(ascii: "\""))
    // Most texts are ASCII, whose controls are escaped in any case.
    if showsInvisible, text.utf8.contains(where: { $0 >= 0x80 }) {
      for scalar in text.unicodeScalars {
        if scalar.isASCII || !Self.isInvisible(scalar) {
          write(bytes: String(scalar).utf8)
        } else {
          writeEscape(scalar)
        }
      }
    } else {
      write(bytes: text.utf8)
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// One escape, or two for a scalar beyond U+FFFF.
  private mutating func writeEscape(_ scalar: Unicode.Scalar) {
    for unit in String(scalar).utf16 {
      output.append(contentsOf: "\\u".utf8)
      for shift in [12, 8, 4, 0] {
        output.append(ASCII.lowerHexDigit(UInt8(truncatingIfNeeded: unit >> UInt16(shift)) & 15))
      }
    }
  }

  private mutating func write(bytes: some Sequence<UInt8>) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        output.append(UInt8(ascii: "\\"))
        output.append(byte)
      case 0x08: output.append(contentsOf: "\\b".utf8)
      case 0x09: output.append(contentsOf: "\\t".utf8)
      case 0x0A: output.append(contentsOf: "\\n".utf8)
      case 0x0C: output.append(contentsOf: "\\f".utf8)
      case 0x0D: output.append(contentsOf: "\\r".utf8)
      case 0..<0x20, 0x7F:
        output.append(contentsOf: "\\u00".utf8)
        output.append(ASCII.lowerHexDigit(byte >> 4))
        output.append(ASCII.lowerHexDigit(byte & 15))
      default: output.append(byte)
      }
    }
  }
}
