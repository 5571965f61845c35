/// What a listing shows of a descriptor, read from its text without running it.
///
/// Good enough to be looked at and nothing else: a file may be written so that this is not what it
/// declares.
package struct CatalogueSummary: Hashable, Sendable {
  package var name: String?
  package var kind: String?
  /// Whether the file says its kind, so that nothing needs to be concluded.
  private var isKindWritten = false

  /// Looks for the fields in the table given to `provider`, and no further than it has to.
  package init(source: [UInt8]) {
    var lexer = LuaLexer(source)
    while let token = lexer.next(), token.kind != .name("provider") {}
    var tables = 0
    var key: String?
    var isValueNext = false
    while name == nil || !isKindWritten, let token = lexer.next() {
      if isValueNext, let field = key { note(field, token) }
      let isAssigned = !isValueNext && key != nil && token.kind == .symbol("=")
      isValueNext = isAssigned
      if isAssigned { continue }
      key = nil
      switch token.kind {
      case .symbol("{"): tables += 1
      case .symbol("}"):
        tables -= 1
        if tables == 0 { return }
      case .name(let field) where tables == 1: key = field
      default: break
      }
    }
  }

  private mutating func note(_ key: String, _ value: LuaToken) {
    if case .string(let text) = value.kind {
      guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else { return }
      if key == "name" { name = text }
      if key == "kind" {
        kind = text
        isKindWritten = true
      }
    }
    // As the loader concludes it, where the kind is not written down.
    guard !isKindWritten else { return }
    switch key {
    case "oidc": kind = key
    case "oauth1", "oauth2", "jwt", "api_key", "basic": kind = kind ?? key
    case "login": kind = kind ?? "custom"
    default: break
    }
  }
}
