import Rehearsal

/// A rehearsal for people: each step as it happens, then a table.
struct RehearsalText: Sendable {
  let style: Style

  /// One step, with what was checked.
  func lines(_ event: RehearsalEvent) -> [String] {
    let mark = event.passed ? style.good("✓") : style.error("✗")
    let gap = String(repeating: " ", count: max(1, 15 - event.step.count))
    var lines = [
      "  \(mark) \(event.step)\(gap)\(VisibleText.line(event.request)) → \(event.status)"
    ]
    let held = event.checks.filter(\.passed).map(\.rule).joined(separator: ", ")
    if !held.isEmpty {
      lines += HelpText.wrap("checked: \(held)", indent: 6).map { style.faint($0) }
    }
    for check in event.checks {
      guard let fault = check.fault else { continue }
      lines.append("      \(style.error("✗ \(check.rule)")): \(VisibleText.line(fault))")
    }
    return lines
  }

  /// The table, and how many passed.
  static func table(_ results: [RehearsalResult]) -> [String] {
    var table = Table(header: ["PROVIDER", "RESULT", "STEPS", "CHECKS"])
    for result in results {
      let checks = result.checks
      table.add([
        result.id, result.passed ? "passed" : "FAILED", String(result.events.count),
        "\(checks.passed) of \(checks.all) held",
      ])
    }
    let passed = results.count(where: \.passed)
    let all = results.count == 1 ? "rehearsal" : "rehearsals"
    return table.lines + ["", "\(passed) of \(results.count) \(all) passed."]
  }
}
