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
    let text = try CommandTable.help(for: words)
    try context.terminal.result(context.globals.json ? Self.json(text) : Array(text.utf8))
  }

  /// `{"help"}` on a line, for programs that ask everything in this form.
  static func json(_ text: String) -> [UInt8] {
    Array((JSONValue.object(JSONObject([("help", .string(text))])).visiblySerialized + "\n").utf8)
  }
}
