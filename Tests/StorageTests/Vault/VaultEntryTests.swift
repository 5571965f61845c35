import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct VaultEntryTests {
  private let work = AccountID(provider: "spotify", name: "work")
  private let home = AccountID(provider: "spotify", name: "home")

  @Test
  func `a renamed account has its record whole, under the new name alone`() throws {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    let first = try vault.write(work, .full(), replacing: nil)
    let before = try #require(try vault.read(work))
    try vault.rename(before, to: home)
    #expect(try vault.read(work) == nil)
    let after = try #require(try fixture.open().read(home))
    #expect(after.version > first)
    #expect(after.updatedAt == before.updatedAt)
    #expect(
      CredentialCoding.encode(after.credential) == CredentialCoding.encode(before.credential)
    )
    // A writer that still has the old name can no longer bring it back.
    let error = vaultError { try vault.write(work, .sample(), replacing: first) }
    #expect(error?.kind == .conflict)
  }

  @Test
  func `a taken name and an outdated record are refused, and nothing changes`() throws {
    let vault = try VaultFixture().open()
    try vault.write(work, .sample("work"), replacing: nil)
    try vault.write(home, .sample("home"), replacing: nil)
    let stored = try #require(try vault.read(work))
    #expect(vaultError { try vault.rename(stored, to: home) }?.kind == .conflict)
    try vault.write(work, .sample("newer"), replacing: nil)
    let free = AccountID(provider: "spotify", name: "free")
    #expect(vaultError { try vault.rename(stored, to: free) }?.kind == .conflict)
    #expect(try vault.read(work)?.credential.accessToken.text == "newer")
    #expect(try vault.read(home)?.credential.accessToken.text == "home")
    #expect(try vault.read(free) == nil)
  }

  @Test
  func `an account can stand in for the one without a name`() throws {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    try vault.write(work, .sample("work"), replacing: nil)
    #expect(try vault.read(.spotify) == nil)
    try vault.setStandIn(work)
    for reader in [vault, try Vault.openForReading(fixture.location)] {
      let stored = try #require(try reader?.read(.spotify))
      #expect(stored.id == work)
      #expect(stored.credential.accessToken.text == "work")
    }
    #expect(try vault.list().credentials.map(\.id) == [work])
    #expect(try vault.list().damagedCount == 0)
    let renamed = try #require(try vault.read(work))
    try vault.rename(renamed, to: home)
    #expect(try vault.standIn("spotify") == home)
    #expect(try vault.read(.spotify)?.id == home)
    try vault.delete(home)
    #expect(try vault.read(.spotify) == nil)
    try vault.setStandIn(.spotify)
    #expect(try vault.standIn("spotify") == nil)
  }

  @Test
  func `a credential is never given up for a stand-in`() throws {
    let vault = try VaultFixture().open()
    try vault.write(.spotify, .sample("own"), replacing: nil)
    try vault.write(work, .sample("work"), replacing: nil)
    #expect(vaultError { try vault.setStandIn(work) }?.kind == .conflict)
    #expect(try vault.read(.spotify)?.credential.accessToken.text == "own")
  }

  @Test
  func `other entries are kept, found, and can be taken once`() throws {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    let id = AccountID(provider: "authrun:login", name: "abc")
    let entry = VaultEntry(id: id, members: ["state": "in-clear"])
    try vault.add(entry)
    #expect(vaultError { try vault.add(entry) }?.kind == .conflict)
    #expect(try vault.entry(id)?.members == entry.members)
    #expect(try vault.entries().map(\.id) == [id])
    #expect(try vault.list().credentials.isEmpty)
    #expect(try vault.read(id) == nil)
    for (name, bytes) in fixture.home.files() {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("in-clear"), "\(name)")
    }
    #expect(try vault.delete(id))
    #expect(try !vault.delete(id))
    #expect(try vault.entry(id) == nil)
  }
}
