import Foundation
import TestSupport
import Testing

/// Which keys the front can get at by itself: those that need no program, no bus and no person.
@Suite
struct HitPathKeyTests {
  private static let key = String(repeating: "5c", count: 32)

  /// The system calls of one run of the front, and what it printed.
  private func trace(
    _ fixture: FrontFixture,
    _ environment: [String: String] = [:]
  ) async throws -> (output: String, calls: String) {
    let trace = fixture.home.file("trace")
    let result = try await Command(
      "/usr/bin/strace",
      ["-f", "-o", trace, fixture.home.file("bin/authrun"), "token", "spotify"],
      environment: fixture.home.environment.merging(environment) { $1 }
    ).run()
    return (result.output, try String(contentsOfFile: trace, encoding: .utf8))
  }

  private func expectDirect(_ calls: String, sourceLocation: SourceLocation = #_sourceLocation) {
    for banned in [
      ".so", "socket(", "connect(", "F_SETLKW", "flock(", "clone", "fork", "nanosleep", "futex(",
      "poll(",
    ] {
      #expect(!calls.contains(banned), "\(banned)", sourceLocation: sourceLocation)
    }
    #expect(calls.matches(of: #/execve\(/#).count == 1, sourceLocation: sourceLocation)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")))
  func `a key in the environment serves the hit path`() async throws {
    let fixture = try await FrontFixture(core: false)
    let environment = ["AUTHRUN_VAULT_KEY": Self.key]
    try await fixture.probe("make", "environment", environment: environment)
    try await fixture.probe("put", "spotify", "tok-1", environment: environment)
    let run = try await trace(fixture, environment)
    #expect(run.output == "tok-1\n")
    expectDirect(run.calls)
    #expect(!run.calls.contains("keyctl"))
    #expect(!run.calls.contains("vault.key"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")))
  func `a key that the kernel remembers serves the hit path until it is forgotten`() async throws {
    let fixture = try await FrontFixture()
    let environment = ["AUTHRUN_VAULT_PASSPHRASE": "correct horse"]
    try await fixture.probe("make", "passphrase", environment: environment)
    try await fixture.probe("put", "spotify", "tok-1", environment: environment)
    let closed = try await fixture.front(["token", "spotify"], environment: environment)
    #expect(closed.status == 42, "a passphrase is for the whole program")
    do {
      try await fixture.probe("remember", "300", environment: environment)
    } catch let failure as ProbeFailure where failure.result.output.contains("denied") {
      try Test.cancel("the kernel takes no keys here")
    }
    let run = try await trace(fixture)
    #expect(run.output == "tok-1\n")
    expectDirect(run.calls)
    #expect(run.calls.contains("KEYCTL_READ"))
    #expect(try await fixture.probe("forget").output == "true\n")
    #expect(try await fixture.front(["token", "spotify"]).status == 42)
  }
}
