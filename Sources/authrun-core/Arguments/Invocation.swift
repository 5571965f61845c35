/// A command line that was understood.
enum Invocation: Hashable, Sendable {
  /// Help for a command, or for the whole program.
  case help(CommandSpec?)
  case version
  case run(Arguments)
}

/// What a command was given.
struct Arguments: Hashable, Sendable {
  let command: CommandSpec
  let operands: [String]
  /// The command's own options.
  let options: OptionValues
  /// The options that every command takes.
  let globals: OptionValues
  /// How many operands stand before a `--`; `nil` without one.
  var terminator: Int?

  /// The first operand; the parser has made sure that a required one is there.
  var first: String { operands.first ?? "" }
}
