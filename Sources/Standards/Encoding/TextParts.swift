extension String {
  /// The parts before, between and after each `separator`, which is compared byte for byte and not empty.
  ///
  /// The library's own search for a text in a text is a part of its regular expressions, which the static
  /// front would carry, and start, along with it.
  package func parts(separatedBy separator: String) -> [String] {
    var parts: [String] = []
    var rest = utf8[...]
    var position = rest.startIndex
    while position < rest.endIndex {
      if rest[position...].starts(with: separator.utf8) {
        parts.append(String(Substring(rest[..<position])))
        rest = rest[position...].dropFirst(separator.utf8.count)
        position = rest.startIndex
      } else {
        rest.formIndex(after: &position)
      }
    }
    parts.append(String(Substring(rest)))
    return parts
  }

  /// The text with `new` in the place of each `old`, which is compared byte for byte and not empty.
  package func withEach(_ old: String, replacedBy new: String) -> String {
    parts(separatedBy: old).joined(separator: new)
  }
}
