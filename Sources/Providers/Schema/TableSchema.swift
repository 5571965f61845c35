/// The fields that a table of a descriptor may have.
package struct TableSchema: Sendable {
  /// What the table is called in the reference.
  package let title: String
  /// What the table is for, in a sentence or two.
  package let doc: String
  package let fields: [Field]
  private let positions: [String: Int]
  /// The values that hold where a field is absent; few, so that they are searched.
  private let standards: [(key: String, value: ScriptValue)]

  package init(_ title: String, _ doc: String, _ fields: [Field]) {
    self.title = title
    self.doc = doc
    self.fields = fields
    positions = Dictionary(
      fields.enumerated().map { ($1.key, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    standards = fields.compactMap { field in field.standard.map { (field.key, $0) } }
  }

  package func field(_ key: String) -> Field? {
    positions[key].map { fields[$0] }
  }

  /// The value that holds where the field is absent.
  func standard(_ key: String) -> ScriptValue? {
    for field in standards where field.key == key { return field.value }
    return nil
  }

  /// The fields that this version acts on.
  package var supported: [Field] { fields.filter { $0.availability != .later } }

  /// The tables below this one with the key that leads to each, in the order of the reference.
  package var nested: [(key: String, schema: TableSchema)] {
    supported.flatMap { field in field.type.tables.map { (field.key, $0) } }
  }
}

extension FieldType {
  /// The tables that a value of this type may be or contain.
  package var tables: [TableSchema] {
    switch self {
    case .table(let schema): [schema]
    case .list(let element), .map(let element): element.tables
    case .anyOf(let types): types.flatMap(\.tables)
    default: []
    }
  }
}
