/// Refuses keys of a length that no descriptor has.
///
/// Whatever is said of a value says the keys above it, so that a long one with many below it would be
/// repeated as often: the check comes before any other.
enum KeyLengths {
  /// Bytes of a key.
  static let longest = 256

  /// The first key that is too long, told by its beginning, at the table that holds it.
  static func problem(of table: ScriptTable) -> DescriptorProblem? {
    // Paths and an order are for the one that has to be told of.
    isFine(table) ? nil : problem(of: table, at: .root)
  }

  private static func isFine(_ table: ScriptTable) -> Bool {
    for (key, value) in table.fields {
      guard key.utf8.count <= longest else { return false }
      if case .table(let table) = value, !isFine(table) { return false }
    }
    for value in table.sequence {
      if case .table(let table) = value, !isFine(table) { return false }
    }
    return true
  }

  private static func problem(of table: ScriptTable, at path: FieldPath) -> DescriptorProblem? {
    for key in table.fields.keys.sorted() {
      guard key.utf8.count <= longest else {
        return DescriptorProblem(
          path: path,
          message:
            "the key \"\(PrintableText.of(key, limit: 40))\" has \(key.utf8.count) bytes, of "
            + "which \(longest) are allowed"
        )
      }
      let problem = table.fields[key].flatMap { self.problem(of: $0, at: path.appending(key)) }
      if let problem { return problem }
    }
    for (offset, value) in table.sequence.enumerated() {
      if let problem = problem(of: value, at: path.appending(index: offset + 1)) { return problem }
    }
    return nil
  }

  private static func problem(of value: ScriptValue, at path: FieldPath) -> DescriptorProblem? {
    if case .table(let table) = value { problem(of: table, at: path) } else { nil }
  }
}
