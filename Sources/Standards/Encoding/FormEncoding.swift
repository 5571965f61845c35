/// Why a text is no `application/x-www-form-urlencoded`; never holds any of it.
package enum FormEncodingError: Error, Hashable, Sendable {
  /// A bad escape in the name or the value of a pair; the first pair is 1.
  ///
  /// What stands for a name may be anything where the text is no form, a secret among it.
  case malformedEscape(pair: Int)
}

/// `application/x-www-form-urlencoded` (RFC 6749, appendix B), as bodies and queries use it.
package enum FormEncoding {
  /// How a space is written.
  package enum Space: Sendable {
    /// As `+`, which a form body wants.
    case plus
    /// As `%20`, which every reader of a query understands.
    case percent
  }

  /// The encoded text, in the order of the pairs, each with its `=`.
  package static func encode(_ parameters: Parameters, space: Space = .plus) -> String {
    var output: [UInt8] = []
    for (index, pair) in parameters.pairs.enumerated() {
      if index > 0 { output.append(UInt8(ascii: "&")) }
      append(pair.name, space: space, to: &output)
      output.append(UInt8(ascii: "="))
      append(pair.value, space: space, to: &output)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// One name or value in encoded form, as HTTP Basic of RFC 6749 §2.3.1 wants it.
  package static func encode(component text: String, space: Space = .plus) -> String {
    var output: [UInt8] = []
    append(Array(text.utf8), space: space, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The pairs of an encoded text.
  ///
  /// Only `&` splits; `+` is a space; empty pairs are skipped; a name without `=` has an empty value.
  package static func decode(
    _ bytes: some Collection<UInt8>
  ) throws(FormEncodingError) -> Parameters {
    var pairs: [Parameter] = []
    let text = Array(bytes)
    var start = 0
    while start <= text.count {
      var end = start
      var equals: Int?
      while end < text.count, text[end] != UInt8(ascii: "&") {
        if equals == nil, text[end] == UInt8(ascii: "=") { equals = end }
        end += 1
      }
      if end > start {
        let rawName = text[start..<(equals ?? end)]
        let rawValue = equals.map { text[($0 + 1)..<end] } ?? []
        guard let name = decode(component: rawName), let value = decode(component: rawValue)
        else {
          throw .malformedEscape(pair: pairs.count + 1)
        }
        pairs.append(Parameter(name: name, value: value))
      }
      start = end + 1
    }
    return Parameters(pairs)
  }

  /// The pairs of an encoded text.
  package static func decode(_ text: String) throws(FormEncodingError) -> Parameters {
    try decode(text.utf8)
  }

  private static func append(_ bytes: [UInt8], space: Space, to output: inout [UInt8]) {
    for byte in bytes {
      if ASCII.isUnreserved(byte) {
        output.append(byte)
      } else if byte == UInt8(ascii: " "), space == .plus {
        output.append(UInt8(ascii: "+"))
      } else {
        PercentEncoding.appendEscape(byte, to: &output)
      }
    }
  }

  private static func decode(component bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < bytes.endIndex, let high = ASCII.hexValue(bytes[index + 1]),
          let low = ASCII.hexValue(bytes[index + 2])
        else { return nil }
        output.append(high << 4 | low)
        index += 3
      } else {
        output.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return output
  }
}
