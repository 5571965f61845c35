import Foundation
import TestSupport
import Testing

/// A home whose vault is used by other processes only.
struct Probe {
  let home: TemporaryHome
  /// Beside those of the home.
  var variables: [String: String] = [:]

  init(variables: [String: String] = [:]) throws {
    home = try TemporaryHome()
    self.variables = variables
  }

  var environment: [String: String] { home.environment.merging(variables) { $1 } }

  /// A copy of another home, file by file.
  init(copying other: Probe) throws {
    home = try TemporaryHome()
    variables = other.variables
    for directory in ["config", "data", "state"] {
      try FileManager.default.removeItem(atPath: home.file(directory))
      try FileManager.default.copyItem(
        atPath: other.home.file(directory),
        toPath: home.file(directory)
      )
    }
  }

  func command(_ words: [String]) throws -> Command {
    var command = Command(
      try PackageLayout.product("storage-probe"),
      words,
      environment: environment
    )
    // Relative paths lie in the home, and in a copy of it at the same place.
    command.directory = home.path
    return command
  }

  @discardableResult
  func run(_ words: String...) async throws -> CommandResult {
    let result = try await command(words).run()
    #expect(result.status == 0, "\(words): \(result)")
    return result
  }

  /// What the account holds: its token and refresh token, or `none`.
  func get(_ provider: String) async throws -> String {
    try await run("get", provider).output.trimmingCharacters(in: .newlines)
  }
}

/// Running a program under strace.
enum Tracing {
  static let program = "/usr/bin/strace"

  /// Whether it is installed and may trace here.
  static let works: Bool = {
    // Its own system calls would be counted, and killed at, as if they were the vault's.
    guard !Sanitizer.isOn else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-o", "/dev/null", "/bin/true"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}

extension Trait where Self == ConditionTrait {
  /// Skips the test, saying so, where processes cannot be traced.
  static var requiresTracing: Self {
    .enabled(if: Tracing.works, "strace cannot trace here, or would trace a sanitizer too")
  }
}
