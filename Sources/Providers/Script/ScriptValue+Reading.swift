extension ScriptValue {
  /// What Lua calls the kind of value, for messages.
  var kindName: String {
    switch self {
    case .null: "nil"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .string: "string"
    case .table: "table"
    case .function: "function"
    case .handle: "secret"
    }
  }

  package var table: ScriptTable? {
    guard case .table(let table) = self else { return nil }
    return table
  }

  /// A whole number, also when it is written as a float or as decimal text.
  package var wholeNumber: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    case .string: text.flatMap { Int64($0) }
    default: nil
    }
  }

  /// The text that a plain value has in a form, a query or a header.
  var plainText: String? {
    switch self {
    case .string: text
    case .integer(let value): String(value)
    case .number(let value): Int64(exactly: value).map { String($0) } ?? String(value)
    case .boolean(let value): value ? "true" : "false"
    default: nil
    }
  }
}

extension ScriptValue {
  /// Whether a secret lies anywhere in the value.
  var containsHandle: Bool {
    switch self {
    case .handle: true
    case .table(let table):
      table.sequence.contains(where: \.containsHandle)
        || table.fields.values.contains(where: \.containsHandle)
    default: false
    }
  }
}
