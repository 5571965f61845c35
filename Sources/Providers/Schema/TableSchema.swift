/// The fields that a table of a descriptor may have.
package struct TableSchema: Sendable {
  /// What the table is called in the reference.
  package let title: String
  /// What the table is for, in a sentence or two.
  package let doc: String
  package let fields: [Field]
  private let positions: [String: Int]

  package init(_ title: String, _ doc: String, _ fields: [Field]) {
    self.title = title
    self.doc = doc
    self.fields = fields
    positions = Dictionary(
      fields.enumerated().map { ($1.key, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  package func field(_ key: String) -> Field? {
    positions[key].map { fields[$0] }
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
