/// Finds uses of what Lua usually has and provider scripts lack, before a login comes upon them.
enum AbsentGlobals {
  private static let names: Set<String> = [
    "io", "os", "debug", "package", "require", "load", "dofile", "loadfile", "loadstring",
    "coroutine", "collectgarbage", "_G",
  ]

  /// Each use with its line; a name that the file gives a meaning of its own is left out.
  static func uses(in source: [UInt8]) -> [(name: String, line: Int)] {
    let tokens = LuaToken.read(source)
    var uses: [(name: String, line: Int)] = []
    var declared: Set<String> = []
    for (index, token) in tokens.enumerated() {
      guard case .name(let name) = token.kind, names.contains(name) else { continue }
      let before = index > 0 ? tokens[index - 1].kind : nil
      // A single dot makes it a member of something; two join texts.
      let isJoined = index > 1 && tokens[index - 2].kind == .symbol(".")
      if before == .symbol(":") || before == .symbol(".") && !isJoined { continue }
      let after = index + 1 < tokens.count ? tokens[index + 1].kind : nil
      if before != .name("function"), before != .name("local"), isUse(after) {
        uses.append((name, token.line))
      } else {
        declared.insert(name)
      }
    }
    return uses.filter { !declared.contains($0.name) }
  }

  /// Whether what follows a name calls it or looks into it.
  private static func isUse(_ next: LuaToken.Kind?) -> Bool {
    switch next {
    case .symbol("."), .symbol("("), .symbol("["), .symbol(":"), .string: true
    default: false
    }
  }
}
