import Login
import Standards

/// `authrun test FILE…`.
struct TestCommand: Command {
  static let spec = CommandSpec(
    "test",
    [.init(name: "FILE", repeats: true)],
    summary: "Run a provider's recorded cases, without network",
    details: [
      "The cases of acme.lua are in acme.cases.json beside it. Each says what is done, every request exactly, "
        + "every answer, and the credential or error that must come of it; time stands still, and what is random "
        + "is the same in each run. FILE may also be the id of a provider. The exit status is 65 when a case fails.",
      "--record makes the cases from a rehearsal where there are none. Where there are, their answers stay, and "
        + "the requests and results become what they are now: read the difference before you keep it.",
    ],
    options: [
      CommandOption("record", help: "Write the cases: new from a rehearsal, or as they are now."),
      CommandOption(
        "live",
        help: "With --record: make them from a real login; secrets become placeholders."
      ),
      CommandOption(
        "option",
        .required("KEY=VALUE"),
        repeatable: true,
        help: "With --live: set an option of the descriptor, as for a login."
      ),
      CommandOption(
        "browser",
        .required("COMMAND"),
        help: "With --live: open the address with this command, or not at all: none."
      ),
    ],
    examples: [
      .init(line: "authrun test acme.lua", purpose: "after each change of the descriptor"),
      .init(line: "authrun test acme.lua --record", purpose: "make the cases"),
    ]
  )

  private let files: [String]
  private let records: Bool
  private let live: LiveRecording?

  init(_ arguments: Arguments) throws(UsageError) {
    files = arguments.operands
    let options = arguments.options
    records = options.has("record")
    if options.has("live") {
      guard records else { throw UsageError("--live needs --record") }
      guard files.count == 1 else { throw UsageError("--live records one provider at a time") }
      live = LiveRecording(
        options: try LoginCommand.pairs(options.all("option")),
        browser: options.last("browser")
      )
    } else {
      guard !options.has("option"), !options.has("browser") else {
        throw UsageError("--option and --browser need --live")
      }
      live = nil
    }
  }

  func run(in context: CommandContext) async throws {
    let home = try PracticeHome(context)
    var results: [CaseFileResult] = []
    for (index, file) in files.enumerated() {
      let run = CaseFileRun(file: file, number: index + 1, home: home, context: context)
      if records {
        results.append(await run.record(live))
      } else {
        results.append(await run.run())
      }
      if Task.isCancelled { throw AuthRunError(.interrupted, "interrupted", step: "test") }
    }
    withExtendedLifetime(home) {}
    let text = CaseText(style: context.terminal.resultStyle)
    try context.finish(
      json: .object(
        JSONObject([
          ("passed", .bool(results.allSatisfy(\.passed))), ("files", .array(results.map(\.json))),
        ])
      ),
      lines: text.lines(results)
    )
    for result in results {
      guard let error = result.error else { continue }
      context.terminal.write(
        ErrorReport(error: error, isVerbose: context.globals.verbose)
          .lines(style: context.terminal.style)
      )
    }
    if let failed = results.first(where: { !$0.passed }) {
      let code = failed.error?.code ?? .descriptorInvalid
      throw AlreadyReported(exitStatus: code.exitStatus)
    }
  }
}
