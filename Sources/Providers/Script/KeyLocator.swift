/// Finds the source line of each key in the table that a file gives to `provider`.
///
/// Only keys written in the table constructor itself are known; for others the nearest known parent,
/// and in the end the `provider` call, stands in. Made when there is an error to report, not before.
package struct KeyLocator: Sendable {
  /// The line of the `provider` call; 1 when there is none.
  package private(set) var providerLine = 1
  private var lines: [String: Int] = [:]

  package init(source: [UInt8]) {
    let tokens = LuaToken.read(source)
    let call = tokens.indices.first {
      tokens[$0].kind == .name("provider") && Self.opensTable(tokens, after: $0) != nil
    }
    guard let call, let table = Self.opensTable(tokens, after: call) else { return }
    providerLine = tokens[call].line
    var reader = ConstructorReader(tokens: tokens, at: table)
    reader.readTable(path: "")
    lines = reader.lines
  }

  /// The line of the key at `path`, such as `oauth2.token`, `hosts[1]` or `hosts.1`.
  package func line(of path: String) -> Int {
    var path = Self.normalized(path)
    while !path.isEmpty {
      if let line = lines[path] { return line }
      path = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
    }
    return providerLine
  }

  private static func normalized(_ path: String) -> String {
    var result = ""
    for character in path where character != "]" {
      result.append(character == "[" ? "." : character)
    }
    return result
  }

  /// The index of the `{` in `provider {` or `provider({`.
  private static func opensTable(_ tokens: [LuaToken], after call: Int) -> Int? {
    for offset in 1...2 where call + offset < tokens.count {
      if tokens[call + offset].kind == .symbol("{") { return call + offset }
      guard tokens[call + offset].kind == .symbol("(") else { return nil }
    }
    return nil
  }
}

/// Walks one table constructor and those directly inside it (reference manual §3.4.9).
private struct ConstructorReader {
  let tokens: [LuaToken]
  var at: Int
  var lines: [String: Int] = [:]
  private var depth = 0

  init(tokens: [LuaToken], at: Int) {
    self.tokens = tokens
    self.at = at
  }

  private var kind: LuaToken.Kind? { at < tokens.count ? tokens[at].kind : nil }

  private func kind(_ offset: Int) -> LuaToken.Kind? {
    at + offset < tokens.count ? tokens[at + offset].kind : nil
  }

  /// Reads from a `{` to behind its `}`.
  mutating func readTable(path: String) {
    // Lua refuses such depths; the file that is being reported on may be that one.
    guard depth < 100 else {
      at = tokens.count
      return
    }
    depth += 1
    defer { depth -= 1 }
    at += 1
    var position = 0
    while let kind, kind != .symbol("}") {
      let key = readKey() ?? nextPosition(&position)
      let inner = path.isEmpty ? key.name : "\(path).\(key.name)"
      if lines[inner] == nil { lines[inner] = key.line }
      readValue(path: inner)
      if self.kind == .symbol(",") || self.kind == .symbol(";") { at += 1 }
    }
    at += 1
  }

  private func nextPosition(_ position: inout Int) -> (name: String, line: Int) {
    position += 1
    return (String(position), tokens[at].line)
  }

  /// Takes `name =` or `["name"] =`, or nothing.
  private mutating func readKey() -> (name: String, line: Int)? {
    let line = tokens[at].line
    if case .name(let name) = kind, kind(1) == .symbol("=") {
      at += 2
      return (name, line)
    }
    guard kind == .symbol("["), kind(2) == .symbol("]"), kind(3) == .symbol("=") else { return nil }
    switch kind(1) {
    case .string(let name), .number(let name):
      at += 4
      return (name, line)
    default: return nil
    }
  }

  /// Takes an expression, to the `,`, `;` or `}` that ends it.
  private mutating func readValue(path: String) {
    if kind == .symbol("{") { readTable(path: path) }
    var nesting = 0
    while let kind {
      switch kind {
      case .symbol(","), .symbol(";"), .symbol("}"):
        if nesting == 0 { return }
        if kind == .symbol("}") { nesting -= 1 }
      case .symbol("{"), .symbol("("), .symbol("["): nesting += 1
      case .symbol(")"), .symbol("]"): nesting -= 1
      // `while` and `for` have their `do`; `elseif` and `else` belong to their `if`.
      case .name("function"), .name("do"), .name("if"), .name("repeat"): nesting += 1
      case .name("end"), .name("until"): nesting -= 1
      default: break
      }
      at += 1
    }
  }
}
