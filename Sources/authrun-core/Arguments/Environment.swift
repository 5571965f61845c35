import Glibc

/// The environment variables the program was started with, or those a test gives it.
struct Environment: Sendable {
  let variables: [String: String]

  init(_ variables: [String: String]) {
    self.variables = variables
  }

  /// The process's own; a name that stands twice keeps its first value, as `getenv` does.
  static func ofProcess() -> Environment {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text)
      if let equals = pair.firstIndex(of: "=") {
        let name = String(pair[..<equals])
        variables[name] = variables[name] ?? String(pair[pair.index(after: equals)...])
      }
      entry += 1
    }
    return Environment(variables)
  }

  subscript(name: String) -> String? {
    variables[name]
  }

  /// The value, with an empty one counted as absent.
  func nonEmpty(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
