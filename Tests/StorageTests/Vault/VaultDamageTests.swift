import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct VaultDamageTests {
  @Test
  func `a record that was moved to another row does not open`() throws {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    let other = AccountID(provider: "spotify", name: "other")
    try vault.write(.spotify, .sample("mine"), replacing: nil)
    try vault.write(other, .sample("other"), replacing: nil)
    // The two sealed values change places; row names and versions stay.
    try fixture.tamper(
      """
      CREATE TEMP TABLE swap AS SELECT rowid AS id, sealed FROM credential;
      UPDATE credential SET sealed = (SELECT sealed FROM swap WHERE swap.id != credential.rowid);
      """
    )
    for id in [AccountID.spotify, other] {
      let error = vaultError { _ = try vault.read(id) }
      #expect(error?.kind == .corrupt)
      #expect(error?.message.contains(id.description) == true)
    }
    #expect(try vault.list().damagedCount == 2)
    #expect(try vault.delete(.spotify), "a damaged record can be removed")
    try vault.write(.spotify, .sample("new"), replacing: nil)
    #expect(try vault.read(.spotify)?.credential.accessToken.text == "new")
  }

  @Test
  func `a record under another name or version does not open`() throws {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    try vault.write(.spotify, .sample(), replacing: nil)
    try fixture.tamper("UPDATE credential SET version = version + 1")
    #expect(vaultError { _ = try vault.read(.spotify) }?.kind == .corrupt)
    try fixture.tamper("UPDATE credential SET version = version - 1, lookup = zeroblob(32)")
    #expect(try vault.read(.spotify) == nil)
    #expect(try vault.list().damagedCount == 1)
  }

  @Test
  func `a record of another vault with the same key does not open`() throws {
    let fixture = try VaultFixture()
    let other = try VaultLocation(
      explicit: fixture.home.file("other.db"),
      environment: fixture.home.environment.merging(
        ["AUTHRUN_VAULT_KEY_FILE": fixture.location.defaultKeyFile]
      ) { $1 }
    )
    try fixture.open().write(.spotify, .sample(), replacing: nil)
    try Vault.open(other, create: true).write(.spotify, .sample(), replacing: nil)
    let connection = try SQLiteConnection(fixture.location.databaseFile, .readWrite)
    let foreign = try SQLiteConnection(other.databaseFile, .readOnly)
    var source = try foreign.prepare("SELECT lookup, sealed FROM credential")
    #expect(try source.step())
    var target = try connection.prepare("UPDATE credential SET sealed = ?1")
    try target.bind(1, source.bytes(1))
    try target.run()
    #expect(vaultError { _ = try fixture.open().read(.spotify) }?.kind == .corrupt)
    var renamed = try connection.prepare("UPDATE credential SET lookup = ?1")
    try renamed.bind(1, source.bytes(0))
    try renamed.run()
    #expect(try fixture.open().list().damagedCount == 1)
  }

  @Test
  func `every flipped bit of a sealed value is noticed`() throws {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    let version = try vault.write(.spotify, .sample(), replacing: nil)
    let connection = try SQLiteConnection(fixture.location.databaseFile, .readWrite)
    var source = try connection.prepare("SELECT sealed FROM credential")
    #expect(try source.step())
    let sealed = source.bytes(0)
    try source.run()
    for index in stride(from: 0, to: sealed.count, by: 7) {
      var changed = sealed
      changed[index] ^= 1
      var update = try connection.prepare("UPDATE credential SET sealed = ?1, version = ?2")
      try update.bind(1, changed)
      try update.bind(2, version)
      try update.run()
      #expect(vaultError { _ = try vault.read(.spotify) }?.kind == .corrupt)
    }
  }

  @Test
  func `another key is named as such, and so is a missing one`() throws {
    let fixture = try VaultFixture()
    try fixture.open().write(.spotify, .sample(), replacing: nil)
    let key = fixture.location.defaultKeyFile
    try FileManager.default.moveItem(atPath: key, toPath: key + ".backup")
    let missing = vaultError { _ = try fixture.open() }
    #expect(missing?.kind == .keyMissing)
    #expect(missing?.message.contains(key) == true)
    #expect(!FileManager.default.fileExists(atPath: key), "no new key is made for an old vault")
    try fixture.home.write(String(repeating: "0", count: 64), to: "config/authrun/vault.key")
    #expect(vaultError { _ = try fixture.open() }?.kind == .wrongKey)
    #expect(vaultError { _ = try Vault.openForReading(fixture.location) }?.kind == .wrongKey)
    try FileManager.default.removeItem(atPath: key)
    try FileManager.default.moveItem(atPath: key + ".backup", toPath: key)
    #expect(try fixture.open().read(.spotify) != nil)
  }

  @Test
  func `the key file that the environment named at first is found without it`() throws {
    let home = try TemporaryHome()
    var environment = home.environment
    environment["AUTHRUN_VAULT_KEY_FILE"] = home.file("keys/mine")
    let first = try VaultLocation(explicit: nil, environment: environment)
    try Vault.open(first, create: true).write(.spotify, .sample(), replacing: nil)
    let later = try VaultLocation(explicit: nil, environment: home.environment)
    #expect(try Vault.openForReading(later)?.read(.spotify) != nil)
    #expect(home.files().keys.contains("keys/mine"))
    #expect(!home.files().keys.contains("config/authrun/vault.key"))
  }

  @Test
  func `a key source of a later version is refused`() throws {
    let fixture = try VaultFixture()
    _ = try fixture.open()
    try fixture.tamper("UPDATE meta SET key_source = 'passphrase'")
    let error = vaultError { _ = try fixture.open() }
    #expect(error?.kind == .newerVersion)
    #expect(error?.message.contains("passphrase") == true)
  }

  @Test
  func `a newer schema is refused and left alone`() throws {
    let fixture = try VaultFixture()
    _ = try fixture.open()
    try fixture.tamper("UPDATE meta SET schema = 99")
    let error = vaultError { _ = try fixture.open() }
    #expect(error?.kind == .newerVersion)
    #expect(error?.message.contains("99") == true)
  }

  @Test
  func `a database of something else is refused and left alone`() throws {
    let fixture = try VaultFixture()
    try fixture.home.makeDirectory("data/authrun")
    try fixture.home.write("", to: "data/authrun/vault.db")
    try fixture.tamper("CREATE TABLE notes (text)")
    #expect(vaultError { _ = try fixture.open() }?.kind == .foreign)
  }

  @Test(arguments: ["not a database, but long enough to look like one to a reader of headers"])
  func `a file that is no database is damaged`(content: String) throws {
    let fixture = try VaultFixture()
    try fixture.home.write(content, to: "data/authrun/vault.db")
    let error = vaultError { _ = try fixture.open() }
    #expect(error?.kind == .corrupt)
    #expect(error?.hint != nil)
  }

  @Test
  func `a damaged page is reported as damage`() throws {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    for number in 0..<20 {
      try vault.write(AccountID(provider: "p", name: "\(number)"), .sample(), replacing: nil)
    }
    try fixture.tamper("PRAGMA wal_checkpoint(TRUNCATE)")
    let file = try #require(FileHandle(forUpdatingAtPath: fixture.location.databaseFile))
    let size = try file.seekToEnd()
    for page in 1..<(size / 4096) {
      try file.seek(toOffset: page * 4096)
      file.write(Data(repeating: 0xA5, count: 64))
    }
    try file.close()
    let error = vaultError { _ = try Vault.openForReading(fixture.location)?.list() }
    #expect(error?.kind == .corrupt)
  }

  @Test
  func `one damaged page is told with what the integrity check finds, and hides no other account`()
    throws
  {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    for number in 0..<200 {
      try vault.write(AccountID(provider: "p", name: "\(number)"), .sample(), replacing: nil)
    }
    try fixture.tamper("PRAGMA wal_checkpoint(TRUNCATE)")
    let bytes = try #require(fixture.home.files()["data/authrun/vault.db"])
    // A leaf of a table (SQLite file format §1.6) somewhere in the middle: one of the records' pages.
    let leaves = stride(from: 4096, to: bytes.count, by: 4096).filter { bytes[$0] == 0x0D }
    let file = try #require(FileHandle(forUpdatingAtPath: fixture.location.databaseFile))
    try file.seek(toOffset: UInt64(leaves[leaves.count / 2]))
    file.write(Data(repeating: 0xA5, count: 64))
    try file.close()

    let listing = try #require(try Vault.openForReading(fixture.location)).list()
    #expect(listing.damagedCount > 0)
    #expect(listing.credentials.count > 150)
    #expect(listing.credentials.count + listing.damagedCount == 200)
    var lost = 0
    for number in 0..<200 {
      let id = AccountID(provider: "p", name: "\(number)")
      let error = vaultError { _ = try fixture.open().read(id) }
      if let error {
        lost += 1
        #expect(error.kind == .corrupt)
        #expect(error.message.contains("integrity check"), "\(error)")
      }
    }
    #expect(lost == listing.damagedCount)
  }

  @Test
  func `no error tells a secret`() throws {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    try vault.write(.spotify, .sample(), replacing: nil)
    try fixture.tamper("UPDATE credential SET version = version + 1")
    let error = try #require(vaultError { _ = try vault.read(.spotify) })
    #expect(!String(reflecting: error).contains("in-clear"))
  }
}
