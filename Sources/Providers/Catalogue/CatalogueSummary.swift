/// What a listing shows of a descriptor, read from its text without running it.
///
/// Good enough to be looked at and nothing else: a file may be written so that this is not what it
/// declares.
package struct CatalogueSummary: Hashable, Sendable {
  package var name: String?
  package var kind: String?

  /// Looks for the fields in the table given to `provider`.
  package init(source: [UInt8]) {
    let tokens = LuaToken.read(source)
    guard let call = tokens.firstIndex(where: { $0.kind == .name("provider") }) else { return }
    var tables = 0
    for index in tokens.indices[(call + 1)...] {
      switch tokens[index].kind {
      case .symbol("{"): tables += 1
      case .symbol("}"): tables -= 1
      case .name(let key) where tables == 1 && index + 2 < tokens.count:
        guard tokens[index + 1].kind == .symbol("=") else { continue }
        note(key, tokens[index + 2])
      default: break
      }
      if tables == 0, tokens[index].kind == .symbol("}") { break }
    }
  }

  private mutating func note(_ key: String, _ value: LuaToken) {
    if case .string(let text) = value.kind {
      guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else { return }
      if key == "name" { name = text }
      if key == "kind" { kind = text }
    }
    // As the loader concludes it, where the kind is not written down.
    if kind == nil, key == "oauth1" || key == "oauth2" { kind = key }
    if kind == nil, key == "login" { kind = "custom" }
  }
}
