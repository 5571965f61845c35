import Login
import Standards

/// Shows the steps of a flow so that someone who learns the protocol can follow them.
struct TraceRenderer: Sendable {
  let style: Style

  /// The lines for one event, given the step of the event before it.
  func lines(_ event: TraceEvent, after previousStep: String?) -> [String] {
    var lines: [String] = []
    if event.step != previousStep {
      let title = VisibleText.line(event.step)
      lines.append(
        style.bold("── \(title) " + String(repeating: "─", count: max(4, 60 - title.count)))
      )
    }
    switch event {
    case .request(_, let message):
      lines.append(style.accent("→ \(VisibleText.line(message.line))"))
      lines += content(message)
    case .response(_, let status, let message):
      lines.append(style.accent("← \(status)"))
      lines += content(message)
    case .derived(_, let name, let formula, let value):
      lines += derived(name: name, formula: formula, value: VisibleText.of(value))
    case .note(_, let text):
      lines.append("· \(VisibleText.line(text))")
    }
    return lines
  }

  private func content(_ message: TraceMessage) -> [String] {
    var lines = message.headers.map { VisibleText.line("    \($0.name): \($0.value)") }
    if !message.fields.isEmpty {
      lines.append("    " + style.faint("form"))
      let width = min(28, message.fields.map(\.name.count).max() ?? 0)
      lines += message.fields.map { field in
        let gap = String(repeating: " ", count: max(0, width - field.name.count))
        return VisibleText.line("      \(field.name)\(gap) = \(field.value)")
      }
    }
    if !message.body.isEmpty {
      lines += VisibleText.of(message.body).split(separator: "\n", omittingEmptySubsequences: false)
        .map {
          "    \($0)"
        }
    }
    return lines
  }

  private func derived(name: String, formula: String, value: String) -> [String] {
    let lines =
      ["  \(style.bold(name)) = \(formula)"] + value.split(separator: "\n").map { "    = \($0)" }
    // The base string of RFC 5849 §3.4.1 is where signatures go wrong: whole, to compare, and apart.
    let parts = value.split(separator: "&", omittingEmptySubsequences: false)
    guard name.hasSuffix("base_string"), parts.count == 3 else { return lines }
    let parameters = parts[2].split(separator: "%26", omittingEmptySubsequences: false)
    let marked =
      [("method", parts[0]), ("URL", parts[1])]
      + parameters.enumerated().map { ($0.offset == 0 ? "parameters" : "", $0.element) }
    return lines
      + marked.map { mark, part in
        let gap = String(repeating: " ", count: 12 - mark.count)
        return "      " + style.faint(mark) + gap + part
      }
  }
}

extension TraceEvent {
  /// The step that the event belongs to.
  var step: String {
    switch self {
    case .request(let step, _), .response(let step, _, _), .derived(let step, _, _, _),
      .note(let step, _):
      step
    }
  }
}
