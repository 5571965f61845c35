import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

/// Kills an import and an export just before every system call by which they change something.
@Suite(.requiresTracing)
struct ExportCrashTests {
  private static let passphrase = "correct horse"

  /// A vault with two accounts, and an export of one of them, as it was, and of two others.
  private func start() async throws -> Probe {
    let probe = try Probe(variables: ["AUTHRUN_VAULT_PASSPHRASE": Self.passphrase])
    try await probe.run("put", "mine", "old")
    try await probe.run("put", "other", "old")
    let now = WallClock().now()
    let records = ["mine", "first", "second"].map { provider in
      RowContent.credential(
        Record(
          id: AccountID(provider: provider),
          updatedAt: now,
          credential: .sample("exported", refresh: "refresh-exported")
        )
      )
    }
    let file = try ExportFile(
      sealing: records,
      at: now,
      passphrase: LockedBytes(copying: Array(Self.passphrase.utf8)),
      // What matters here is the file system.
      cost: .lowest
    )
    // In a folder that a copy of the home takes along.
    try probe.home.write(String(decoding: file.bytes, as: UTF8.self), to: "data/export")
    return probe
  }

  @Test(arguments: ["openat", "pwrite64", "fdatasync", "fsync", "ftruncate"])
  func `an import that is cut short has lost nothing and is run again`(call: String) async throws {
    let start = try await start()
    try await Killing.everywhere(["import", "data/export"], at: call, from: start) { probe in
      for provider in ["mine", "other"] {
        #expect(try await probe.get(provider) == "old refresh-old")
      }
      for provider in ["first", "second"] {
        let state = try await probe.get(provider)
        #expect(state == "none" || state == "exported refresh-exported")
      }
      try await probe.run("import", "data/export")
      for provider in ["first", "second"] {
        #expect(try await probe.get(provider) == "exported refresh-exported")
      }
      #expect(try await probe.get("mine") == "old refresh-old")
    }
  }

  @Test(arguments: ["openat", "write", "fsync", "link", "unlink"])
  func `an export is there whole or not at all`(call: String) async throws {
    let start = try await start()
    try await Killing.everywhere(["export", "data/new"], at: call, from: start) { probe in
      #expect(try await probe.get("mine") == "old refresh-old")
      guard let bytes = probe.home.files()["data/new"] else { return }
      let file = try ExportFile(bytes: bytes, name: "new")
      let passphrase = try LockedBytes(copying: Array(Self.passphrase.utf8))
      #expect(try file.open(passphrase: passphrase)?.count == 2)
    }
  }
}
