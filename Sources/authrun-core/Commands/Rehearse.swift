import Login
import Standards

/// `authrun rehearse ID…`.
struct RehearseCommand: Command {
  static let spec = CommandSpec(
    "rehearse",
    [.init(name: "ID", repeats: true)],
    summary: "Log in to a practice provider made from the descriptor",
    details: [
      "The practice provider plays the real hosts on this machine, over TLS, and checks every signature, "
        + "verifier, redirect URI and token for real. The descriptor is used as it is. No network, no key and no "
        + "account are needed, and your vault is not touched.",
      "A custom descriptor says in its rehearsal field what its service answers.",
    ],
    options: [
      CommandOption(
        "interactive",
        help: "Open the practice consent page in your own browser, and decide there."
      ),
      CommandOption(
        "browser",
        .required("COMMAND"),
        help: "With --interactive: open the page with this command, or not at all: none."
      ),
    ],
    examples: [
      .init(line: "authrun rehearse twitter spotify acme", purpose: "three whole logins"),
      .init(
        line: "authrun rehearse spotify --interactive --trace",
        purpose: "in the browser, with each step explained"
      ),
    ]
  )

  private let ids: [String]
  private let isInteractive: Bool
  private let browser: String?

  init(_ arguments: Arguments) throws(UsageError) {
    ids = arguments.operands
    isInteractive = arguments.options.has("interactive")
    browser = arguments.options.last("browser")
    if browser != nil, !isInteractive {
      throw UsageError("--browser needs --interactive")
    }
  }

  func run(in context: CommandContext) async throws {
    var results: [RehearsalResult] = []
    for id in ids {
      let run = RehearsalRun(
        id: id,
        context: context,
        interactiveBrowser: isInteractive ? .some(browser) : nil
      )
      results.append(await run.run())
      if Task.isCancelled { throw AuthRunError(.interrupted, "interrupted", step: "rehearse") }
    }
    context.terminal.note("")
    try context.finish(
      json: .object(
        JSONObject([
          ("passed", .bool(results.allSatisfy(\.passed))),
          ("rehearsals", .array(results.map(\.json))),
        ])
      ),
      lines: RehearsalText.table(results)
    )
    if let failed = results.first(where: { !$0.passed }) {
      throw AlreadyReported(exitStatus: failed.exitStatus)
    }
  }
}
