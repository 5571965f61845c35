package import Standards

extension ScriptValue {
  /// A JSON value as scripts see it; `show` changes every text on its way, names of members too.
  ///
  /// Numbers keep every digit: those that neither a 64-bit integer nor a double holds become text.
  /// `null` is nil: no field in a table, a hole in a list.
  package init(json: JSONValue, show: (String) -> String = { $0 }) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .boolean(value)
    case .string(let text): self = .string(Array(show(text).utf8))
    case .number(let number): self = ScriptValue(number)
    case .array(let items):
      self = .table(ScriptTable(sequence: items.map { ScriptValue(json: $0, show: show) }))
    case .object(let object):
      var fields: [String: ScriptValue] = [:]
      for member in object.members where !member.value.isNull {
        fields[show(member.name)] = ScriptValue(json: member.value, show: show)
      }
      self = .table(ScriptTable(fields: fields))
    }
  }

  private init(_ number: JSONNumber) {
    let isInteger = !number.text.utf8.contains { ".eE".utf8.contains($0) }
    if isInteger, let value = Int64(number.text) {
      self = .integer(value)
    } else if !isInteger, let value = number.double, value.isFinite {
      self = .number(value)
    } else {
      self = .string(Array(number.text.utf8))
    }
  }
}
