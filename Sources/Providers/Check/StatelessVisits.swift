/// Finds where a script sends the user to a browser without a state (RFC 6749 §10.12), as the text has it.
///
/// A script that hides it is not found here; each of its logins says so all the same.
enum StatelessVisits {
  /// The lines of `state = false`.
  static func lines(in source: [UInt8]) -> [Int] {
    let tokens = LuaToken.read(source)
    return tokens.indices.dropLast(2).filter { index in
      tokens[index].kind == .name("state") && tokens[index + 1].kind == .symbol("=")
        && tokens[index + 2].kind == .name("false")
    }.map { tokens[$0].line }
  }
}
