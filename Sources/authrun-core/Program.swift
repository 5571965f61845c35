import Glibc
import Login
import Standards

/// The command from its words to its exit status.
struct Program: Sendable {
  let environment: Environment
  let executablePath: String
  /// The number of an argument that is not text.
  var unreadableArgument: Int?

  func run(_ words: [String]) async -> Int32 {
    // Enough of the options to report an error in a command line that cannot be read.
    let json = words.prefix { $0 != "--" }.contains("--json")
    var terminal = Terminal(
      quiet: words.contains("--quiet"),
      color: !words.contains("--no-color") && environment.nonEmpty("NO_COLOR") == nil,
      environment: environment
    )
    var context: CommandContext?
    do {
      if let unreadableArgument {
        throw UsageError("argument \(unreadableArgument) is not UTF-8 text")
      }
      switch try CommandTable.parser.parse(words) {
      case .help(let command):
        let text = try CommandTable.help(for: command?.words ?? [])
        try terminal.result(json ? HelpCommand.json(text) : Array(text.utf8))
      case .version:
        try terminal.result(line: "authrun \(VersionCommand.number)")
      case .run(let arguments):
        let globals = try GlobalOptions(arguments.globals, environment: environment)
        terminal = Terminal(
          quiet: globals.quiet,
          color: globals.color,
          environment: environment
        )
        let command = try CommandTable.command(for: arguments)
        let surroundings = CommandContext(
          globals: globals,
          environment: environment,
          terminal: terminal,
          executablePath: executablePath,
          command: arguments.command
        )
        context = surroundings
        noteLanguage(globals, terminal)
        try await command.run(in: surroundings)
      }
      return 0
    } catch let error as AuthRunError where error.code == .unknownProvider {
      let error = context?.suggesting(for: error) ?? error
      return report(
        error,
        json: json,
        verbose: context?.globals.verbose ?? false,
        terminal: terminal
      )
    } catch {
      return report(
        error,
        json: json,
        verbose: context?.globals.verbose ?? false,
        terminal: terminal
      )
    }
  }

  private func report(
    _ error: any Error,
    json: Bool,
    verbose: Bool,
    terminal: Terminal
  ) -> Int32 {
    terminal.endStatus()
    if let interrupted = Interrupts.exitStatus {
      let report = ErrorReport(error: AuthRunError(.interrupted, "interrupted"))
      show(report, json: json, terminal: terminal)
      return interrupted
    }
    switch error {
    case let error as UsageError:
      show(ErrorReport(error: error.reported), json: json, terminal: terminal)
      return AuthRunError.Code.usage.exitStatus
    case let error as AuthRunError:
      show(ErrorReport(error: error, isVerbose: verbose), json: json, terminal: terminal)
      return error.code.exitStatus
    case let error as AlreadyReported:
      return error.exitStatus
    case let error as OutputClosed:
      if error.isReaderGone { return 128 + SIGPIPE }
      let message = "standard output: \(FileProblem.reason(error.code))"
      terminal.write(["authrun: \(message)"])
      return AuthRunError.Code.internal.exitStatus
    default:
      let fault = AuthRunError(.internal, "\(type(of: error)): \(error)")
      show(ErrorReport(error: fault), json: json, terminal: terminal)
      return fault.code.exitStatus
    }
  }

  private func show(_ report: ErrorReport, json: Bool, terminal: Terminal) {
    if json {
      // Standard output may be what failed; the line for people says it either way.
      try? terminal.result(line: report.json.visiblySerialized)
    }
    terminal.write(report.lines(style: terminal.style))
  }

  private func noteLanguage(_ globals: GlobalOptions, _ terminal: Terminal) {
    guard let language = globals.language, !language.hasPrefix("en") else { return }
    terminal.note("Messages are in English only in this version.")
  }
}

extension UsageError {
  /// The error with the command's synopsis in its hint.
  var reported: AuthRunError {
    var hints = hint.map { [$0] } ?? []
    if let command { hints.append("usage: authrun \(command.synopsis)") }
    return AuthRunError(
      .usage,
      message,
      hint: hints.isEmpty ? nil : hints.joined(separator: "\n")
    )
  }
}
