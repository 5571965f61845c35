/// Every text of a descriptor that the schema knows to be of one type, with the field that holds it.
///
/// Fields that are added to the schema are found without being named here.
struct DeclaredTexts {
  struct Entry: Hashable {
    let path: FieldPath
    let text: String
  }

  private(set) var urls: [Entry] = []
  private(set) var hosts: [Entry] = []
  /// Values that the author gives to parameters and header fields; the path ends with the name.
  private(set) var parameters: [Entry] = []

  init(_ table: ScriptTable) {
    read(table, DescriptorSchema.root, .root)
  }

  /// Whether the text is a URL or a path below the API's base, which the schema knows as a template.
  private static func isTarget(_ path: FieldPath) -> Bool {
    guard case .key(let table)? = path.steps.first, case .key(let field)? = path.steps.last else {
      return false
    }
    switch table {
    case "identity": return field == "get" || field == "post"
    case "lookups": return field == "get"
    case "api_key", "basic": return field == "verify"
    default: return false
    }
  }

  private mutating func read(_ table: ScriptTable, _ schema: TableSchema, _ path: FieldPath) {
    for field in schema.supported {
      guard let value = table.fields[field.key] else { continue }
      read(value, field.type, path.appending(field.key))
    }
  }

  private mutating func read(_ value: ScriptValue, _ type: FieldType, _ path: FieldPath) {
    switch (type, value) {
    case (.url, .string(let bytes)):
      urls.append(Entry(path: path, text: String(decoding: bytes, as: UTF8.self)))
    case (.template, .string(let bytes)) where Self.isTarget(path):
      urls.append(Entry(path: path, text: String(decoding: bytes, as: UTF8.self)))
    case (.host, .string(let bytes)):
      hosts.append(Entry(path: path, text: String(decoding: bytes, as: UTF8.self)))
    case (.table(let schema), .table(let table)): read(table, schema, path)
    case (.list(let element), .table(let table)):
      for (index, value) in table.sequence.enumerated() {
        read(value, element, path.appending(index: index + 1))
      }
    case (.map(let element), .table(let table)):
      for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
        let inner = path.appending(name)
        if case .string(let bytes) = value, case .key(let key)? = path.steps.last,
          ["params", "headers", "query"].contains(key)
        {
          parameters.append(Entry(path: inner, text: String(decoding: bytes, as: UTF8.self)))
        }
        read(value, element, inner)
      }
    case (.anyOf(let types), _):
      let type = types.first { $0.admitsKind(of: value) }
      if let type { read(value, type, path) }
    default: break
    }
  }
}
