/// Help, made from the command table.
struct HelpText: Sendable {
  /// Lines are broken at this column; help reads the same everywhere.
  static let width = 88
  let commands: [CommandSpec]
  let globals: [CommandOption]

  /// What the program does, its commands and the options they share.
  func overview() -> String {
    var lines = [
      "authrun logs in to any API and hands out its tokens.",
      "",
      "  authrun PROVIDER [login options]      log in; the same as: authrun login PROVIDER",
      "  authrun COMMAND [arguments]",
      "",
      "Commands:",
    ]
    lines += Self.columns(commands.filter { !$0.isHidden }.map { ($0.synopsis, $0.summary) })
    lines += ["", "Options of every command:"]
    lines += Self.options(globals)
    lines += ["", "Exit statuses:"]
    lines += Self.columns(ExitStatuses.meanings.map { (String($0.status), $0.text) })
    lines += [
      "",
      "ACCOUNT is PROVIDER or PROVIDER/NAME; the name is “default” unless a login chose one with --as,",
      "or “accounts default” another.",
      "“authrun help COMMAND” tells more about a command.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Commands that begin with the same word.
  func group(_ specs: [CommandSpec]) -> String {
    let lines = Self.columns(specs.map { ($0.synopsis, $0.summary) })
    return (["Commands:"] + lines + ["", "“authrun help COMMAND” tells more about a command."])
      .joined(separator: "\n") + "\n"
  }

  /// All about one command.
  func command(_ spec: CommandSpec) -> String {
    var lines = ["authrun \(spec.synopsis)\(spec.options.isEmpty ? "" : " [options]")", ""]
    lines += Self.wrap(spec.summary + ".", indent: 0)
    for paragraph in spec.details {
      lines.append("")
      lines += Self.wrap(paragraph, indent: 0)
    }
    if !spec.options.isEmpty {
      lines += ["", "Options:"]
      lines += Self.options(spec.options)
    }
    if !spec.examples.isEmpty {
      lines += ["", "Examples:"]
      for example in spec.examples {
        lines += ["  # \(example.purpose)", "  \(example.line)"]
      }
    }
    lines += ["", "The options of every command: authrun help"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func options(_ specs: [CommandOption]) -> [String] {
    columns(
      specs.map { spec in
        let twin = spec.environment.map { " [\($0)]" } ?? ""
        return (spec.synopsis, spec.help + twin)
      }
    )
  }

  /// Two columns; a left text that is too long has a line of its own.
  private static func columns(_ rows: [(left: String, right: String)]) -> [String] {
    let limit = 34
    let column = min(limit, (rows.map(\.left.count).max() ?? 0) + 2)
    return rows.flatMap { left, right in
      var lines = wrap(right, indent: column + 2)
      let start = "  " + left
      if start.count + 2 <= column + 2, let first = lines.first {
        lines[0] = start + first.dropFirst(start.count)
      } else {
        lines.insert(start, at: 0)
      }
      return lines
    }
  }

  /// Breaks a text at spaces.
  static func wrap(_ text: String, indent: Int, width: Int = width) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(margin + line)
        line = ""
      }
      line += line.isEmpty ? word : " " + word
    }
    lines.append(margin + line)
    return lines
  }
}
