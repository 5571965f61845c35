import Foundation
import TestSupport
import Testing

/// Disks, clocks and networks that fail while credentials are at stake.
@Suite(.endToEnd)
struct VaultTroubleTests {
  @Test(.requiresMounting)
  func `on a full disk no token is asked for that could not be kept`() async throws {
    let rig = try await Rig(.rotating)
    try rig.home.makeDirectory("data/authrun")
    let disk = try await TemporaryDisk(rig.home.file("data/authrun"), kilobytes: 1024)
    try await rig.logIn("spotify")
    try await disk.fill()
    try await rig.clear()
    let refused = try await rig.authrun("token", "spotify", "--force-refresh")
    #expect(refused.status == 73, "\(refused)")
    #expect(refused.errors.contains("space"), "\(refused)")
    #expect(try await rig.requests().isEmpty)
    #expect(try await rig.authrun("token", "spotify").status == 0, "what is there is still used")
    try disk.free()
    #expect(try await rig.authrun("token", "spotify", "--force-refresh").status == 0)
  }

  @Test(.requiresMounting)
  func `a vault on a read-only disk still gives its tokens and asks for none`() async throws {
    let rig = try await Rig(.rotating)
    try rig.home.makeDirectory("data/authrun")
    let disk = try await TemporaryDisk(rig.home.file("data/authrun"), kilobytes: 1024)
    try await rig.logIn("spotify")
    let token = try await rig.token("spotify")
    try await disk.makeReadOnly()
    try await rig.clear()
    #expect(try await rig.token("spotify") == token)
    let refused = try await rig.authrun("token", "spotify", "--force-refresh")
    #expect(refused.status == 73, "\(refused)")
    #expect(try await rig.requests().isEmpty)
  }

  @Test
  func `an answer that is lost after the rotation is told when the provider refuses`() async throws
  {
    let rig = try await Rig(.rotating)
    try await rig.logIn("spotify")
    try await rig.inject(Fault(.lose, at: "/api/token"))
    let lost = try await rig.authrun("token", "spotify", "--force-refresh")
    #expect(lost.status == 69, "\(lost)")
    let refused = try await rig.authrun("token", "spotify", "--force-refresh")
    #expect(refused.status == 78, "\(refused)")
    #expect(refused.errors.contains("was cut off before its answer was saved"), "\(refused)")
    #expect(refused.errors.contains("authrun login spotify"), "\(refused)")
    // The reason stays with the account until the next login.
    let later = try await rig.authrun("token", "spotify", "--json")
    #expect(later.status == 78 && later.said.contains("was cut off"), "\(later)")
    try await rig.logIn("spotify")
    #expect(try await rig.authrun("token", "spotify", "--force-refresh").status == 0)
  }

  @Test(.enabled(if: Self.hasFaketime, "Debian's package faketime is not installed"))
  func `a clock that is wrong loses nothing`() async throws {
    let rig = try await Rig(.rotating)
    try await rig.logIn("spotify")
    let first = try await rig.token("spotify")
    // Two days on, everything here has expired and the provider's certificate too: nothing is spent.
    let ahead = try await at("+2d", rig, "token", "spotify")
    #expect(ahead.status == 69, "\(ahead)")
    // Two hours on, the token has expired and is renewed.
    let later = try await at("+2h", rig, "token", "spotify")
    #expect(later.status == 0 && later.output != first + "\n", "\(later)")
    // Back in our time the token comes from the future: its end says nothing, and it is renewed once.
    let back = try await rig.authrun("token", "spotify")
    #expect(back.status == 0 && back.output != later.output, "\(back)")
    #expect(try await rig.authrun("token", "spotify").output == back.output)
    // A clock that is behind: the token is from the future again.
    let behind = try await at("-30m", rig, "token", "spotify")
    #expect(behind.status == 0, "\(behind)")
    let now = try await rig.authrun("token", "spotify")
    #expect(now.status == 0, "\(now)")
    #expect(try await rig.authrun("request", "spotify", "/me").status == 0)
  }

  private static var hasFaketime: Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/faketime")
  }

  /// Runs the whole program at another time; the front is static, and no library can deceive it.
  private func at(
    _ offset: String,
    _ rig: Rig,
    _ arguments: String...
  ) async throws -> CommandResult {
    let inner = try rig.command(arguments)
    return try await Command(
      "/usr/bin/faketime",
      ["-f", offset, try PackageLayout.product("authrun-core")] + arguments,
      environment: inner.environment
    ).run()
  }

  @Test
  func `the disk knows of a refresh before the provider does, and of its token before we print it`()
    async throws
  {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/strace") else {
      try Test.cancel("strace is not installed")
    }
    let rig = try await Rig(.rotating)
    try await rig.logIn("spotify")
    let inner = try rig.command(["token", "spotify", "--force-refresh"])
    let trace = rig.home.file("strace.log")
    let result = try await Command(
      "/usr/bin/strace",
      ["-f", "-y", "-qq", "-o", trace, "--", inner.executable] + inner.arguments,
      environment: inner.environment
    ).run()
    try #require(result.status == 0, "\(result)")
    let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    func isSync(_ call: String) -> Bool {
      (call.contains("fsync(") || call.contains("fdatasync(")) && call.contains("vault.db-wal>")
    }
    func isWrite(_ call: String) -> Bool {
      call.contains("pwrite64(") && call.contains("vault.db-wal>")
    }
    // What goes to the provider begins with a connection.
    let connected = try #require(
      calls.firstIndex { $0.contains("connect(") && $0.contains("AF_INET") }
    )
    let noted = try #require(
      calls[..<connected].lastIndex(where: isWrite),
      "no note before the request"
    )
    #expect(calls[noted..<connected].contains(where: isSync), "the note is on the disk")
    let printed = try #require(calls.lastIndex { $0.contains("write(1<") })
    let stored = try #require(calls[connected..<printed].lastIndex(where: isWrite))
    #expect(calls[stored..<printed].contains(where: isSync), "the new token is on the disk")
  }
}
