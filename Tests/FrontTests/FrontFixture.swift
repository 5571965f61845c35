import Foundation
import TestSupport

/// The front and a stand-in for the whole program, installed in a directory of their own.
struct FrontFixture {
  let home: TemporaryHome

  /// With `core`, a script beside the front that says how it was called and exits with 42.
  init(core: Bool = true, at place: String = "bin/authrun-core") throws {
    home = try TemporaryHome()
    try home.makeDirectory("bin")
    try FileManager.default.copyItem(
      atPath: PackageLayout.product("authrun"),
      toPath: home.file("bin/authrun")
    )
    guard core else { return }
    let script = """
      #!/bin/sh
      printf 'core'
      for word in "$@"; do printf ' [%s]' "$word"; done
      printf ' %s\\n' "$MARK"
      exit 42
      """
    try home.write(script, to: place, mode: 0o700)
  }

  /// Runs one vault operation in a process of its own.
  func probe(_ words: String...) async throws {
    let result = try await Command(
      PackageLayout.product("storage-probe"),
      words,
      environment: home.environment
    ).run()
    guard result.status == 0 else { throw ProbeFailure(result: result) }
  }

  func front(_ words: [String], environment: [String: String] = [:]) async throws -> CommandResult {
    try await Command(
      home.file("bin/authrun"),
      words,
      environment: home.environment.merging(environment) { $1 }
    ).run()
  }
}

/// A vault operation that was to prepare a test and failed.
struct ProbeFailure: Error, CustomStringConvertible {
  let result: CommandResult

  var description: String { result.description }
}
