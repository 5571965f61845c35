import Foundation
import TestSupport
import Testing

/// Killed at any step of a login or a refresh, the vault opens and holds a whole record, old or new.
///
/// strace kills the program as it enters the nth call of a kind; n runs over the calls that an unharmed run makes.
@Suite(.endToEnd)
struct KillTests {
  /// The calls that change a file or the other side's mind.
  private static let calls = [
    "pwrite64", "write", "fsync", "fdatasync", "ftruncate", "unlink", "rename", "sendto",
    "recvfrom",
    "flock", "fcntl", "openat",
  ]

  /// At most this many places for each call, spread evenly: all of them would take minutes.
  private static let places = 6

  @Test(arguments: calls)
  func `a login that replaces a record`(call: String) async throws {
    let rig = try await Rig()
    try await rig.logIn("acme")
    try await killEverywhere(call, rig, ["login", "acme", "--json"])
  }

  @Test(arguments: calls)
  func `a refresh`(call: String) async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    try await killEverywhere(call, rig, ["token", "spotify", "--force-refresh"])
  }

  @Test(arguments: ["pwrite64", "write", "fsync", "openat", "rename"])
  func `a first login, which makes the vault`(call: String) async throws {
    let counting = try await Rig()
    let total = try await count(call, counting, ["login", "acme"])
    for place in Self.spread(total) {
      let rig = try await Rig()
      _ = try await strace(rig, ["login", "acme"], ["--inject=\(call):signal=KILL:when=\(place)"])
      // Whatever was half made must not be in the way of the next try.
      let again = try await rig.authrun("login", "acme", "--json")
      #expect(again.status == 0, "killed at \(call) \(place): \(again)")
      #expect(try await rig.authrun("token", "acme").status == 0)
    }
  }

  private func killEverywhere(_ call: String, _ rig: Rig, _ arguments: [String]) async throws {
    let account = arguments[1]
    let total = try await count(call, rig, arguments)
    var killed = 0
    for place in Self.spread(total) {
      let old = try await rig.token(account)
      let result = try await strace(
        rig,
        arguments,
        ["--inject=\(call):signal=KILL:when=\(place)"]
      )
      killed += result.status == 0 ? 0 : 1
      let accounts = try await rig.authrun("accounts")
      #expect(accounts.status == 0, "killed at \(call) \(place): \(accounts)")
      #expect(accounts.output.contains(account), "killed at \(call) \(place)")
      let token = try await rig.token(account)
      #expect(!token.isEmpty)
      if token != old {
        // Then it must be the whole new one: the service takes it.
        let used = try await rig.authrun("request", account, account == "acme" ? "/x" : "/me")
        #expect(used.status == 0, "killed at \(call) \(place): \(used)")
      }
    }
    // Some calls come in a few runs only, such as the fsync of a checkpoint.
    if ["pwrite64", "write", "sendto", "openat"].contains(call) {
      #expect(killed > 0, "\(call): no run was killed")
    }
    let after = try await rig.command(arguments).run()
    #expect(after.status == 0, "\(after)")
  }

  /// How often any one thread of an unharmed run makes the call: strace counts for each thread.
  private func count(_ call: String, _ rig: Rig, _ arguments: [String]) async throws -> Int {
    let result = try await strace(rig, arguments, ["-e", "trace=\(call)"])
    try #require(result.status == 0, "\(result)")
    let log = try String(contentsOfFile: rig.home.file("strace.log"), encoding: .utf8)
    var counts: [Substring: Int] = [:]
    for line in log.split(separator: "\n") where line.contains("\(call)(") {
      counts[line.prefix { $0 != " " }, default: 0] += 1
    }
    return counts.values.max() ?? 0
  }

  private func strace(
    _ rig: Rig,
    _ arguments: [String],
    _ options: [String]
  ) async throws
    -> CommandResult
  {
    let inner = try rig.command(arguments)
    var command = Command(
      "/usr/bin/strace",
      ["-f", "-qq", "-o", rig.home.file("strace.log")] + options + ["--", inner.executable]
        + inner.arguments,
      environment: inner.environment
    )
    command.deadline = 60
    return try await command.run()
  }

  private static func spread(_ total: Int) -> [Int] {
    guard total > places else { return total > 0 ? Array(1...total) : [] }
    return (0..<places).map { 1 + $0 * (total - 1) / (places - 1) }
  }
}
