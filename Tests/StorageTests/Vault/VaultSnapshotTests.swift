import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

/// Reading a vault whose log is empty takes no lock, makes no file and sees the last write all the same.
@Suite
struct VaultSnapshotTests {
  @Test
  func `a reader of a vault at rest sees what was written last, also by an open writer`() throws {
    let fixture = try VaultFixture()
    do {
      let vault = try fixture.open()
      try vault.write(.spotify, .sample("first"), replacing: nil)
    }
    #expect(try token(fixture) == "first")
    let vault = try fixture.open()
    try vault.write(.spotify, .sample("second"), replacing: nil)
    let log = try FileManager.default.attributesOfItem(
      atPath: fixture.location.databaseFile + "-wal"
    )
    #expect(log[.size] as? Int != 0, "the second record is in the log alone")
    #expect(try token(fixture) == "second")
  }

  @Test
  func `a vault at rest is read where nothing can be written`() throws {
    let fixture = try VaultFixture()
    do {
      let vault = try fixture.open()
      try vault.write(.spotify, .sample("first"), replacing: nil)
    }
    for suffix in ["-wal", "-shm"] {
      try FileManager.default.removeItem(atPath: fixture.location.databaseFile + suffix)
    }
    #expect(try token(fixture) == "first")
    #expect(!FileManager.default.fileExists(atPath: fixture.location.databaseFile + "-shm"))
  }

  @Test(arguments: ["a?mode=memory", "a%41", "a#b", "ü b"])
  func `a path is never read as something else`(name: String) throws {
    let home = try TemporaryHome()
    let location = try VaultLocation(
      explicit: home.file(name + ".db"),
      environment: home.environment
    )
    do {
      let vault = try Vault.open(location, create: true)
      try vault.write(.spotify, .sample("here"), replacing: nil)
    }
    #expect(
      try Vault.openForReading(location)?.read(.spotify)?.credential.accessToken.text == "here"
    )
  }

  @Test
  func `what was written after the snapshot is found where the snapshot would miss it`() throws {
    let fixture = try VaultFixture()
    do {
      let vault = try fixture.open()
      try vault.write(.spotify, .sample("first"), replacing: nil)
    }
    let reader = try #require(try Vault.openForReading(fixture.location))
    let listing = try reader.list()
    #expect(listing.credentials.count == 1)
    let other = AccountID(provider: "github")
    do {
      let vault = try fixture.open()
      try vault.write(other, .sample("later"), replacing: nil)
    }
    // The page in which the account would have its place was read before it was there.
    #expect(try reader.read(other)?.credential.accessToken.text == "later")
  }

  private func token(_ fixture: VaultFixture) throws -> String? {
    try Vault.openForReading(fixture.location)?.read(.spotify)?.credential.accessToken.text
  }
}
