/// Finds what a script says to loosen a check, as the text has it.
///
/// A script that hides it is not found here; its trace, and for `state` each of its logins, says so all the same.
enum LoosenedCalls {
  private static let stateless =
    "state = false loosens a check: any page that answers during the login is believed"
  private static let digests =
    "digests = \"shown\" loosens a check: what is derived from a secret stands in the browser's URL"
  private static let query =
    "a secret in query loosens a check: it stands in URLs, which end up in logs"

  /// Each with its line; `secrets` are the names of options whose values are handles.
  static func notes(in source: [UInt8], secrets: Set<String>) -> [(line: Int, text: String)] {
    let tokens = LuaToken.read(source)
    var notes: [(line: Int, text: String)] = []
    for index in tokens.indices.dropLast(2) where tokens[index + 1].kind == .symbol("=") {
      switch (tokens[index].kind, tokens[index + 2].kind) {
      case (.name("state"), .name("false")): notes.append((tokens[index].line, stateless))
      case (.name("digests"), .string("shown")): notes.append((tokens[index].line, digests))
      case (.name("query"), .symbol("{")):
        let table = table(tokens[(index + 2)...])
        if showsSecret(Array(table), secrets) { notes.append((tokens[index].line, query)) }
      default: break
      }
    }
    return notes
  }

  /// The tokens of a table, from its first brace to the one that closes it.
  private static func table(_ tokens: ArraySlice<LuaToken>) -> ArraySlice<LuaToken> {
    var depth = 0
    for index in tokens.indices {
      if tokens[index].kind == .symbol("{") { depth += 1 }
      if tokens[index].kind == .symbol("}") { depth -= 1 }
      if depth == 0 { return tokens[...index] }
    }
    return tokens
  }

  /// Whether a value is a secret option, something that `take` cut out, or a stored token.
  private static func showsSecret(_ tokens: [LuaToken], _ secrets: Set<String>) -> Bool {
    tokens.indices.dropLast(2).contains { index in
      // Inside a call it is an argument, such as the key of a digest.
      guard tokens[index + 1].kind == .symbol("."), !isArgument(index, in: tokens),
        case .name(let owner) = tokens[index].kind, case .name(let name) = tokens[index + 2].kind
      else { return false }
      switch owner {
      case "opt": return secrets.contains(name)
      case "taken": return true
      case "token": return ["access", "refresh", "secrets"].contains(name)
      default: return false
      }
    }
  }

  /// Whether a call is open before the token: `f(` or `f {`.
  private static func isArgument(_ index: Int, in tokens: [LuaToken]) -> Bool {
    var calls: [Bool] = []
    for place in 0..<index {
      switch tokens[place].kind {
      case .symbol("("): calls.append(true)
      case .symbol("{"):
        if place > 0, case .name = tokens[place - 1].kind {
          calls.append(true)
        } else {
          calls.append(false)
        }
      case .symbol(")"), .symbol("}"): _ = calls.popLast()
      default: break
      }
    }
    return calls.contains(true)
  }
}
