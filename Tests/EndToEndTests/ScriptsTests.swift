import Foundation
import TestSupport
import Testing

/// The README's two commands say why they stop.
@Suite(.endToEnd)
struct ScriptsTests {
  /// Runs a script where the only programs are a few basic ones and, if given, this `swift`.
  private func run(_ script: String, swift: String?) async throws -> CommandResult {
    let home = try TemporaryHome()
    try home.makeDirectory("bin")
    for tool in ["bash", "dirname", "basename", "sed", "sort", "head"] {
      try FileManager.default.createSymbolicLink(
        atPath: home.file("bin/" + tool),
        withDestinationPath: "/usr/bin/" + tool
      )
    }
    if let swift { try home.write("#!/bin/sh\n\(swift)\n", to: "bin/swift", mode: 0o700) }
    var command = Command(PackageLayout.root + "/scripts/" + script, environment: home.environment)
    command.environment["PATH"] = home.file("bin")
    command.directory = home.path
    return try await command.run()
  }

  @Test(arguments: ["demo", "test"])
  func `without a Swift toolchain they stop and name what is missing`(script: String) async throws {
    let result = try await run(script, swift: nil)
    #expect(result.status == 1, "\(result)")
    #expect(result.errors.contains("swift"))
    #expect(result.errors.contains("6.3"))
    #expect(result.output.isEmpty, "nothing was installed before")
  }

  @Test(arguments: ["demo", "test"])
  func `with a toolchain that is too old they stop and name both versions`(
    script: String
  )
    async throws
  {
    let result = try await run(
      script,
      swift: "echo 'Swift version 5.10.1 (swift-5.10.1-RELEASE)'"
    )
    #expect(result.status == 1, "\(result)")
    #expect(result.errors.contains("5.10.1"))
    #expect(result.errors.contains("6.3"))
  }
}
