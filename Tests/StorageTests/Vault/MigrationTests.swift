import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct MigrationTests {
  /// What the first version of the schema looked like.
  static let downgrade: StaticString = """
    DROP TABLE refresh; UPDATE meta SET schema = 1; PRAGMA wal_checkpoint(TRUNCATE);
    """

  private func old() throws -> VaultFixture {
    let fixture = try VaultFixture()
    try fixture.open().write(.spotify, .sample(), replacing: nil)
    try fixture.tamper(Self.downgrade)
    return fixture
  }

  @Test
  func `an old vault is brought up to date with its records, after a backup`() throws {
    let fixture = try old()
    let vault = try fixture.open()
    #expect(try vault.read(.spotify)?.credential.accessToken.text == "access-token-in-clear")
    try vault.setRefreshNote(.spotify, RefreshNote(id: .spotify))
    #expect(try vault.refreshNote(.spotify) != nil)

    let backup = fixture.location.databaseFile + ".backup-v1"
    #expect(try mode(backup) == 0o600)
    let connection = try SQLiteConnection(backup, .readOnly)
    #expect(try connection.integer("SELECT schema FROM meta") == 1)
    #expect(try connection.integer("SELECT count(*) FROM credential") == 1)
    // It is a whole vault: put in place, it opens with the same key.
    let restored = try VaultLocation(
      explicit: backup,
      environment: fixture.home.environment.merging(
        ["AUTHRUN_VAULT_KEY_FILE": fixture.location.defaultKeyFile]
      ) { $1 }
    )
    #expect(try Vault.open(restored, create: false).read(.spotify) != nil)
  }

  @Test
  func `who only reads leaves an old vault to others`() throws {
    let fixture = try old()
    let before = fixture.home.files()["data/authrun/vault.db"]
    #expect(vaultError { _ = try Vault.openForReading(fixture.location) }?.kind == .readOnly)
    #expect(fixture.home.files()["data/authrun/vault.db"] == before)
    #expect(!FileManager.default.fileExists(atPath: fixture.location.databaseFile + ".backup-v1"))
  }

  @Test
  func `a backup of an earlier attempt gives way to a newer one`() throws {
    let fixture = try old()
    try fixture.home.write("stale", to: "data/authrun/vault.db.backup-v1")
    _ = try fixture.open()
    #expect(fixture.home.files()["data/authrun/vault.db.backup-v1"]?.count ?? 0 > 4096)
  }

  @Test
  func `many that open an old vault at once all find it up to date`() async throws {
    let fixture = try old()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask {
          let id = AccountID(provider: "p", name: "\(number)")
          try fixture.open().write(id, .sample(), replacing: nil)
        }
      }
      try await group.waitForAll()
    }
    #expect(try fixture.open().list().credentials.count == 13)
    let backup = try SQLiteConnection(fixture.location.databaseFile + ".backup-v1", .readOnly)
    #expect(try backup.integer("SELECT count(*) FROM credential") == 1, "from before any change")
  }
}
