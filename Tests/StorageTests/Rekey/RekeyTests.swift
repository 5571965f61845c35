import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct RekeyTests {
  @Test(arguments: KeyFixture.sources, KeyFixture.sources)
  func `every record is there with the new key, and with it alone`(
    from: String,
    to: String
  ) throws {
    let fixture = try KeyFixture()
    let vault = try fixture.make(from)
    let other = AccountID(provider: "p", name: "second")
    let version = try vault.write(.spotify, .sample("mine"), replacing: nil)
    try vault.write(other, .sample("other"), replacing: nil)
    let meta = try SQLiteDriver(vault.path, .readOnly).meta()
    let stillOpen = try fixture.open()
    #expect(try stillOpen.read(.spotify) != nil)
    let outcome = try vault.rekey(fixture.choice(to, again: true))
    #expect(outcome.source.name == to)
    #expect(outcome.records == 2)
    #expect(outcome.dropped == 0)
    let now = try SQLiteDriver(vault.path, .readOnly).meta()
    #expect(now.key.check != meta.key.check)
    // What the environment held for the change is now what it holds.
    let access = fixture.access(
      from == "environment" && to == "environment"
        ? ["AUTHRUN_VAULT_KEY": KeyFixture.keys[1]] : [:]
    )
    let opened = try fixture.open(access)
    #expect(try opened.read(.spotify)?.version == version)
    #expect(try opened.read(other)?.credential.accessToken.text == "other")
    #expect(try opened.list().damagedCount == 0)
    #expect(try vault.read(other) != nil, "the vault that changed it goes on")
    if from != "environment" || to != "environment" {
      #expect(try stillOpen.read(.spotify) != nil, "one that was open opens it anew")
      try stillOpen.write(.spotify, .sample("newer"), replacing: version)
      #expect(try opened.read(.spotify)?.credential.accessToken.text == "newer")
    }
    // No key of before stays where only this vault had it.
    #expect(fixture.keyring.items.count == (to == "secret-service" ? 1 : 0))
    #expect(fixture.home.files().keys.contains("config/authrun/vault.key") == (to == "file"))
    #expect(!fixture.home.files().keys.contains { $0.contains(".next-") })
  }

  @Test
  func `a vault that was open when the key changed neither misses nor loses a record`() throws {
    let fixture = try KeyFixture()
    let vault = try fixture.make("file")
    try vault.write(.spotify, .sample("mine"), replacing: nil)
    let other = AccountID(provider: "p")
    let open = try (0..<5).map { _ in try fixture.open() }
    try vault.rekey(nil)
    #expect(try open[0].list().credentials.count == 1)
    try open[1].ensureWritable()
    try open[2].write(other, .sample(), replacing: nil)
    #expect(try open[3].delete(other))
    #expect(try !open[4].delete(AccountID(provider: "absent")))
    #expect(try fixture.open().list().credentials.map(\.id) == [.spotify])
    #expect(try fixture.open().list().damagedCount == 0)
  }

  @Test
  func `records that do not open stop a change of keys unless they may go`() throws {
    let fixture = try KeyFixture()
    let vault = try fixture.make("file")
    try vault.write(.spotify, .sample("mine"), replacing: nil)
    try vault.write(AccountID(provider: "p"), .sample(), replacing: nil)
    try SQLiteConnection(vault.path, .readWrite).execute(
      "UPDATE credential SET version = version + 1000 WHERE rowid = 2"
    )
    let before = try SQLiteDriver(vault.path, .readOnly).meta().key
    let error = vaultError { _ = try vault.rekey(.secretService) }
    #expect(error?.kind == .corrupt)
    #expect(try SQLiteDriver(vault.path, .readOnly).meta().key == before)
    #expect(fixture.keyring.items.isEmpty, "what was prepared is taken back")
    #expect(try vault.read(.spotify) != nil)
    let outcome = try vault.rekey(.secretService, dropDamaged: true)
    #expect(outcome.records == 1)
    #expect(outcome.dropped == 1)
    #expect(try fixture.open().list().damagedCount == 0)
  }

  @Test
  func `a key file that other vaults may share is neither replaced nor removed`() throws {
    let fixture = try KeyFixture()
    let shared = fixture.home.file("shared/key")
    let vault = try Vault.create(fixture.location(), key: .file(shared), keys: fixture.access())
    try vault.write(.spotify, .sample("mine"), replacing: nil)
    let before = fixture.home.files()["shared/key"]
    #expect(vaultError { _ = try vault.rekey(nil) }?.kind == .exists)
    #expect(vaultError { _ = try vault.rekey(.file(shared)) }?.kind == .exists)
    let next = fixture.home.file("shared/next")
    let outcome = try vault.rekey(.file(next))
    #expect(outcome.leftFile == shared)
    #expect(fixture.home.files()["shared/key"] == before)
    #expect(try fixture.open().keySource == .file(path: next))
    #expect(try fixture.open().read(.spotify) != nil)
  }

  @Test
  func `a source that gives the same key is refused`() throws {
    let fixture = try KeyFixture()
    let vault = try fixture.make("command")
    #expect(vaultError { _ = try vault.rekey(nil) }?.kind == .exists)
    #expect(vaultError { _ = try vault.rekey(fixture.choice("command")) }?.kind == .exists)
  }

  @Test
  func `pages of before do not stay in the log`() throws {
    let fixture = try KeyFixture()
    let vault = try fixture.make("file")
    try vault.write(.spotify, .sample("mine"), replacing: nil)
    let old = try SQLiteConnection(vault.path, .readOnly)
    var statement = try old.prepare("SELECT sealed FROM credential")
    #expect(try statement.step())
    let sealed = statement.bytes(0)
    while try statement.step() {}
    try vault.rekey(nil)
    for (name, bytes) in fixture.home.files() where name.hasPrefix("data/") {
      #expect(bytes.firstRange(of: sealed) == nil, "\(name)")
    }
  }
}
