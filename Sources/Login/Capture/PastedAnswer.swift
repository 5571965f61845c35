import Standards

/// What a user may paste in place of a callback: the whole URL, its query, or the bare code.
enum PastedAnswer {
  /// Reads `line`; `bare` is the name under which a bare value stands, such as `code`.
  static func parameters(of line: String, bare: String?) -> Parameters? {
    let text = line.trimmingSpaces
    guard !text.isEmpty else { return nil }
    if text.contains("://") {
      guard let uri = try? URI(text) else { return nil }
      // Some providers answer in the fragment; a query, where there is one, is the answer.
      let source = uri.query ?? uri.fragment ?? ""
      return try? FormEncoding.decode(source.utf8)
    }
    if text.contains("=") {
      let query = text.hasPrefix("?") ? text.dropFirst() : text[...]
      return try? FormEncoding.decode(query.utf8)
    }
    guard let bare, !text.contains(where: \.isWhitespace) else { return nil }
    return Parameters([(bare, text)])
  }
}

extension String {
  /// The text without white space at both ends.
  var trimmingSpaces: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
