/// A program to run, with everything that it can see of the world stated.
package struct Command: Sendable {
  /// What the program finds as its standard input.
  package enum Input: Sendable {
    /// Nothing: the end of the file at once.
    case empty
    /// These bytes, then the end of the file.
    case text(String)
    /// A pipe that the test writes to while the program runs.
    case interactive
    /// A terminal, which is also the program's controlling terminal.
    case terminal
  }

  /// The program's file.
  package var executable: String
  /// Its arguments, without its own name.
  package var arguments: [String]
  /// Its whole environment: nothing of this process's is passed on.
  package var environment: [String: String]
  /// Where it runs; the test's own directory when nil.
  package var directory: String?
  /// Its standard input.
  package var input = Input.empty
  /// Seconds after which the program and its children are killed.
  package var deadline = 180.0
  /// Called for each whole line of standard output, in order, on a thread of its own.
  package var onOutputLine: (@Sendable (String) -> Void)?

  package init(
    _ executable: String,
    _ arguments: [String] = [],
    environment: [String: String] = [:]
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
  }

  /// Starts the program.
  package func start() throws(CommandError) -> RunningCommand {
    try RunningCommand(self)
  }

  /// Runs the program to its end.
  package func run() async throws(CommandError) -> CommandResult {
    try await start().result()
  }
}

/// How a program ended and what it said.
package struct CommandResult: Sendable, CustomStringConvertible {
  /// How a process ends.
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
  }

  /// How it ended.
  package let ending: Ending
  /// All of its standard output, bytes that are not UTF-8 replaced.
  package let output: String
  /// All of its standard error, bytes that are not UTF-8 replaced.
  package let errors: String
  /// Whether the deadline killed it.
  package let timedOut: Bool
  /// Whether something that outlived it still held its standard output or error.
  package let outputLeaked: Bool
  /// How long it ran.
  package let seconds: Double

  /// The exit status; nil when a signal ended it.
  package var status: Int32? {
    guard case .exited(let status) = ending else { return nil }
    return status
  }

  /// What a failed expectation shows.
  package var description: String {
    "\(ending)\(timedOut ? " (deadline)" : "") after \(seconds) s\n--- output\n\(output)\n--- errors\n\(errors)"
  }
}

/// Why a program could not be run, or did not do what was waited for.
package enum CommandError: Error, CustomStringConvertible {
  /// A system call failed with this `errno`.
  case system(String, Int32)
  /// The program ended before it said what was waited for.
  case endedEarly(waitingFor: String, CommandResult)

  package var description: String {
    switch self {
    case .system(let call, let code): "\(call) failed: errno \(code)"
    case .endedEarly(let expected, let result): "ended before \(expected): \(result)"
    }
  }
}
