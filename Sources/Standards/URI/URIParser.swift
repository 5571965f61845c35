/// The grammar of RFC 3986, appendix A, narrowed to what every reader understands the same way.
struct URIParser {
  private let text: String
  private let bytes: [UInt8]
  private static let maximumLength = 64 << 10

  init(text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  mutating func parse() throws(URIError) -> URI {
    guard bytes.count <= Self.maximumLength else { throw URIError(.tooLong) }
    let colon = try schemeEnd()
    let scheme = String(decoding: bytes[..<colon].map(ASCII.lowercased), as: UTF8.self)
    var rest = colon + 1
    var authority = Authority()
    let isWeb = scheme == "http" || scheme == "https"
    let hasAuthority =
      rest + 1 < bytes.count && bytes[rest] == Self.slash && bytes[rest + 1] == Self.slash
    if hasAuthority {
      let end = firstIndex(from: rest + 2) {
        $0 == Self.slash || $0 == Self.question || $0 == Self.hash
      }
      authority = try AuthorityParser(bytes: bytes, range: rest + 2..<end).parse()
      rest = end
    }
    if isWeb {
      guard hasAuthority else { throw URIError(.missingAuthority, at: rest) }
      guard !authority.host.isEmpty else { throw URIError(.emptyHost, at: rest) }
    }
    let pathEnd = firstIndex(from: rest) { $0 == Self.question || $0 == Self.hash }
    let queryEnd = firstIndex(from: pathEnd) { $0 == Self.hash }
    try check(rest..<pathEnd, component: .path)
    if pathEnd < queryEnd { try check(pathEnd + 1..<queryEnd, component: .query) }
    if queryEnd < bytes.count { try check(queryEnd + 1..<bytes.count, component: .fragment) }
    return URI(
      scheme: scheme,
      userInfo: authority.userInfo,
      host: authority.host,
      port: authority.port,
      path: slice(rest..<pathEnd),
      query: pathEnd < queryEnd ? slice(pathEnd + 1..<queryEnd) : nil,
      fragment: queryEnd < bytes.count ? slice(queryEnd + 1..<bytes.count) : nil,
      text: text
    )
  }

  private static let slash = UInt8(ascii: "/")
  private static let question = UInt8(ascii: "?")
  private static let hash = UInt8(ascii: "#")

  private func schemeEnd() throws(URIError) -> Int {
    guard let first = bytes.first else { throw URIError(.missingScheme) }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      throw URIError(.missingScheme)
    }
    guard ASCII.isLetter(first) else { throw URIError(.badScheme) }
    for index in 0..<colon {
      let byte = bytes[index]
      guard
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "+")
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      else { throw URIError(.badScheme, at: index) }
    }
    return colon
  }

  private func firstIndex(from start: Int, where isEnd: (UInt8) -> Bool) -> Int {
    bytes[start...].firstIndex(where: isEnd) ?? bytes.count
  }

  private func slice(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private enum Component {
    case path, query, fragment
  }

  private func check(_ range: Range<Int>, component: Component) throws(URIError) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard Self.isEscape(bytes[index..<range.upperBound]) else {
          throw URIError(.badEscape, at: index)
        }
        index += 3
        continue
      }
      let isAllowed =
        Self.isPathCharacter(byte) || byte == Self.slash
        || (byte == Self.question && component != .path)
        || (Self.isBracket(byte) && component != .fragment)
      guard isAllowed else {
        throw URIError(byte == UInt8(ascii: "\\") ? .backslash : .badCharacter, at: index)
      }
      index += 1
    }
  }

  static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    let start = bytes.startIndex
    return bytes.count >= 3 && ASCII.hexValue(bytes[start + 1]) != nil
      && ASCII.hexValue(bytes[start + 2]) != nil
  }

  private static func isBracket(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
  }

  /// Whether a byte is a `pchar` other than a percent sign (RFC 3986 §3.3).
  private static func isPathCharacter(_ byte: UInt8) -> Bool {
    ASCII.isUnreserved(byte) || isSubDelimiter(byte) || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: "@")
  }

  /// Whether a byte is one of the `sub-delims` (RFC 3986 §2.2).
  static func isSubDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
      true
    default: false
    }
  }
}

extension URIParser {
  /// Percent-encodes in the path, query and fragment of a typed text what may not stand there.
  static func encodingTyped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let start = typedPathStart(bytes)
    var output = Array(bytes[..<start])
    var isAfterQuestion = false
    for byte in bytes[start...] {
      if byte == question { isAfterQuestion = true }
      switch byte {
      case 0x80..., UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
        UInt8(ascii: "}"):
        PercentEncoding.appendEscape(byte, to: &output)
      case UInt8(ascii: "\\") where isAfterQuestion:
        PercentEncoding.appendEscape(byte, to: &output)
      default:
        output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Where the path begins: after `scheme:`, and after `//authority` if it is there.
  private static func typedPathStart(_ bytes: [UInt8]) -> Int {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return bytes.count }
    let rest = bytes[(colon + 1)...]
    guard rest.starts(with: [slash, slash]) else { return colon + 1 }
    return rest.dropFirst(2).firstIndex { $0 == slash || $0 == question || $0 == hash }
      ?? bytes.count
  }
}
