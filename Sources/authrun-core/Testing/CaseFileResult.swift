import Login
import Rehearsal
import Standards

/// What came of the cases of one descriptor.
struct CaseFileResult: Sendable {
  /// As the user gave it.
  let file: String
  var provider: String?
  var casesFile: String?
  var outcomes: [CaseRun.Outcome] = []
  /// The cases that were recorded; `nil` when nothing was.
  var recorded: [ProviderCase]?
  /// Whether the file was written, since it would say something else than before.
  var isWritten = false
  var error: AuthRunError?

  init(file: String) {
    self.file = file
  }

  var passed: Bool { error == nil && outcomes.allSatisfy(\.passed) }

  var json: JSONValue {
    var object = JSONObject([
      ("file", .string(file)), ("provider", .text(provider)), ("cases_file", .text(casesFile)),
      ("passed", .bool(passed)),
    ])
    if let recorded {
      object["recorded"] = .texts(recorded.map(\.name))
      object["written"] = .bool(isWritten)
    } else {
      object["cases"] = .array(outcomes.map(Self.json))
    }
    if let error { object["error"] = ErrorReport(error: error).json["error"] }
    return .object(object)
  }

  private static func json(_ outcome: CaseRun.Outcome) -> JSONValue {
    .object(
      JSONObject([
        ("name", .string(outcome.name)), ("passed", .bool(outcome.passed)),
        ("faults", .array(outcome.faults.map(json))),
      ])
    )
  }

  private static func json(_ fault: CaseFault) -> JSONValue {
    .object(
      JSONObject([
        ("step", fault.step.map { .integer(Int64($0)) } ?? .null),
        ("message", .string(fault.message)),
        (
          "differences",
          .array(
            fault.differences.map { difference in
              .object(
                JSONObject([
                  ("part", .string(difference.part)), ("expected", .text(difference.expected)),
                  ("actual", .text(difference.actual)),
                ])
              )
            }
          )
        ),
      ])
    )
  }
}

/// The results of recorded cases for people.
struct CaseText: Sendable {
  let style: Style

  func lines(_ results: [CaseFileResult]) -> [String] {
    var lines = results.flatMap(lines)
    let outcomes = results.flatMap(\.outcomes)
    guard !outcomes.isEmpty else { return lines }
    let passed = outcomes.count(where: \.passed)
    let word = outcomes.count == 1 ? "case" : "cases"
    lines += ["", "\(passed) of \(outcomes.count) \(word) passed."]
    return lines
  }

  private func lines(_ result: CaseFileResult) -> [String] {
    let path = VisibleText.line(result.casesFile ?? result.file)
    if let recorded = result.recorded {
      let count = recorded.count == 1 ? "1 case" : "\(recorded.count) cases"
      guard result.isWritten else { return ["\(path): \(count), as before"] }
      return ["\(path): \(count) written"]
        + recorded.map { one in
          "  \(VisibleText.line(one.name)) → \(VisibleText.line(Self.end(of: one)))"
        }
    }
    guard !result.outcomes.isEmpty else { return [] }
    return ["\(path)"] + result.outcomes.flatMap(lines)
  }

  /// How a case ends, in a word.
  private static func end(of one: ProviderCase) -> String {
    switch one.result {
    case .success: "done"
    case .failure(let error): error["code"]?.string ?? "an error"
    case .unknown: "unknown"
    }
  }

  private func lines(_ outcome: CaseRun.Outcome) -> [String] {
    let name = VisibleText.line(outcome.name)
    guard !outcome.passed else { return ["  \(style.good("✓")) \(name)"] }
    return ["  \(style.error("✗")) \(name)"] + outcome.faults.flatMap(lines)
  }

  private func lines(_ fault: CaseFault) -> [String] {
    let place = fault.step.map { "step \($0): " } ?? ""
    var lines = ["      \(place)\(VisibleText.line(fault.message))"]
    for difference in fault.differences {
      lines.append("        \(VisibleText.line(difference.part))")
      lines.append("          \(style.error("−")) \(shown(difference.expected, "not expected"))")
      lines.append("          \(style.good("+")) \(shown(difference.actual, "missing"))")
    }
    return lines
  }

  private func shown(_ text: String?, _ absent: String) -> String {
    text.map(VisibleText.line) ?? style.faint("(\(absent))")
  }
}
