import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

/// Kills a process just before every system call by which it changes something.
@Suite(.requiresTracing)
struct CrashTests {
  private static let calls = [
    "openat", "mkdir", "chmod", "fchmod", "write", "pwrite64", "fsync", "fdatasync", "ftruncate",
    "link", "unlink",
  ]

  @Test(arguments: calls)
  func `the first creation leaves no vault or a whole one`(call: String) async throws {
    let empty = try Probe()
    try await killing(["put", "spotify", "new"], at: call, from: empty) { probe in
      let state = try await probe.get("spotify")
      #expect(state == "none" || state == "new refresh-new")
    }
  }

  @Test(arguments: calls)
  func `a replaced record is the old one or the new one`(call: String) async throws {
    let old = try Probe()
    try await old.run("put", "spotify", "old")
    try await killing(["swap", "spotify", "new"], at: call, from: old) { probe in
      let state = try await probe.get("spotify")
      #expect(state == "old refresh-old" || state == "new refresh-new")
    }
  }

  @Test(arguments: calls)
  func `a record beside others leaves them whole`(call: String) async throws {
    let old = try Probe()
    try await old.run("fill", "p", "12")
    try await killing(["put", "spotify", "new"], at: call, from: old) { probe in
      let state = try await probe.get("spotify")
      #expect(state == "none" || state == "new refresh-new")
      let location = try VaultLocation(explicit: nil, environment: probe.home.environment)
      let listing = try Vault.open(location, create: false).list()
      #expect(listing.credentials.count { $0.id.provider == "p" } == 12)
      #expect(listing.damagedCount == 0)
    }
  }

  @Test(
    arguments: (calls + ["rename"]).map { ($0, "file") }
      + ["pwrite64", "fdatasync", "unlink"].map { ($0, "environment") }
  )
  func `a change of keys leaves every record, sealed with the one key or the other`(
    call: String,
    source: String
  ) async throws {
    let old = try Probe(variables: [
      "AUTHRUN_VAULT_KEY": KeyFixture.keys[0]
    ])
    try await old.run("make", "file")
    try await old.run("fill", "p", "3")
    try await killing(["rekey", source], at: call, from: old) { probe in
      #expect(try await probe.get("p") == "token refresh-token")
      let access = KeyAccess(
        variable: { probe.environment[$0] },
        keyring: nil,
        asker: nil
      )
      let location = try VaultLocation(explicit: nil, environment: probe.environment)
      let listing = try Vault.open(location, create: false, keys: access).list()
      #expect(listing.credentials.count == 3)
      #expect(listing.damagedCount == 0)
      // What waited has either taken its place or is gone.
      #expect(!probe.home.files().keys.contains { $0.contains("vault.key.next-") })
    }
  }

  @Test(arguments: calls + ["rename"])
  func `an update of the schema leaves the old vault or the new one, whole`(
    call: String
  ) async throws {
    let old = try Probe()
    try await old.run("fill", "p", "5")
    let location = try VaultLocation(explicit: nil, environment: old.home.environment)
    try SQLiteConnection(location.databaseFile, .readWrite).execute(MigrationTests.downgrade)
    try await killing(["put", "spotify", "new"], at: call, from: old) { probe in
      let location = try VaultLocation(explicit: nil, environment: probe.home.environment)
      // Whichever it is, the next writer brings it up to date and finds all.
      let vault = try Vault.open(location, create: false)
      let listing = try vault.list()
      #expect(listing.credentials.count { $0.id.provider == "p" } == 5)
      #expect(listing.damagedCount == 0)
      try vault.setRefreshNote(.spotify, RefreshNote(id: .spotify))
    }
  }

  /// After each death the vault must satisfy `check` and take a new record.
  private func killing(
    _ words: [String],
    at call: String,
    from start: Probe,
    _ check: (Probe) async throws -> Void
  ) async throws {
    try await Killing.everywhere(words, at: call, from: start) { probe in
      try await check(probe)
      try await probe.run("put", "spotify", "after")
      #expect(try await probe.get("spotify") == "after refresh-after")
    }
  }
}
