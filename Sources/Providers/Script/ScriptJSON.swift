import Standards

/// What scripts give as JSON.
enum ScriptJSON {
  /// A value that has no JSON form, with its place.
  struct Unwritable: Error {
    var message: String
  }

  /// The JSON value for a script's value; `open` gives the text behind a handle.
  ///
  /// A table with positions is an array and any other an object, the empty one too; object members
  /// stand in the order of their names, since a table has none.
  static func value(
    _ value: ScriptValue,
    at path: String,
    open: (UInt32) throws -> String
  ) throws -> JSONValue {
    switch value {
    case .null: return .null
    case .boolean(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .number(let value):
      if let whole = Int64(exactly: value) { return .integer(whole) }
      guard let number = JSONNumber(value) else {
        throw Unwritable(message: "\(path): this number has no JSON form")
      }
      return .number(number)
    case .string:
      guard let text = value.text else {
        throw Unwritable(message: "\(path): the text is not UTF-8")
      }
      return .string(text)
    case .function: throw Unwritable(message: "\(path): a function has no JSON form")
    case .handle(let index): return .string(try open(index))
    case .table(let table): return try self.value(table, at: path, open: open)
    }
  }

  private static func value(
    _ table: ScriptTable,
    at path: String,
    open: (UInt32) throws -> String
  ) throws -> JSONValue {
    guard table.sequence.isEmpty || table.fields.isEmpty else {
      throw Unwritable(message: "\(path): a table with positions and names has no JSON form")
    }
    if !table.sequence.isEmpty {
      return .array(
        try table.sequence.enumerated().map { index, item in
          try value(item, at: "\(path)[\(index + 1)]", open: open)
        }
      )
    }
    let members = try table.fields.sorted { $0.key < $1.key }.map { name, item in
      (name, try value(item, at: "\(path).\(name)", open: open))
    }
    return .object(JSONObject(members))
  }
}
