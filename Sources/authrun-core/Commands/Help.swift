import Standards

/// `authrun help [COMMAND]`.
struct HelpCommand: Command {
  static let spec = CommandSpec(
    "help",
    [.init(name: "COMMAND", required: false, repeats: true)],
    summary: "Show help for a command"
  )

  private let words: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    words = arguments.operands
  }

  func run(in context: CommandContext) async throws {
    try context.terminal.result(CommandTable.help(for: words).utf8)
  }
}
