/// A command of the table: what it is called, and what it does.
protocol Command: Sendable {
  static var spec: CommandSpec { get }

  /// Understands the arguments; the parser has checked names and counts already.
  init(_ arguments: Arguments) throws(UsageError)

  func run(in context: CommandContext) async throws
}

/// A failure about which everything has been said; only the exit status is left.
struct AlreadyReported: Error {
  let exitStatus: Int32
}
