/// Walks over the text of a `WWW-Authenticate` or `Authorization` field (RFC 9110 §11).
struct ChallengeScanner {
  private let text: [UInt8]
  private var index = 0

  init(_ value: String) {
    text = Array(value.utf8)
  }

  /// The next challenge; `nil` at the end or where the text cannot be read.
  mutating func challenge() -> AuthenticationChallenge? {
    skipCommas()
    guard let scheme = token() else { return nil }
    let before = index
    skipSpaces()
    guard index > before, index < text.count, text[index] != UInt8(ascii: ",") else {
      return AuthenticationChallenge(scheme: scheme, token68: nil, parameters: [])
    }
    if let value = token68() {
      return AuthenticationChallenge(scheme: scheme, token68: value, parameters: [])
    }
    var parameters: [AuthenticationChallenge.Parameter] = []
    while let parameter = parameter() {
      parameters.append(parameter)
    }
    return AuthenticationChallenge(scheme: scheme, token68: nil, parameters: parameters)
  }

  /// The next `name=value`; `nil`, and nothing consumed, where another scheme or the end comes.
  mutating func parameter() -> AuthenticationChallenge.Parameter? {
    rawParameter().map { .init(name: ASCII.lowercased($0.name), value: $0.value) }
  }

  /// As `parameter`, with the name as it is written.
  mutating func rawParameter() -> (name: String, value: String)? {
    let start = index
    skipCommas()
    guard let name = token() else {
      index = start
      return nil
    }
    skipSpaces()
    guard index < text.count, text[index] == UInt8(ascii: "=") else {
      index = start
      return nil
    }
    index += 1
    skipSpaces()
    guard let value = quotedString() ?? token() else {
      index = start
      return nil
    }
    return (name, value)
  }

  /// Whether everything has been read.
  var isAtEnd: Bool { index == text.count }

  mutating func skipCommas() {
    while index < text.count, isSpace(text[index]) || text[index] == UInt8(ascii: ",") {
      index += 1
    }
  }

  mutating func skipSpaces() {
    while index < text.count, isSpace(text[index]) { index += 1 }
  }

  mutating func token() -> String? {
    let start = index
    while index < text.count, ASCII.isTokenCharacter(text[index]) { index += 1 }
    guard index > start else { return nil }
    return String(decoding: text[start..<index], as: UTF8.self)
  }

  mutating func quotedString() -> String? {
    guard index < text.count, text[index] == UInt8(ascii: "\"") else { return nil }
    let start = index
    index += 1
    var value: [UInt8] = []
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        guard index < text.count else { break }
        value.append(text[index])
        index += 1
      } else {
        value.append(byte)
      }
    }
    index = start
    return nil
  }

  /// A value like `YWJj==` that takes the place of parameters; it must reach to a comma or the end.
  private mutating func token68() -> String? {
    let start = index
    while index < text.count, Self.isToken68Byte(text[index]) { index += 1 }
    while index < text.count, text[index] == UInt8(ascii: "=") { index += 1 }
    let end = index
    skipSpaces()
    guard end > start, index == text.count || text[index] == UInt8(ascii: ",") else {
      index = start
      return nil
    }
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func isToken68Byte(_ byte: UInt8) -> Bool {
    ASCII.isUnreserved(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
  }
}
