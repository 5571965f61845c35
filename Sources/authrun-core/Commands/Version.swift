import Standards

/// `authrun version`.
struct VersionCommand: Command {
  static let spec = CommandSpec("version", summary: "Show the version")

  /// The version of this source tree.
  static let number = "0.1.0"

  init(_ arguments: Arguments) throws(UsageError) {}

  func run(in context: CommandContext) async throws {
    try context.finish(
      json: .object(JSONObject([("version", .string(Self.number))])),
      lines: ["authrun \(Self.number)"]
    )
  }
}
