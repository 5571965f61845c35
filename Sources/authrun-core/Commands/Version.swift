import Providers
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
    let lua = LuaRelease.current
    try context.finish(
      json: .object(
        JSONObject([("version", .string(Self.number)), ("lua", .string(lua))])
      ),
      lines: ["authrun \(Self.number)", lua]
    )
    if LuaRelease.hasKnownCrashes(lua) {
      context.terminal.note(
        "\(lua) crashes on some texts, which nobody writes by mistake (mended in 5.4.7). Scripts that did not "
          + "come with authrun run in a process of their own, which then ends alone."
      )
    }
  }
}
