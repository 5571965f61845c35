/// Finds the source line of each key in the table that a file gives to `provider`.
///
/// Only keys written in the table constructor itself are known; for others the nearest known parent,
/// and in the end the `provider` call, stands in. Made when there is an error to report, not before.
package struct KeyLocator: Sendable {
  /// The line of the `provider` call; 1 when there is none.
  package private(set) var providerLine = 1
  private var tree = KeyTree()

  package init(source: [UInt8]) {
    let tokens = LuaToken.read(source)
    let call = tokens.indices.first {
      tokens[$0].kind == .name("provider") && Self.opensTable(tokens, after: $0) != nil
    }
    guard let call, let table = Self.opensTable(tokens, after: call) else { return }
    providerLine = tokens[call].line
    var reader = ConstructorReader(tokens: tokens, at: table)
    reader.readTable(node: 0)
    tree = reader.tree
  }

  /// The line of the key at `path`, such as `oauth2.token`, `hosts[1]` or `hosts.1`.
  package func line(of path: String) -> Int {
    tree.line(of: Self.normalized(path).split(separator: ".")) ?? providerLine
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

/// The lines of keys by the keys above them.
///
/// No key is kept more than once: a long one with many below it would else fill the memory.
private struct KeyTree: Sendable {
  private struct Node {
    var line: Int?
    var children: [String: Int] = [:]
  }

  private var nodes = [Node()]

  /// The node of the key `name` in the table of `parent`; the first line of a key counts.
  mutating func add(_ name: String, line: Int, to parent: Int) -> Int {
    if let known = nodes[parent].children[name] { return known }
    nodes.append(Node(line: line))
    nodes[parent].children[name] = nodes.count - 1
    return nodes.count - 1
  }

  /// The line of the key, or of the nearest one above it.
  func line(of path: [Substring]) -> Int? {
    var line: Int?
    var node = 0
    for name in path {
      guard let next = nodes[node].children[String(name)] else { break }
      line = nodes[next].line ?? line
      node = next
    }
    return line
  }
}

/// Walks one table constructor and those directly inside it (reference manual §3.4.9).
private struct ConstructorReader {
  let tokens: [LuaToken]
  var at: Int
  var tree = KeyTree()
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
  mutating func readTable(node: Int) {
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
      readValue(node: tree.add(key.name, line: key.line, to: node))
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
  private mutating func readValue(node: Int) {
    if kind == .symbol("{") { readTable(node: node) }
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
