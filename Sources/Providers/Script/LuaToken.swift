/// A token of Lua source with the line it starts on.
struct LuaToken {
  enum Kind: Equatable {
    case name(String)
    /// A string literal, its content with simple escapes undone.
    case string(String)
    case number(String)
    case symbol(String)
  }

  var kind: Kind
  var line: Int

  /// Reads all tokens; what Lua would refuse is skipped, since Lua itself reports it.
  static func read(_ source: [UInt8]) -> [LuaToken] {
    var lexer = LuaLexer(source)
    var tokens: [LuaToken] = []
    while let token = lexer.next() { tokens.append(token) }
    return tokens
  }
}

/// Cuts Lua 5.4 source into tokens (reference manual §3.1), just well enough to find keys.
struct LuaLexer {
  private let source: [UInt8]
  private var at = 0
  private var line = 1

  init(_ source: [UInt8]) {
    self.source = source
    if source.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    if peek() == UInt8(ascii: "#") { skipLine() }
  }

  mutating func next() -> LuaToken? {
    skipBlank()
    guard let byte = peek() else { return nil }
    let start = line
    if Self.isLetter(byte) { return LuaToken(kind: .name(take(while: Self.isWord)), line: start) }
    if Self.isDigit(byte) {
      return LuaToken(kind: .number(take(while: Self.isNumber)), line: start)
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      return LuaToken(kind: .string(quoted(byte)), line: start)
    }
    if let level = longBracket() {
      return LuaToken(kind: .string(long(level)), line: start)
    }
    return LuaToken(kind: .symbol(symbol()), line: start)
  }

  private func peek(_ offset: Int = 0) -> UInt8? {
    at + offset < source.count ? source[at + offset] : nil
  }

  private mutating func advance() {
    if source[at] == UInt8(ascii: "\n") { line += 1 }
    at += 1
  }

  private mutating func skipBlank() {
    while let byte = peek() {
      if byte <= 32 {
        advance()
      } else if byte == UInt8(ascii: "-"), peek(1) == UInt8(ascii: "-") {
        at += 2
        if let level = longBracket() { _ = long(level) } else { skipLine() }
      } else {
        return
      }
    }
  }

  private mutating func skipLine() {
    while let byte = peek(), byte != UInt8(ascii: "\n") { at += 1 }
  }

  private mutating func take(while belongs: (UInt8) -> Bool) -> String {
    let start = at
    while let byte = peek(), belongs(byte) { at += 1 }
    return String(decoding: source[start..<at], as: UTF8.self)
  }

  private mutating func quoted(_ quote: UInt8) -> String {
    at += 1
    var content: [UInt8] = []
    while let byte = peek(), byte != quote, byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "\\"), peek(1) != nil { at += 1 }
      content.append(source[at])
      advance()
    }
    if peek() == quote { at += 1 }
    return String(decoding: content, as: UTF8.self)
  }

  /// The level of a long bracket that opens here, such as 1 for `[=[`.
  private func longBracket() -> Int? {
    guard peek() == UInt8(ascii: "[") else { return nil }
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    return peek(1 + level) == UInt8(ascii: "[") ? level : nil
  }

  private mutating func long(_ level: Int) -> String {
    at += level + 2
    let close =
      [UInt8(ascii: "]")] + Array(repeating: UInt8(ascii: "="), count: level)
      + [UInt8(ascii: "]")]
    let start = at
    while at < source.count, !source[at...].starts(with: close) { advance() }
    let content = String(decoding: source[start..<at], as: UTF8.self)
    at = min(at + close.count, source.count)
    return content
  }

  /// One byte, or `==` and its like, which must not be taken for `=`.
  private mutating func symbol() -> String {
    let first = source[at]
    advance()
    guard "=<>~".utf8.contains(first), peek() == UInt8(ascii: "=") else {
      return String(decoding: [first], as: UTF8.self)
    }
    at += 1
    return String(decoding: [first, UInt8(ascii: "=")], as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
      || byte == UInt8(ascii: "_")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func isWord(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  private static func isNumber(_ byte: UInt8) -> Bool { isWord(byte) || byte == UInt8(ascii: ".") }
}
