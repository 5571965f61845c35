import Login
import Standards

/// `authrun finish ID [URL-OR-CODE]`.
struct FinishCommand: Command {
  static let spec = CommandSpec(
    "finish",
    [.init(name: "LOGIN"), .init(name: "URL-OR-CODE", required: false)],
    summary: "Finish a login that was begun, with the provider's answer",
    details: [
      "The answer is the whole address at which the browser ended, or the code that the page shows. Without "
        + "it a line of standard input is read, so that no list of processes shows it. An answer that does not "
        + "belong to the login is refused with exit status 76, and the login goes on waiting.",
      "A login that the user finishes on another device takes no answer: the provider is asked until it knows, or "
        + "the code is over (exit status 69). It can be interrupted and finished later.",
    ],
    examples: [
      .init(
        line: "authrun finish 5f0c2ad81b94 'http://127.0.0.1:8910/callback?code=…&state=…'",
        purpose: "the second half of a login"
      )
    ]
  )

  private let id: String
  private let answer: String?

  init(_ arguments: Arguments) throws(UsageError) {
    id = arguments.first
    answer = arguments.operands.count > 1 ? arguments.operands[1] : nil
  }

  func run(in context: CommandContext) async throws {
    let interaction = TerminalInteraction(
      terminal: context.terminal,
      environment: context.environment,
      browser: "none"
    )
    defer { interaction.end() }
    let outcome = try await context.engine().finish(
      id,
      answer: { () async throws(AuthRunError) in try await read(interaction) },
      interaction: interaction
    )
    interaction.end()
    try context.finish(
      json: CredentialOutput.login(outcome),
      lines: [LoginCommand.sentence(outcome, now: context.now())]
    )
  }

  private func read(
    _ interaction: TerminalInteraction
  ) async throws(AuthRunError) -> String? {
    if let answer { return answer }
    guard let line = try await interaction.ask(Question("Address or code")), !line.isEmpty else {
      throw AuthRunError(.inputInvalid, "no answer was given", step: "authorize")
    }
    return line.text
  }
}
