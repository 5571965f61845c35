import Foundation
import Synchronization
import TestSupport
import Testing

/// Kills at random moments, many times over the same vaults.
///
/// `AUTHRUN_KILL_ROUNDS` asks for more rounds than the 50 of a test run.
@Suite(.endToEnd)
struct KillRoundsTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["AUTHRUN_KILL_ROUNDS"].flatMap { Int($0) } ?? 50
  private static let workers = 3

  /// What one round does while it is killed.
  private enum Operation: CaseIterable {
    case refresh, login, migration

    var arguments: [String] {
      switch self {
      case .refresh, .migration: ["token", "spotify", "--force-refresh"]
      case .login: ["login", "acme", "--json"]
      }
    }
  }

  /// What the rounds of all workers came to.
  private final class Tallies: Sendable {
    let sum = Mutex(Tally())
  }

  private struct Tally {
    var rounds = 0
    var killed = 0
    /// The provider had rotated and its answer was in the air: only a login helps, and this was said.
    var holes = 0
  }

  @Test
  func `killed at random moments, nothing is lost that the provider still honours`() async throws {
    let tally = Tallies()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<Self.workers {
        group.addTask {
          let rig = try await Rig(.rotating)
          try await rig.logIn("spotify")
          try await rig.logIn("acme")
          // What an unharmed run takes here and now; the end of it is mostly the end of the process.
          let usual = try await rig.authrun("token", "spotify", "--force-refresh").seconds
          for round in stride(from: worker, to: Self.rounds, by: Self.workers) {
            let operation = Operation.allCases[Int.random(in: 0..<6) / 3 * Int.random(in: 0..<3)]
            try await run(operation, within: usual * 0.8, rig, round, tally)
          }
        }
      }
      try await group.waitForAll()
    }
    let result = tally.sum.withLock { $0 }
    #expect(result.rounds == Self.rounds)
    #expect(result.killed > Self.rounds / 8, "the kills come while there is something to kill")
    print(
      "kill rounds: \(result.rounds), killed before their end \(result.killed), "
        + "answers lost after a rotation \(result.holes)"
    )
  }

  private func run(
    _ operation: Operation,
    within seconds: Double,
    _ rig: Rig,
    _ round: Int,
    _ tally: Tallies
  ) async throws {
    if operation == .migration { try await downgrade(rig) }
    try await rig.clear()
    let running = try rig.command(operation.arguments).start()
    try await Task.sleep(for: .seconds(.random(in: 0...seconds)))
    running.signalGroup(SIGKILL)
    let killed = try await running.result().status == nil
    let asked = try await rig.requests("/api/token").count

    let accounts = try await rig.authrun("accounts")
    #expect(accounts.status == 0, "round \(round): \(accounts)")
    for account in ["spotify", "acme"] {
      #expect(accounts.output.contains(account), "round \(round): \(accounts)")
      // What is stored is whole: the provider takes it.
      let used = try await rig.authrun("request", account, account == "acme" ? "/x" : "/me")
      #expect(used.status == 0, "round \(round), \(operation): \(used)")
    }
    let refreshed = try await rig.authrun("token", "spotify", "--force-refresh")
    var isHole = false
    if refreshed.status != 0 {
      // The one hole: the provider has rotated, and nobody can know to what.
      isHole = true
      #expect(refreshed.status == 78, "round \(round), \(operation): \(refreshed)")
      #expect(refreshed.errors.contains("was cut off before its answer was saved"), "\(refreshed)")
      #expect(asked == 1, "round \(round): the provider was asked in the killed run")
      try await rig.logIn("spotify")
    }
    tally.sum.withLock {
      $0.rounds += 1
      $0.killed += killed ? 1 : 0
      $0.holes += isHole ? 1 : 0
    }
  }

  /// Makes the vault what the first version of the schema was.
  private func downgrade(_ rig: Rig) async throws {
    let script = """
      import sqlite3, sys
      vault = sqlite3.connect(sys.argv[1], isolation_level=None)
      vault.execute("BEGIN IMMEDIATE")
      vault.execute("DROP TABLE IF EXISTS refresh")
      vault.execute("UPDATE meta SET schema = 1")
      vault.execute("COMMIT")
      """
    let result = try await Command(
      "/usr/bin/python3",
      ["-c", script, rig.home.file("data/authrun/vault.db")]
    ).run()
    try #require(result.status == 0, "\(result)")
  }
}
