/// What a field of a descriptor may hold.
package indirect enum FieldType: Sendable {
  /// Any text.
  case text
  /// A name of the letters `a`–`z`, digits, `_` and `-`.
  case identifier
  /// Text in which `{option}` stands for an option's value.
  case template
  /// A URL, or the beginning of one, in which `{option}` stands for an option's value.
  case url
  /// A host, `host:port`, or a template of type URL that stands for one.
  case host
  /// A JSON pointer (RFC 6901).
  case pointer
  case integer(ClosedRange<Int64>)
  case boolean
  /// One of the named values; those of `later` belong to API 1 but not to this version.
  case choice([String], later: [String] = [])
  case list(FieldType)
  /// Names of the author's choice with a value each.
  case map(FieldType)
  case table(TableSchema)
  case anyOf([FieldType])
  case function
  /// Any plain data.
  case data

  /// The type in words, for messages and the reference.
  package var words: String {
    switch self {
    case .text: "text"
    case .identifier: "name (a-z, 0-9, _ and -)"
    case .template: "text, `{option}` allowed"
    case .url: "URL, `{option}` allowed"
    case .host: "host"
    case .pointer: "JSON pointer"
    case .integer: "whole number"
    case .boolean: "true or false"
    case .choice(let values, _): values.map { "`\"\($0)\"`" }.joined(separator: ", ")
    case .list(let element): "list of \(element.words)"
    case .map(let value): "table of names to \(value.words)"
    case .table(let schema): "table (\(schema.title))"
    case .anyOf(let types): types.map(\.words).joined(separator: " or ")
    case .function: "function"
    case .data: "any value"
    }
  }

  /// What a value must be, for messages: the kind alone, without the marks of the reference.
  package var kindWords: String {
    switch self {
    case .text, .template, .identifier, .choice: "text"
    case .url: "a URL"
    case .host: "a host"
    case .pointer: "a JSON pointer"
    case .integer: "a whole number"
    case .boolean: "true or false"
    case .list: "a list"
    case .map, .table: "a table"
    case .anyOf(let types):
      types.map(\.kindWords).reduce(into: [String]()) { words, next in
        if !words.contains(next) { words.append(next) }
      }.joined(separator: " or ")
    case .function: "a function"
    case .data: "plain data"
    }
  }
}
