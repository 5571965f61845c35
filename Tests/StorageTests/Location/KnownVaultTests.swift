import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

/// A vault in whose place somebody puts another, whose key opens as the user's own does.
@Suite
struct KnownVaultTests {
  private static let keys = ["AUTHRUN_VAULT_KEY": KeyFixture.keys[0]]

  private func access(_ variables: [String: String] = keys) -> KeyAccess {
    KeyAccess(variable: { variables[$0] }, keyring: nil, asker: nil)
  }

  private func open(
    _ fixture: VaultFixture,
    _ variables: [String: String] = keys
  ) throws -> Vault {
    try Vault.open(fixture.location, create: true, keys: access(variables), server: fixture.server)
  }

  /// Another vault of the same key in the place of the fixture's.
  private func plant(_ fixture: VaultFixture) throws {
    let other = try VaultFixture()
    do {
      try open(other).write(AccountID(provider: "planted"), .sample(), replacing: nil)
    }
    for suffix in ["", "-wal", "-shm"] {
      let path = fixture.location.databaseFile + suffix
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(
        atPath: other.location.databaseFile + suffix,
        toPath: path
      )
    }
  }

  @Test
  func `nothing is stored in it until the user accepts it`() throws {
    let fixture = try VaultFixture()
    do {
      try open(fixture).write(.spotify, .sample(), replacing: nil)
    }
    try plant(fixture)
    let error = vaultError { try open(fixture).write(.spotify, .sample(), replacing: nil) }
    #expect(error?.kind == .replaced)
    #expect(error?.message.contains("another vault than the one that was used here before") == true)
    #expect(error?.hint?.contains("authrun vault accept") == true)
    #expect(try Vault.status(fixture.location, keys: access())?.problem?.kind == .replaced)
    #expect(try Vault.accept(fixture.location) == true)
    #expect(try Vault.accept(fixture.location) == false)
    #expect(try Vault.status(fixture.location, keys: access())?.problem == nil)
    try open(fixture).write(.spotify, .sample(), replacing: nil)
  }

  @Test(arguments: VaultKind.available)
  func `a vault from before a change of keys is another one`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    var variables = Self.keys
    let before: VaultMeta
    do {
      let vault = try open(fixture)
      try vault.write(.spotify, .sample(), replacing: nil)
      before = try #require(try Vault.look(fixture.location, fixture.server)).meta()
      variables["AUTHRUN_VAULT_NEW_KEY"] = KeyFixture.keys[1]
      try open(fixture, variables).rekey(nil)
    }
    variables["AUTHRUN_VAULT_KEY"] = KeyFixture.keys[1]
    #expect(try open(fixture, variables).read(.spotify) != nil)
    // Whoever can write to the database puts back what the old key opens.
    let driver = try #require(
      try fixture.server == nil
        ? SQLiteDriver(fixture.location.databaseFile, .readWrite)
        : Vault.look(fixture.location, fixture.server)
    )
    try driver.reseal(
      key: driver.meta().keyCheck,
      meta: before,
      row: { (row) throws(VaultError) in row },
      note: { (_) throws(VaultError) in nil }
    )
    let error = vaultError { _ = try open(fixture) }
    #expect(error?.kind == .replaced)
    #expect(error?.message.contains("has another key than when it was last used here") == true)
  }

  @Test
  func `one that the user made anew is the user's`() throws {
    let fixture = try VaultFixture()
    _ = try open(fixture)
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.removeItem(atPath: fixture.location.databaseFile + suffix)
    }
    _ = try open(fixture)
    try open(fixture).write(.spotify, .sample(), replacing: nil)
  }

  @Test
  func `what is noted is small, names no key, and is there once`() throws {
    let fixture = try VaultFixture()
    let vault = try open(fixture)
    for _ in 0..<2 { _ = try open(fixture) }
    let notes = fixture.home.files().filter { $0.key.hasPrefix("state/authrun/vault-") }
    #expect(notes.count == 1)
    let note = try #require(notes.values.first.map { String(decoding: $0, as: UTF8.self) })
    #expect(note.split(separator: "\n").count == 1)
    #expect(note.hasPrefix(Hex.encode(vault.vaultID) + " "))
    #expect(!note.contains(KeyFixture.keys[0]))
  }

  @Test
  func `a damaged note accepts nothing`() throws {
    let fixture = try VaultFixture()
    _ = try open(fixture)
    let name = try #require(
      fixture.home.files().keys.first { $0.hasPrefix("state/authrun/vault-") }
    )
    try fixture.home.write("", to: name)
    try setMode(fixture.home.file(name), 0o600)
    #expect(vaultError { _ = try open(fixture) }?.kind == .replaced)
  }
}
