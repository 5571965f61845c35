package import Providers

// Lets tests write a descriptor's table nearly as Lua does.

extension ScriptValue: ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package typealias ArrayLiteralElement = ScriptValue
  package typealias Key = String
  package typealias Value = ScriptValue

  package init(stringLiteral text: String) {
    self = .string(Array(text.utf8))
  }

  package init(integerLiteral number: Int64) {
    self = .integer(number)
  }

  package init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }

  package init(arrayLiteral elements: ScriptValue...) {
    self = .table(ScriptTable(sequence: elements))
  }

  package init(dictionaryLiteral elements: (String, ScriptValue)...) {
    self = .table(
      ScriptTable(fields: Dictionary(elements, uniquingKeysWith: { _, second in second }))
    )
  }
}

extension ScriptValue {
  /// The same table with the value at `path` replaced, or taken out.
  func setting(_ path: String, _ value: ScriptValue?) -> ScriptValue {
    setting(path.split(separator: ".").map(String.init)[...], value)
  }

  private func setting(_ path: ArraySlice<String>, _ value: ScriptValue?) -> ScriptValue {
    guard let key = path.first, case .table(var table) = self else { return self }
    let rest = path.dropFirst()
    let old = table.fields[key] ?? .table(ScriptTable())
    table.fields[key] = rest.isEmpty ? value : old.setting(rest, value)
    return .table(table)
  }
}
