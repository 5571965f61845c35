/// Reads the fields of one table by name, with the values that the schema puts where none is given.
///
/// A field of the wrong type reads as absent: the validator has already reported it.
struct TableReader {
  let table: ScriptTable
  let schema: TableSchema
  let path: FieldPath
  /// The fields of a small table, of which a dictionary would take longer to find one.
  private let few: [(key: String, value: ScriptValue)]?
  private static let fewest = 16

  init(_ table: ScriptTable, _ schema: TableSchema, at path: FieldPath = .root) {
    self.table = table
    self.schema = schema
    self.path = path
    few = table.fields.count <= Self.fewest ? table.fields.map { ($0.key, $0.value) } : nil
  }

  /// Whether the author wrote the field.
  func has(_ key: String) -> Bool { written(key) != nil }

  private func written(_ key: String) -> ScriptValue? {
    guard let few else { return table.fields[key] }
    for field in few where field.key == key { return field.value }
    return nil
  }

  func path(_ key: String) -> FieldPath { path.appending(key) }

  func value(_ key: String) -> ScriptValue? {
    assert(schema.field(key) != nil, "\(schema.title) has no field \(key)")
    return written(key) ?? schema.standard(key)
  }

  func text(_ key: String) -> String? { value(key)?.text }

  func boolean(_ key: String) -> Bool {
    if case .boolean(let value) = value(key) { value } else { false }
  }

  func integer(_ key: String) -> Int64? {
    if case .integer(let value) = value(key) { value } else { nil }
  }

  func isFunction(_ key: String) -> Bool { value(key) == .function }

  /// Whether the field holds values without names, where it may also hold a table.
  func isList(_ key: String) -> Bool {
    guard case .table(let table) = value(key) else { return false }
    return !table.sequence.isEmpty && table.fields.isEmpty
  }

  /// The table of a field; `nil` when the field is absent, a list or no table.
  func table(_ key: String) -> TableReader? {
    guard case .table(let table) = value(key), !isList(key),
      let schema = schema.field(key)?.type.tables.first
    else { return nil }
    return TableReader(table, schema, at: path(key))
  }

  /// The elements of a list with the place of each.
  func elements(_ key: String) -> [(value: ScriptValue, path: FieldPath)] {
    guard case .table(let table) = value(key) else { return [] }
    return table.sequence.enumerated().map { ($1, path(key).appending(index: $0 + 1)) }
  }

  func texts(_ key: String) -> [(text: String, path: FieldPath)] {
    elements(key).compactMap { element in element.value.text.map { ($0, element.path) } }
  }

  /// The entries of a table of names, in the order of the names: a Lua table has no order of its own.
  func entries(_ key: String) -> [(name: String, value: ScriptValue, path: FieldPath)] {
    guard case .table(let table) = value(key) else { return [] }
    return table.fields.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value, path(key).appending($0.key)) }
  }
}

extension ScriptValue {
  /// The value as text when it is a string of UTF-8.
  package var text: String? {
    guard case .string(let bytes) = self else { return nil }
    // Nothing but ASCII is nothing to validate.
    return bytes.allSatisfy { $0 < 0x80 }
      ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
  }

  /// A text, a boolean or a whole number as a user would type it.
  var scalarText: String? {
    switch self {
    case .string: text
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    default: nil
    }
  }
}
