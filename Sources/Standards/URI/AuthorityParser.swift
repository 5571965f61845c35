/// What stands between `//` and the path (RFC 3986 §3.2).
struct Authority {
  var userInfo: String?
  var host = ""
  var port: UInt16?
}

/// Reads an authority so that no two readers can see two hosts in it.
struct AuthorityParser {
  let bytes: [UInt8]
  let range: Range<Int>

  func parse() throws(URIError) -> Authority {
    for index in range where bytes[index] >= 0x80 {
      throw URIError(.internationalHost, at: index)
    }
    if let index = bytes[range].firstIndex(of: UInt8(ascii: "\\")) {
      throw URIError(.backslash, at: index)
    }
    var authority = Authority()
    var hostStart = range.lowerBound
    if let at = bytes[range].lastIndex(of: UInt8(ascii: "@")) {
      authority.userInfo = try userInfo(range.lowerBound..<at)
      hostStart = at + 1
    }
    let hostEnd = try hostEnd(from: hostStart)
    authority.host = try host(hostStart..<hostEnd)
    if hostEnd < range.upperBound {
      authority.port = try port(hostEnd + 1..<range.upperBound)
    }
    return authority
  }

  /// Refuses what could be taken for a host: an empty part, a second `@`, escaped delimiters.
  private func userInfo(_ range: Range<Int>) throws(URIError) -> String {
    guard !range.isEmpty else { throw URIError(.ambiguousUserInfo, at: range.lowerBound) }
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard URIParser.isEscape(bytes[index..<range.upperBound]),
          let decoded = try? PercentEncoding.decode(bytes[index..<index + 3]).first
        else { throw URIError(.badEscape, at: index) }
        guard ASCII.isUnreserved(decoded) || URIParser.isSubDelimiter(decoded) || decoded >= 0x80
        else { throw URIError(.ambiguousUserInfo, at: index) }
        index += 3
        continue
      }
      guard
        ASCII.isUnreserved(byte) || URIParser.isSubDelimiter(byte) || byte == UInt8(ascii: ":")
      else { throw URIError(.ambiguousUserInfo, at: index) }
      index += 1
    }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// The end of the host: the closing bracket's, or the colon before the port.
  private func hostEnd(from start: Int) throws(URIError) -> Int {
    let part = bytes[start..<range.upperBound]
    guard part.first == UInt8(ascii: "[") else {
      return part.firstIndex(of: UInt8(ascii: ":")) ?? range.upperBound
    }
    guard let close = part.firstIndex(of: UInt8(ascii: "]")) else {
      throw URIError(.badIPv6, at: start)
    }
    guard close + 1 == range.upperBound || bytes[close + 1] == UInt8(ascii: ":") else {
      throw URIError(.badHost, at: close + 1)
    }
    return close + 1
  }

  private func host(_ range: Range<Int>) throws(URIError) -> String {
    let start = range.lowerBound
    let host = String(decoding: bytes[range].map(ASCII.lowercased), as: UTF8.self)
    guard !range.isEmpty else { return host }
    if bytes[start] == UInt8(ascii: "[") {
      guard !bytes[range].contains(UInt8(ascii: "%")) else { throw URIError(.zone, at: start) }
      guard IPAddress(host: host) != nil else { throw URIError(.badIPv6, at: start) }
      return host
    }
    guard !bytes[range].contains(UInt8(ascii: "%")) else {
      throw URIError(.escapedHost, at: start)
    }
    try DomainName.check(bytes[range])
    return host
  }

  private func port(_ range: Range<Int>) throws(URIError) -> UInt16? {
    guard !range.isEmpty else { return nil }
    guard range.count <= 5, bytes[range].allSatisfy(ASCII.isDigit),
      let port = UInt16(String(decoding: bytes[range], as: UTF8.self))
    else { throw URIError(.badPort, at: range.lowerBound) }
    return port
  }
}

/// Host names that are a DNS name or a dotted-decimal IPv4 address and nothing else.
enum DomainName {
  static func check(_ bytes: ArraySlice<UInt8>) throws(URIError) {
    let start = bytes.startIndex
    guard bytes.last != UInt8(ascii: ".") else { throw URIError(.trailingDot, at: start) }
    guard bytes.count <= 253 else { throw URIError(.badHost, at: start) }
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    for label in labels {
      let isFine =
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-")
        && label.last != UInt8(ascii: "-")
        && label.allSatisfy {
          ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-")
            || $0 == UInt8(ascii: "_")
        }
      guard isFine else { throw URIError(.badHost, at: label.startIndex) }
    }
    // inet_aton takes any last label that is a number for the end of an IPv4 address.
    guard let last = labels.last, isNumber(last) else { return }
    guard IPAddress(host: String(decoding: bytes, as: UTF8.self)) != nil else {
      throw URIError(.numericHost, at: start)
    }
  }

  private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
    if label.allSatisfy(ASCII.isDigit) { return true }
    return label.prefix(2).elementsEqual("0x".utf8) || label.prefix(2).elementsEqual("0X".utf8)
  }
}
