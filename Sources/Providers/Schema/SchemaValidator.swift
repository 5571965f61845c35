/// Compares a table with its schema and collects all that is wrong with it.
package struct SchemaValidator {
  package private(set) var problems = ProblemList()
  /// Fields that are still honoured, with what to write instead.
  package private(set) var deprecations: [DescriptorProblem] = []
  /// The fields that unknown keys were most likely meant to be: they are not missing as well.
  package private(set) var presumed: Set<FieldPath> = []

  package init() {}

  package mutating func validate(_ table: ScriptTable, _ schema: TableSchema, at path: FieldPath) {
    if !table.sequence.isEmpty {
      report(path.appending(index: 1), "a value without a key in \(place(path))")
    }
    for key in table.fields.keys.sorted() {
      guard let value = table.fields[key] else { continue }
      guard let field = schema.field(key) else {
        reportUnknown(key, schema, at: path)
        continue
      }
      if field.availability == .later {
        report(
          path.appending(key),
          "\"\(key)\" belongs to API 1 but is not supported by this version of authrun"
        )
        continue
      }
      if case .deprecated(let instead) = field.availability {
        deprecations.append(
          DescriptorProblem(
            path: path.appending(key),
            message: "\(path.appending(key)) is deprecated: \(instead)"
          )
        )
      }
      validate(value, field.type, at: path.appending(key))
    }
    for field in schema.fields where field.isRequired && table.fields[field.key] == nil {
      if presumed.contains(path.appending(field.key)) { continue }
      report(path, "\"\(field.key)\" is missing in \(place(path)): \(field.doc)")
    }
  }

  /// Checks one value; of several allowed types, the one that the value's own kind points to.
  package mutating func validate(_ value: ScriptValue, _ type: FieldType, at path: FieldPath) {
    switch (type, value) {
    case (.anyOf(let types), _):
      guard let type = types.first(where: { $0.admitsKind(of: value) }) else {
        return reportKind(value, type, at: path)
      }
      validate(value, type, at: path)
    case (.table(let schema), .table(let table)):
      validate(table, schema, at: path)
    case (.list(let element), .table(let table)):
      if let key = table.fields.keys.min() {
        report(path.appending(key), "\(path) is a list; \"\(key)\" has no place in it")
      }
      for (offset, value) in table.sequence.enumerated() {
        validate(value, element, at: path.appending(index: offset + 1))
      }
    case (.map(let element), .table(let table)):
      if !table.sequence.isEmpty {
        report(path.appending(index: 1), "a value without a name in \(path)")
      }
      for key in table.fields.keys.sorted() {
        guard let value = table.fields[key] else { continue }
        validate(value, element, at: path.appending(key))
      }
    case (.choice(let values, let later), .string(let bytes)):
      validateChoice(String(decoding: bytes, as: UTF8.self), values, later, at: path)
    case (.integer(let range), .integer(let number)):
      if !range.contains(number) {
        report(
          path,
          "\(path) is \(number), not between \(range.lowerBound) and \(range.upperBound)"
        )
      }
    default:
      guard type.admitsKind(of: value) else { return reportKind(value, type, at: path) }
      if case .string(let bytes) = value { validateText(bytes, type, at: path) }
    }
  }

  private mutating func validateText(_ bytes: [UInt8], _ type: FieldType, at path: FieldPath) {
    // Nearly every text is of this kind, and needs no look into Unicode's tables.
    let isPlain = bytes.allSatisfy { (0x20...0x7E).contains($0) }
    if isPlain, !type.isIdentifier { return }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return report(path, "\(path) is not UTF-8 text")
    }
    if !isPlain, text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    {
      return report(path, "\(path) contains a control character")
    }
    if type.isIdentifier, !text.isProviderID {
      report(path, "\(path) is \"\(text)\"; only a-z, 0-9, _ and - may stand in it")
    }
  }

  private mutating func validateChoice(
    _ text: String,
    _ values: [String],
    _ later: [String],
    at path: FieldPath
  ) {
    if values.contains(text) { return }
    if later.contains(text) {
      return report(
        path,
        "\(path) = \"\(text)\" belongs to API 1 but is not supported by this version of authrun"
      )
    }
    let list = values.map { "\"\($0)\"" }.joined(separator: ", ")
    report(
      path,
      "\(path) is \"\(text)\", not one of \(list)",
      suggestion: Suggestion.nearest(to: text, among: values)
    )
  }

  private mutating func reportUnknown(_ key: String, _ schema: TableSchema, at path: FieldPath) {
    guard !problems.isFull else { return report(path, "") }
    let near = Suggestion.nearest(to: key, among: schema.supported.map(\.key))
    if let near { presumed.insert(path.appending(near)) }
    let elsewhere = near == nil ? DescriptorSchema.path(of: key) : nil
    report(
      path.appending(key),
      "unknown key \"\(key)\" in \(place(path))",
      suggestion: near ?? elsewhere
    )
  }

  private mutating func reportKind(_ value: ScriptValue, _ type: FieldType, at path: FieldPath) {
    report(path, "\(path) must be \(type.kindWords), not \(value.kindWords)")
  }

  private mutating func report(_ path: FieldPath, _ message: String, suggestion: String? = nil) {
    problems.append(DescriptorProblem(path: path, message: message, suggestion: suggestion))
  }

  private func place(_ path: FieldPath) -> String {
    path.steps.isEmpty ? "the descriptor" : path.description
  }
}

extension DescriptorSchema {
  /// The first place, top down, where `key` is a field; `nil` when there is none.
  static func path(of key: String) -> String? {
    var level: [(path: String, schema: TableSchema)] = [("", root)]
    while !level.isEmpty {
      for (path, schema) in level where schema.supported.contains(where: { $0.key == key }) {
        return path.isEmpty ? key : "\(path).\(key)"
      }
      level = level.flatMap { path, schema in
        schema.nested.map { (path.isEmpty ? $0.key : "\(path).\($0.key)", $0.schema) }
      }
    }
    return nil
  }
}

extension FieldType {
  fileprivate var isIdentifier: Bool { if case .identifier = self { true } else { false } }

  /// Whether the Lua type of `value` is one that this type can have at all.
  func admitsKind(of value: ScriptValue) -> Bool {
    switch (self, value) {
    case (.anyOf(let types), _): types.contains { $0.admitsKind(of: value) }
    // Of a list and a table, the value itself says which it is.
    case (.list, .table(let table)): table.fields.isEmpty
    case (.table, .table(let table)): table.sequence.isEmpty || !table.fields.isEmpty
    case (.text, .string), (.identifier, .string), (.template, .string), (.url, .string),
      (.host, .string), (.pointer, .string), (.choice, .string):
      true
    case (.integer, .integer), (.boolean, .boolean), (.function, .function): true
    case (.map, .table): true
    case (.data, .function), (.data, .handle): false
    case (.data, _): true
    default: false
    }
  }
}

extension ScriptValue {
  /// The value's Lua type with its article.
  fileprivate var kindWords: String {
    switch self {
    case .null: "nothing"
    case .boolean: "a boolean"
    case .integer, .number: "a number"
    case .string: "text"
    case .table: "a table"
    case .function: "a function"
    case .handle: "a secret"
    }
  }
}
