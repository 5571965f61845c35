/// One thing that is wrong with a descriptor, and where.
package struct DescriptorProblem: Hashable, Sendable {
  package let path: FieldPath
  /// The line in the file, from 1 on, when it is known.
  package var line: Int?
  package let message: String
  /// What the author most likely meant.
  package let suggestion: String?

  package init(
    path: FieldPath,
    line: Int? = nil,
    message: String,
    suggestion: String? = nil
  ) {
    self.path = path
    self.line = line
    self.message = message
    self.suggestion = suggestion
  }

  /// The message with its suggestion.
  package var text: String {
    guard let suggestion else { return message }
    return "\(message); did you mean \"\(suggestion)\"?"
  }
}

/// A descriptor that cannot be used, with all that is wrong with it.
package struct DescriptorError: Error, Sendable, CustomStringConvertible {
  /// The file's name without its folder, which may tell more than is good.
  package let fileName: String
  /// In the order of the file; never empty.
  package let problems: [DescriptorProblem]
  /// The script's own failure, when the file did not get as far as declaring anything.
  package let script: ScriptError?

  package init(fileName: String, problems: [DescriptorProblem]) {
    self.fileName = fileName
    // Problems without a line come last; equal lines keep the order in which they were found.
    self.problems = problems.enumerated()
      .sorted { ($0.element.line ?? .max, $0.offset) < ($1.element.line ?? .max, $1.offset) }
      .map(\.element)
    script = nil
  }

  package init(fileName: String, script: ScriptError) {
    self.fileName = fileName
    self.script = script
    problems = [DescriptorProblem(path: .root, line: script.line, message: script.message)]
  }

  /// The place of the first problem: `spotify.lua:17`, or the file alone.
  package var location: String { problems.first.map(location(of:)) ?? fileName }

  /// The first problem without its place.
  package var message: String { problems.first?.text ?? "not a descriptor" }

  /// One line for each problem: `spotify.lua:17: unknown key "tokn" in oauth2; did you mean "token"?`.
  package var lines: [String] { problems.map { "\(location(of: $0)): \($0.text)" } }

  package var description: String { lines.joined(separator: "\n") }

  private func location(of problem: DescriptorProblem) -> String {
    problem.line.map { "\(fileName):\($0)" } ?? fileName
  }
}
