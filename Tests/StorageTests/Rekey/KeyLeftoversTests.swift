import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

/// What a change of keys that was cut short leaves behind, and who may remove it.
@Suite
struct KeyLeftoversTests {
  private static let place = "config/authrun/vault.key.next-"

  private func next(_ fixture: VaultFixture) -> [String] {
    fixture.home.files().keys.filter { $0.hasPrefix(Self.place) }
  }

  /// A key that was made for the vault and never used, as a killed process leaves it.
  private func leave(_ vaultID: [UInt8], in fixture: VaultFixture) throws -> String {
    let key = try MasterKey()
    let record = KeyRecord(
      vaultID: vaultID,
      source: .file(path: nil),
      check: VaultKeys.check(key, vaultID: vaultID)
    )
    let path = KeyFile.pending(fixture.location.defaultKeyFile, record)
    #expect(try KeyFile.make(key, at: path))
    return path
  }

  @Test(arguments: VaultKind.available)
  func `the next opening removes it`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    let vault = try fixture.open()
    try vault.write(.spotify, .sample("mine"), replacing: nil)
    let path = try leave(vault.vaultID, in: fixture)
    try "half".write(toFile: path + ".1234abcd.new", atomically: false, encoding: .utf8)
    #expect(try fixture.open().read(.spotify)?.credential.accessToken.text == "mine")
    let name = PathName.last(of: path)
    #expect(!fixture.home.files().keys.contains { $0.contains(name) })
  }

  @Test
  func `a reader leaves it`() throws {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    try vault.write(.spotify, .sample(), replacing: nil)
    _ = try leave(vault.vaultID, in: fixture)
    #expect(try Vault.openForReading(fixture.location)?.read(.spotify) != nil)
    #expect(next(fixture).count == 1)
  }

  @Test
  func `a key that was made for another vault stays`() throws {
    let fixture = try VaultFixture()
    _ = try fixture.open()
    _ = try leave([UInt8](repeating: 1, count: VaultKeys.vaultIDSize), in: fixture)
    _ = try fixture.open()
    #expect(next(fixture).count == 1)
  }

  @Test
  func `one that somebody is about to use stays`() throws {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    let path = try leave(vault.vaultID, in: fixture)
    let lock = try DirectoryLock.attempt(PathName.parent(of: path))
    let isTaken = lock != nil
    #expect(isTaken)
    _ = try fixture.open()
    #expect(next(fixture).count == 1)
    _ = consume lock
    _ = try fixture.open()
    #expect(next(fixture).isEmpty)
  }

  @Test
  func `the key that the vault is sealed with takes its place and is not removed`() throws {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    try vault.write(.spotify, .sample("mine"), replacing: nil)
    try vault.rekey(nil)
    // As a process that was killed right after it sealed the vault.
    let meta = try SQLiteDriver(vault.path, .readOnly).meta()
    let file = fixture.location.defaultKeyFile
    try FileManager.default.moveItem(atPath: file, toPath: KeyFile.pending(file, meta.key))
    try "0000".write(toFile: file, atomically: false, encoding: .utf8)
    try setMode(file, 0o600)
    try FileManager.default.removeItem(atPath: file)
    #expect(try fixture.open().read(.spotify)?.credential.accessToken.text == "mine")
    #expect(next(fixture).isEmpty)
    #expect(try fixture.open().read(.spotify) != nil)
  }

  @Test
  func `a vault that cannot be written keeps it`() throws {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    let path = try leave(vault.vaultID, in: fixture)
    var other = try SQLiteDriver(vault.path, .readOnly).meta()
    other.keyCheck[0] ^= 1
    // The vault has another key than this opening believes: it says nothing about what is left over.
    KeyLeftovers.remove(fixture.location, other, try SQLiteDriver(vault.path, .readWrite))
    #expect(next(fixture).count == 1)
    KeyLeftovers.remove(
      fixture.location,
      try SQLiteDriver(vault.path, .readOnly).meta(),
      try SQLiteDriver(vault.path, .readOnly)
    )
    #expect(next(fixture).count == 1)
    withExtendedLifetime(path) {}
  }
}
