/// A request as lines for `curl --config -`, so that no secret stands on a command line.
package struct CurlConfiguration: Sendable {
  private var lines: [String] = []

  package init() {}

  /// A whole request: `fields` are the header fields to send with it.
  package init(
    method: String,
    url: String,
    fields: [HTTPField],
    body: [UInt8]?
  ) throws(ConsumerFault) {
    // Brackets and dots in the URL are meant as they stand: it is what was signed.
    lines = ["globoff", "path-as-is"]
    try add("request", method)
    try add("url", url)
    for field in fields {
      try add(field)
    }
    guard let body, !body.isEmpty else { return }
    guard let text = String(validating: body, as: UTF8.self) else {
      throw ConsumerFault(
        "a body that is no text cannot stand in a configuration of curl",
        hint: "give it to curl: --data-binary @FILE"
      )
    }
    // Not `data`, which takes a text that begins with @ for a file's name.
    try add("data-raw", text)
  }

  /// Adds one header field.
  package mutating func add(_ field: HTTPField) throws(ConsumerFault) {
    // curl leaves a field out that has nothing after its colon.
    try add("header", field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
  }

  private mutating func add(_ option: String, _ value: String) throws(ConsumerFault) {
    guard !value.utf8.contains(0) else {
      throw ConsumerFault("a NUL cannot stand in a configuration of curl")
    }
    lines.append("\(option) = \(Self.quoted(value))")
  }

  package var text: String { lines.map { $0 + "\n" }.joined() }

  /// The escapes that curl knows within quotes (curl(1), --config).
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": quoted += #"\\"#
      case "\"": quoted += #"\""#
      case "\n": quoted += #"\n"#
      case "\r": quoted += #"\r"#
      case "\t": quoted += #"\t"#
      case "\u{0B}": quoted += #"\v"#
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
