package import Standards

extension ScriptValue {
  /// The value as JSON.
  ///
  /// A table with list positions is an array, any other an object in the order of its names. `nil` where something in it is no JSON: a function, bytes that are not UTF-8, both
  /// kinds of keys in one table.
  package var json: JSONValue? {
    switch self {
    case .null: return .null
    case .boolean(let value): return .bool(value)
    case .integer(let value): return .number(JSONNumber(value))
    case .number(let value):
      return try? JSONReader.read(Array(String(value).utf8))
    case .string: return text.map(JSONValue.string)
    case .table(let table): return table.json
    case .function, .handle: return nil
    }
  }
}

extension ScriptTable {
  fileprivate var json: JSONValue? {
    if !sequence.isEmpty {
      let elements = sequence.compactMap(\.json)
      return fields.isEmpty && elements.count == sequence.count ? .array(elements) : nil
    }
    var object = JSONObject()
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard let value = value.json else { return nil }
      object[name] = value
    }
    return .object(object)
  }
}
