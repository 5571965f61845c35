package import Standards

/// Something that a check has to say about a descriptor.
package struct Finding: Hashable, Sendable {
  package enum Level: String, Hashable, Sendable, CaseIterable {
    /// The descriptor cannot be used.
    case error
    /// It can be used and is probably wrong.
    case warning
    /// It can be used; this is what its author gave up or left open.
    case note
  }

  package var level: Level
  /// From 1 on, when it is known.
  package var line: Int?
  package var message: String

  package init(_ level: Level, line: Int?, _ message: String) {
    self.level = level
    self.line = line
    self.message = message
  }
}

/// All that a check has to say about one file.
package struct CheckReport: Hashable, Sendable {
  /// The path as the user gave it.
  package var file: String
  /// In the order of the lines.
  package var findings: [Finding]

  package init(file: String, findings: [Finding]) {
    self.file = file
    self.findings = findings
  }

  /// Whether the descriptor can be used.
  package var isValid: Bool { !findings.contains { $0.level == .error } }

  /// One line for each finding: `spotify.lua:17: warning: …`.
  package var lines: [String] {
    findings.map { finding in
      let line = finding.line.map { ":\($0)" } ?? ""
      return "\(file)\(line): \(finding.level.rawValue): \(finding.message)"
    }
  }

  /// The report as one object: `file`, `valid`, and `findings` with `level`, `line` and `message`.
  package var json: JSONValue {
    var object = JSONObject()
    object["file"] = .string(file)
    object["valid"] = .bool(isValid)
    object["findings"] = .array(findings.map(\.json))
    return .object(object)
  }
}

extension Finding {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object["level"] = .string(level.rawValue)
    object["line"] = line.map { .number(JSONNumber(Int64($0))) } ?? .null
    object["message"] = .string(message)
    return .object(object)
  }
}
