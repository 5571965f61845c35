/// Finds in the source what a message of Lua means, which names a field at best and often nothing.
///
/// `attempt to index a nil value (field 'error')` becomes `attempt to index a nil value (r.json.error)`.
enum ExpressionNaming {
  /// The message with the expression in place of Lua's hint.
  static func named(_ message: String, line: Int?, in source: [UInt8]) -> String {
    guard let line, let complaint = Complaint(message) else { return message }
    let tokens = LuaToken.read(source)
    var found: [String] = []
    for index in tokens.indices where complaint.concerns(tokens, index, line: line) {
      let text = text(of: tokens[start(of: index, tokens)...index])
      if !found.contains(text) { found.append(text) }
      // Of two nobody can say which; a line may hold thousands, each longer than the one before.
      if found.count > 1 { break }
    }
    if found.count == 1 { return "\(complaint.start) (\(PrintableText.of(found[0], limit: 80)))" }
    guard let whole = self.line(line, of: source) else { return message }
    return "\(message) in: \(whole)"
  }

  /// The first token of the expression that ends with this one: `r` for `r.json["a"].error`.
  private static func start(of end: Int, _ tokens: [LuaToken]) -> Int {
    var index = end
    while index > 0 {
      switch tokens[index].kind {
      case .symbol(")"), .symbol("]"):
        guard let open = opening(of: index, tokens), open > 0 else { return index }
        index = open
        guard canBeFollowed(tokens[open - 1].kind) else { return index }
        index = open - 1
      case .name:
        guard index > 1, joins(index - 1, tokens) else { return index }
        index -= 2
      default: return index
      }
    }
    return index
  }

  /// Whether the token joins a field or a method to what stands before it; two dots join texts.
  private static func joins(_ index: Int, _ tokens: [LuaToken]) -> Bool {
    switch tokens[index].kind {
    case .symbol(":"): true
    case .symbol("."): tokens[index - 1].kind != .symbol(".")
    default: false
    }
  }

  private static func canBeFollowed(_ kind: LuaToken.Kind) -> Bool {
    switch kind {
    case .name(let name):
      !["return", "and", "or", "not", "in", "then", "do", "else"].contains(name)
    case .symbol(")"), .symbol("]"): true
    default: false
    }
  }

  private static func opening(of close: Int, _ tokens: [LuaToken]) -> Int? {
    var depth = 0
    for index in stride(from: close, through: 0, by: -1) {
      switch tokens[index].kind {
      case .symbol(")"), .symbol("]"), .symbol("}"): depth += 1
      case .symbol("("), .symbol("["), .symbol("{"):
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return nil
  }

  private static func text(of tokens: ArraySlice<LuaToken>) -> String {
    var text = ""
    var afterWord = false
    for token in tokens {
      switch token.kind {
      case .name(let word), .number(let word):
        text += afterWord ? " \(word)" : word
        afterWord = true
      case .string(let content):
        text += "\"\(content)\""
        afterWord = false
      case .symbol(let symbol):
        text += symbol == "," ? ", " : symbol
        afterWord = false
      }
    }
    return text
  }

  private static func line(_ number: Int, of source: [UInt8]) -> String? {
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard number > 0, number <= lines.count else { return nil }
    let text = String(decoding: lines[number - 1].drop { $0 <= 32 }, as: UTF8.self)
    return text.isEmpty ? nil : PrintableText.of(text, limit: 120)
  }
}

/// What Lua says of a value that cannot be used as it is.
private struct Complaint {
  private enum Use {
    case index
    case call
    case operand
  }

  /// The message up to Lua's hint.
  let start: String
  private let use: Use
  /// The name in the hint; `nil` where it gives none, or one that is no name.
  private let name: String?

  init?(_ message: String) {
    guard message.hasPrefix("attempt to ") else { return nil }
    let hint = message.firstRange(of: " (")
    start = hint.map { String(message[..<$0.lowerBound]) } ?? message
    guard start.hasSuffix(" value") else { return nil }
    use =
      if start.hasPrefix("attempt to index") {
        .index
      } else if start.hasPrefix("attempt to call") {
        .call
      } else {
        .operand
      }
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    name = parts.count == 3 && parts[1] != "?" ? String(parts[1]) : nil
  }

  /// Whether the expression that ends with this token may be the one.
  func concerns(_ tokens: [LuaToken], _ index: Int, line: Int) -> Bool {
    guard tokens[index].line == line || index + 1 < tokens.count && tokens[index + 1].line == line
    else { return false }
    switch tokens[index].kind {
    case .name(let word): guard word == name else { return false }
    case .symbol(")"), .symbol("]"): guard name == nil else { return false }
    default: return false
    }
    let next = index + 1 < tokens.count ? tokens[index + 1].kind : nil
    let afterNext = index + 2 < tokens.count ? tokens[index + 2].kind : nil
    switch use {
    case .operand: return name != nil
    case .call:
      if case .string = next { return true }
      return next == .symbol("(") || next == .symbol("{")
    case .index:
      return next == .symbol("[") || next == .symbol(":")
        || next == .symbol(".") && afterNext != .symbol(".")
    }
  }
}

extension ScriptError {
  /// The same error, whose message names the expression that Lua stumbled over.
  package func namingExpression(in source: [UInt8]) -> ScriptError {
    guard kind == .runtime else { return self }
    var error = self
    error.message = ExpressionNaming.named(message, line: line, in: source)
    return error
  }
}
