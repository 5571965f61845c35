import Standards

/// `authrun version`.
struct VersionCommand: Command {
  static let spec = CommandSpec("version", summary: "Show the version")

  /// The version of this source tree.
  static let number = "0.1.0"
  /// The day of that version, for the manual.
  static let date = "2026-11-30"

  init(_ arguments: Arguments) throws(UsageError) {}

  func run(in context: CommandContext) async throws {
    try context.finish(
      json: .object(JSONObject([("version", .string(Self.number))])),
      lines: ["authrun \(Self.number)"]
    )
  }
}
