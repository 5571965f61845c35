import Standards

/// Text in which `{any}` stands for one or more characters of a token, which may be any.
struct AnyText: Sendable {
  static let mark = "{any}"

  private let parts: [[UInt8]]

  init(_ text: String) {
    parts = text.split(separator: Self.mark, omittingEmptySubsequences: false).map {
      Array($0.utf8)
    }
  }

  /// Whether `text` is this text with something in the place of each mark.
  func matches(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = parts.first, bytes.starts(with: first) else { return false }
    var position = first.count
    for (index, part) in parts.enumerated().dropFirst() {
      let isLast = index == parts.count - 1
      var end = position
      var found = false
      while end < bytes.count, Self.isTokenByte(bytes[end]) {
        end += 1
        let rest = bytes[end...]
        guard isLast ? rest.elementsEqual(part) : rest.starts(with: part), isLast || !part.isEmpty
        else { continue }
        found = true
        break
      }
      guard found else { return false }
      position = end + part.count
    }
    return position == bytes.count
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "%"), UInt8(ascii: "+"),
      UInt8(ascii: "/"), UInt8(ascii: "="):
      true
    default: false
    }
  }

  /// The text with a mark in the place of each signature that is another one each time it is made.
  ///
  /// Those are the JSON Web Signatures of ECDSA and RSA-PSS (RFC 7518 §3.4, §3.5).
  static func masked(_ text: String) -> String {
    var output = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "eyJ") {
      output += rest[..<start.lowerBound]
      rest = rest[start.lowerBound...]
      let token = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
      let parts = token.split(separator: ".", omittingEmptySubsequences: false)
      if parts.count == 3, isRandomised(header: String(parts[0])) {
        // What is bound to a key that is made anew differs with it (RFC 9449 §10).
        output +=
          namesKey(String(parts[1])) ? "\(parts[0]).\(mark)" : "\(parts[0]).\(parts[1]).\(mark)"
      } else {
        output += token
      }
      rest = rest[token.endIndex...]
    }
    output += rest
    return maskedParameter("dpop_jkt", in: output)
  }

  /// The text with a mark for the value of a query parameter.
  private static func maskedParameter(_ name: String, in text: String) -> String {
    guard let start = text.firstRange(of: "\(name)=") else { return text }
    let rest = text[start.upperBound...].drop { $0 != "&" }
    return text[..<start.upperBound] + mark + rest
  }

  private static func namesKey(_ payload: String) -> Bool {
    guard let bytes = try? Base64URL.decode(payload), let value = try? JSONReader.read(bytes) else {
      return false
    }
    return value["dpop_jkt"] != nil || value["cnf"] != nil
  }

  private static func isRandomised(header: String) -> Bool {
    guard let bytes = try? Base64URL.decode(header), let value = try? JSONReader.read(bytes),
      let algorithm = value["alg"]?.string
    else { return false }
    return algorithm.hasPrefix("ES") || algorithm.hasPrefix("PS")
  }
}
