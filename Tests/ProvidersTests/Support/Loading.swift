import Providers
import Standards

/// Reads a hand-written table as the file `<id>.lua`, each problem with the line that `lines` gives it.
func load(
  _ value: ScriptValue,
  file: String? = nil,
  lines: [String: Int] = [:]
) throws(DescriptorError) -> Descriptor {
  guard case .table(let table) = value else { return try load([:], file: file) }
  let id = table.fields["id"]?.text ?? "sample"
  let name = file ?? "\(id).lua"
  return try DescriptorLoader.descriptor(
    from: table,
    source: DescriptorSource(
      path: "/providers/\(name)",
      fileName: name,
      bytes: [],
      isolation: .thread
    ),
    line: { lines[$0.description] }
  )
}

/// The problems of a table, as an author reads them without the file's name.
func problems(_ value: ScriptValue, file: String? = nil) -> [String] {
  do {
    _ = try load(value, file: file)
    return []
  } catch {
    return error.problems.map(\.text)
  }
}

/// A table that loads, one for each kind.
enum Sample {
  static let oauth1: ScriptValue = [
    "api": 1, "id": "one", "kind": "oauth1",
    "oauth1": [
      "request_token": "https://api.one.example/request_token",
      "authorize": "https://api.one.example/authorize",
      "access_token": "https://api.one.example/access_token",
    ],
  ]

  static let oauth2: ScriptValue = [
    "api": 1, "id": "two", "kind": "oauth2",
    "oauth2": [
      "authorize": "https://login.two.example/authorize",
      "token": "https://login.two.example/token",
    ],
    "request": ["base": "https://api.two.example/v1"],
  ]

  static let custom: ScriptValue = [
    "api": 1, "id": "own", "kind": "custom",
    "options": [
      "base": ["type": "url", "required": true],
      "key": ["type": "secret", "required": true, "bind": ["{base}"]],
    ],
    "login": .function,
  ]
}
