/// A command line that cannot be understood, with the nearest thing that would be.
struct UsageError: Error, Hashable {
  let message: String
  /// What to do instead.
  var hint: String?
  /// The command concerned, whose synopsis is then shown.
  var command: CommandSpec?

  init(_ message: String, hint: String? = nil, command: CommandSpec? = nil) {
    self.message = message
    self.hint = hint
    self.command = command
  }

  /// The same error about a certain command.
  func about(_ command: CommandSpec) -> UsageError {
    UsageError(message, hint: hint, command: self.command ?? command)
  }
}
