import Foundation
import TestSupport

/// The front and a stand-in for the whole program, installed in a directory of their own.
struct FrontFixture {
  let home: TemporaryHome

  /// With `core`, a script beside the front that says how it was called and exits with 42.
  init(core: Bool = true, at place: String = "bin/authrun-core") async throws {
    home = try TemporaryHome()
    try home.makeDirectory("bin")
    try await shell("cp \"$1\" bin/authrun", PackageLayout.product("authrun"))
    guard core else { return }
    try await program(
      """
      #!/bin/sh
      printf 'core'
      for word in "$@"; do printf ' [%s]' "$word"; done
      printf ' %s\\n' "$MARK"
      exit 42

      """,
      at: place
    )
  }

  /// Installs a script.
  func program(_ text: String, at place: String) async throws {
    try home.makeDirectory((place as NSString).deletingLastPathComponent)
    try await shell("cat > \"$1\"; chmod 700 \"$1\"", place, input: text)
  }

  /// Programs are written by a child: a file that this process has open for writing could be handed
  /// down to another test's child, and then it cannot be run (`ETXTBSY`).
  private func shell(_ script: String, _ word: String, input: String = "") async throws {
    var command = Command("/bin/sh", ["-c", script, "sh", word], environment: home.environment)
    command.directory = home.path
    command.input = .text(input)
    let result = try await command.run()
    guard result.status == 0 else { throw ProbeFailure(result: result) }
  }

  /// Runs one vault operation in a process of its own.
  @discardableResult
  func probe(
    _ words: String...,
    environment: [String: String] = [:]
  ) async throws -> CommandResult {
    let result = try await Command(
      PackageLayout.product("storage-probe"),
      words,
      environment: home.environment.merging(environment) { $1 }
    ).run()
    guard result.status == 0 else { throw ProbeFailure(result: result) }
    return result
  }

  func front(_ words: [String], environment: [String: String] = [:]) async throws -> CommandResult {
    try await Command(
      home.file("bin/authrun"),
      words,
      environment: home.environment.merging(environment) { $1 }
    ).run()
  }
}

/// What was to prepare a test and failed.
struct ProbeFailure: Error, CustomStringConvertible {
  let result: CommandResult

  var description: String { result.description }
}
