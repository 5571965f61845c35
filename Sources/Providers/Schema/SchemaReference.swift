/// Writes the reference of descriptor fields from the schema, so that the two cannot disagree.
package enum SchemaReference {
  /// The reference in Markdown: one section for each table, top down.
  package static var markdown: String {
    sections().joined(separator: "\n\n") + "\n"
  }

  /// What is known about the field at `path`, such as `oauth2.pkce`; `nil` when there is none.
  package static func entry(_ path: String) -> String? {
    var schema = DescriptorSchema.root
    let keys = path.split(separator: ".").map(String.init)
    for key in keys.dropLast() {
      guard let next = schema.field(key)?.type.tables.first else { return nil }
      schema = next
    }
    return keys.last.flatMap { schema.field($0) }.map(line)
  }

  private static func sections() -> [String] {
    var paths: [String: [String]] = [:]
    var schemas: [TableSchema] = []
    collect(DescriptorSchema.root, path: "", &schemas, &paths)
    return schemas.map { section($0, paths: paths[$0.title] ?? []) }
  }

  /// Lists each table once, in the order in which a reader meets it, with all places where it may stand.
  private static func collect(
    _ schema: TableSchema,
    path: String,
    _ schemas: inout [TableSchema],
    _ paths: inout [String: [String]]
  ) {
    if !path.isEmpty { paths[schema.title, default: []].append(path) }
    if schemas.contains(where: { $0.title == schema.title }) { return }
    schemas.append(schema)
    for (key, nested) in schema.nested {
      collect(nested, path: path.isEmpty ? key : "\(path).\(key)", &schemas, &paths)
    }
  }

  private static func section(_ schema: TableSchema, paths: [String]) -> String {
    var lines = ["### \(schema.title)", ""]
    let places = paths.map { "`\($0)`" }.joined(separator: ", ")
    lines += [places.isEmpty ? schema.doc : "\(places): \(schema.doc)", ""]
    lines += schema.supported.map { "- \(line($0))" }
    let later = schema.fields.filter { $0.availability == .later }
    if !later.isEmpty {
      let names = later.map { "`\($0.key)`" }.joined(separator: ", ")
      lines += ["", "Belongs to API 1 but is refused by this version: \(names)."]
    }
    return lines.joined(separator: "\n")
  }

  /// The field in one line: its name, what it may hold, the value that holds where it is absent.
  private static func line(_ field: Field) -> String {
    var text = "`\(field.key)`: \(field.type.words)"
    if field.isRequired { text += ", required" }
    if let standard = field.standard { text += "; `\(standard.lua)` where absent" }
    text += ". \(field.doc)"
    if let basis = field.basis { text += " (\(basis))" }
    return text
  }
}

extension ScriptValue {
  /// Plain data as Lua writes it.
  fileprivate var lua: String {
    switch self {
    case .null, .function, .handle: return "nil"
    case .boolean(let value): return String(value)
    case .integer(let value): return String(value)
    case .number(let value): return String(value)
    case .string(let bytes): return "\"\(String(decoding: bytes, as: UTF8.self))\""
    case .table(let table):
      let fields = table.fields.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.lua)" }
      return "{ " + (table.sequence.map(\.lua) + fields).joined(separator: ", ") + " }"
    }
  }
}
