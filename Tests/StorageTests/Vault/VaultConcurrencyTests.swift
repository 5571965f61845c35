import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct VaultConcurrencyTests {
  @Test
  func `a reader does not wait for a write in progress and sees the record before it`() throws {
    let fixture = try VaultFixture()
    try fixture.open().write(.spotify, .sample("old"), replacing: nil)
    let writer = try SQLiteConnection(fixture.location.databaseFile, .readWrite)
    try writer.execute("BEGIN IMMEDIATE; DELETE FROM credential;")
    // Whoever waited for this writer would end with an error: it never ends.
    let stored = try Vault.openForReading(fixture.location)?.read(.spotify)
    #expect(stored?.credential.accessToken.text == "old")
    try writer.execute("ROLLBACK")
  }

  @Test(arguments: VaultKind.available)
  func `many that make the vault at once share one`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    let made = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<16 {
        group.addTask {
          let vault = try fixture.open()
          try vault.write(
            AccountID(provider: "p", name: "\(number)"),
            .sample(),
            replacing: nil
          )
          return vault.isNew
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(made.count { $0 } == 1)
    #expect(try fixture.open().list().credentials.count == 16)
  }

  @Test(arguments: VaultKind.available)
  func `of many swaps of one version exactly one succeeds`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    let version = try fixture.open().write(.spotify, .sample("start"), replacing: nil)
    let winners = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<16 {
        group.addTask {
          let vault = try? fixture.open()
          return
            (try? vault?.write(.spotify, .sample("\(number)"), replacing: version)) != nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(winners == 1)
  }
}
