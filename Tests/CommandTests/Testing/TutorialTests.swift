import Foundation
import TestSupport
import Testing

/// Does what the tutorial says, in its order: writes its files, runs its commands, compares what they print.
@Suite
struct TutorialTests {
  private static let page = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs/providers.md")

  /// A block that is marked to be done: `<!-- tutorial[: FILE | : exit STATUS] -->`, then the fence.
  private struct Step {
    var note: String
    var language: String
    var lines: [String]
  }

  private static func steps() throws -> [Step] {
    var steps: [Step] = []
    var lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")[...]
    while let line = lines.popFirst() {
      guard line.hasPrefix("<!-- tutorial") else { continue }
      let note = line.dropFirst(13).replacing("-->", with: "").trimmingCharacters(in: .whitespaces)
      guard let fence = lines.popFirst(), let end = lines.firstIndex(of: "```") else { break }
      steps.append(
        Step(
          note: note.hasPrefix(":") ? String(note.dropFirst(2)) : "",
          language: String(fence.dropFirst(3)),
          lines: Array(lines[..<end])
        )
      )
      lines = lines[end...].dropFirst()
    }
    return steps
  }

  /// Whether the text is as the page shows it; `…` stands for anything from there on.
  private static func matches(_ shown: [String], _ text: String) -> Bool {
    var lines = text.components(separatedBy: "\n")[...]
    if lines.last == "" { lines.removeLast() }
    for expected in shown {
      if expected.trimmingCharacters(in: .whitespaces) == "…" { return true }
      guard let line = lines.popFirst() else { return false }
      if let dots = expected.firstRange(of: "…"), dots.upperBound == expected.endIndex {
        guard line.hasPrefix(expected[..<dots.lowerBound]) else { return false }
      } else if line != expected {
        return false
      }
    }
    return lines.isEmpty
  }

  @Test
  func `every command of the tutorial does what the page shows`() async throws {
    let home = try TemporaryHome()
    let environment = home.environment.filter { !$0.key.hasPrefix("XDG_CONFIG") }
    let core = try PackageLayout.product("authrun-core")
    let steps = try Self.steps()
    #expect(steps.count >= 6)
    for step in steps {
      if step.language == "lua" {
        try home.write(
          step.lines.joined(separator: "\n") + "\n",
          to: step.note.replacing("~/", with: "")
        )
        continue
      }
      let status = step.note.hasPrefix("exit ") ? Int32(step.note.dropFirst(5)) ?? -1 : 0
      var rest = step.lines[...]
      while let line = rest.popFirst() {
        #expect(line.hasPrefix("$ "))
        let end = rest.firstIndex { $0.hasPrefix("$ ") } ?? rest.endIndex
        let shown = Array(rest[..<end])
        rest = rest[end...]
        let result = try await Command(
          "/bin/sh",
          ["-c", "authrun() { '\(core)' \"$@\" 2>&1; }; \(line.dropFirst(2))"],
          environment: environment
        ).run()
        #expect(result.status == status, "\(line): \(result)")
        let output = result.output.replacing(home.path, with: "~")
        #expect(Self.matches(shown, output), "\(line) printed:\n\(output)")
      }
    }
  }
}
