import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

/// Other names and entries beside credentials, in a database that several machines share.
@Suite(.requiresPostgres)
struct PostgresEntryTests {
  private let work = AccountID(provider: "spotify", name: "work")
  private let home = AccountID(provider: "spotify", name: "home")

  private func open() async throws -> Vault {
    let cluster = try await PostgresCluster.shared()
    let schema = "t" + UUID().uuidString.replacing("-", with: "").lowercased()
    return try VaultFixture(address: try await cluster.vault(schema)).open()
  }

  @Test
  func `an account is renamed in one step, to a free name only`() async throws {
    let vault = try await open()
    try vault.write(work, .sample("work"), replacing: nil)
    try vault.write(home, .sample("home"), replacing: nil)
    let stored = try #require(try vault.read(work))
    #expect(vaultError { try vault.rename(stored, to: home) }?.kind == .conflict)
    try vault.delete(home)
    var note = RefreshNote(id: work)
    note.begin(with: Secret("refresh"), at: Timestamp(seconds: 1))
    try vault.setRefreshNote(work, note)
    try vault.rename(stored, to: home)
    #expect(try vault.read(work) == nil)
    #expect(try vault.read(home)?.credential.accessToken.text == "work")
    #expect(try vault.refreshNote(home)?.intent == note.intent)
    #expect(try vault.refreshNote(work) == nil)
    #expect(vaultError { try vault.rename(stored, to: work) }?.kind == .conflict)
  }

  @Test
  func `an account stands in for the one without a name, and never over a credential`()
    async throws
  {
    let vault = try await open()
    try vault.write(work, .sample("work"), replacing: nil)
    try vault.setStandIn(work)
    #expect(try vault.read(.spotify)?.id == work)
    try vault.setStandIn(.spotify)
    try vault.write(.spotify, .sample("own"), replacing: nil)
    #expect(vaultError { try vault.setStandIn(work) }?.kind == .conflict)
    #expect(try vault.read(.spotify)?.credential.accessToken.text == "own")
  }

  @Test
  func `an entry is added once and taken once`() async throws {
    let vault = try await open()
    let id = AccountID(provider: "authrun:login", name: "abc")
    let entry = VaultEntry(id: id, members: ["state": "x"])
    try vault.add(entry)
    #expect(vaultError { try vault.add(entry) }?.kind == .conflict)
    #expect(try vault.entries().map(\.id) == [id])
    let taken = try (0..<2).map { _ in try vault.delete(id) }
    #expect(taken == [true, false])
  }
}
