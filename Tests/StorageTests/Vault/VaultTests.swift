import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct VaultTests {
  @Test(arguments: VaultKind.available)
  func `what is written is read, by this connection and by others`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    let vault = try fixture.open()
    #expect(vault.isNew)
    let version = try vault.write(.spotify, .sample(), replacing: nil)
    for reader in [vault, try fixture.reader(), try fixture.open()] {
      let stored = try #require(try reader?.read(.spotify))
      #expect(stored.id == .spotify)
      #expect(stored.version == version)
      #expect(stored.credential.accessToken.text == "access-token-in-clear")
    }
    #expect(try !fixture.open().isNew)
    #expect(try vault.read(AccountID(provider: "spotify", name: "other")) == nil)
  }

  @Test(arguments: VaultKind.available)
  func `without a vault reading finds none and opening says so`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    #expect(try fixture.reader() == nil)
    #expect(
      vaultError {
        _ = try Vault.open(fixture.location, create: false, server: fixture.server)
      }?.kind == .missing
    )
    #expect(fixture.home.files().isEmpty)
  }

  @Test(arguments: VaultKind.available)
  func `the time of a write is kept`(kind: VaultKind) async throws {
    struct Frozen: Clock {
      func now() -> Timestamp { Timestamp(seconds: 42) }
    }
    let fixture = try await VaultFixture(kind)
    let vault = try fixture.open(clock: Frozen())
    try vault.write(.spotify, .sample(), replacing: nil)
    #expect(try vault.read(.spotify)?.updatedAt.seconds == 42)
  }

  @Test(arguments: VaultKind.available)
  func `a write that expects another version changes nothing`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    let vault = try fixture.open()
    let first = try vault.write(.spotify, .sample("one"), replacing: nil)
    let second = try vault.write(.spotify, .sample("two"), replacing: first)
    #expect(second > first)
    let error = vaultError {
      try vault.write(.spotify, .sample("three"), replacing: first)
    }
    #expect(error?.kind == .conflict)
    #expect(try vault.read(.spotify)?.credential.accessToken.text == "two")
    try vault.write(.spotify, .sample("four"), replacing: nil)
    #expect(try vault.read(.spotify)?.credential.accessToken.text == "four")
  }

  @Test(arguments: VaultKind.available)
  func `a version never comes back after a deletion`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    let vault = try fixture.open()
    let first = try vault.write(.spotify, .sample("one"), replacing: nil)
    #expect(try vault.delete(.spotify))
    #expect(try !vault.delete(.spotify))
    #expect(try vault.read(.spotify) == nil)
    try vault.write(.spotify, .sample("two"), replacing: nil)
    #expect(
      vaultError { try vault.write(.spotify, .sample("three"), replacing: first) }?.kind
        == .conflict
    )
  }

  @Test(arguments: VaultKind.available)
  func `login needed keeps the record and the reason`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    let vault = try fixture.open()
    let version = try vault.write(.spotify, .sample(), replacing: nil)
    try vault.markLoginNeeded(.spotify, reason: "refresh token revoked", replacing: version)
    let stored = try #require(try vault.read(.spotify))
    guard case .loginNeeded("refresh token revoked", _) = stored.credential.standing else {
      Issue.record("the reason is lost: \(stored.credential.standing)")
      return
    }
    #expect(stored.credential.refreshToken?.text == "refresh-token-in-clear")
    #expect(
      vaultError {
        try vault.markLoginNeeded(.spotify, reason: "late", replacing: version)
      }?.kind == .conflict
    )
  }

  @Test(arguments: VaultKind.available)
  func `accounts are listed by provider and name`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    let vault = try fixture.open()
    let ids = [("b", "x"), ("a", "z"), ("a", "ä")].map { AccountID(provider: $0.0, name: $0.1) }
    for id in ids {
      try vault.write(id, .sample(), replacing: nil)
    }
    let listing = try vault.list()
    #expect(listing.credentials.map(\.id.description) == ["a/z", "a/ä", "b/x"])
    #expect(listing.damagedCount == 0)
  }

  @Test
  func `the directory holds neither tokens nor names in clear`() throws {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    let id = AccountID(provider: "provider-in-clear", name: "account-in-clear")
    try vault.write(id, .sample(), replacing: nil)
    try vault.write(id, .sample(), replacing: nil)
    _ = try vault.attemptLease(id)
    let files = fixture.home.files()
    #expect(files.count >= 4)
    for (name, bytes) in files {
      #expect(Data(bytes).range(of: Data("in-clear".utf8)) == nil, "\(name)")
      #expect(!name.contains("in-clear"))
    }
  }
}
