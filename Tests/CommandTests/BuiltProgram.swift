import Foundation
import TestSupport
import Testing

/// The built program with a home of its own, for commands whose effect is what they print.
struct BuiltProgram {
  let home: TemporaryHome

  init() throws {
    home = try TemporaryHome()
  }

  func run(_ arguments: String..., input: String? = nil) async throws -> CommandResult {
    try await run(arguments, input: input)
  }

  func run(_ arguments: [String], input: String? = nil) async throws -> CommandResult {
    var command = Command(
      try PackageLayout.product("authrun-core"),
      arguments,
      environment: home.environment
    )
    if let input { command.input = .text(input) }
    return try await command.run()
  }

  /// The code and the message of the error object that `--json` printed.
  static func error(_ result: CommandResult) throws -> (code: String, message: String) {
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let error = try #require((value as? [String: Any])?["error"] as? [String: Any], "\(result)")
    return (error["code"] as? String ?? "", error["message"] as? String ?? "")
  }
}
