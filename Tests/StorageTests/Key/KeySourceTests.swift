import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct KeySourceTests {
  @Test(arguments: KeyFixture.sources)
  func `a vault opens again with the key of its source, and says which that is`(
    source: String
  ) throws {
    let fixture = try KeyFixture()
    try fixture.make(source).write(.spotify, .sample("mine"), replacing: nil)
    let vault = try fixture.open()
    #expect(vault.keySource.name == source)
    #expect(try vault.read(.spotify)?.credential.accessToken.text == "mine")
    let reader = try Vault.openForReading(fixture.location(), keys: fixture.access())
    #expect(try reader?.read(.spotify)?.credential.accessToken.text == "mine")
  }

  @Test
  func `a command that only the vault names is not run`() throws {
    let fixture = try KeyFixture()
    try fixture.make("command").write(.spotify, .sample("mine"), replacing: nil)
    #expect(try fixture.open().read(.spotify) != nil)
    // The same vault where its user has not chosen the command.
    let state = try fixture.location().stateDirectory
    for name in try FileManager.default.contentsOfDirectory(atPath: state)
    where name.hasPrefix("key-command-") {
      try FileManager.default.removeItem(atPath: state + "/" + name)
    }
    let error = try #require(vaultError { _ = try fixture.open() })
    #expect(error.kind == .keyUnavailable && error.message.contains("is not run"), "\(error)")
  }

  @Test(arguments: KeyFixture.sources)
  func `without its key a vault gives nothing, whatever else is there`(source: String) throws {
    let fixture = try KeyFixture()
    try fixture.make(source).write(.spotify, .sample(), replacing: nil)
    // Everything but what the vault records: another source is never tried.
    if source == "file" {
      try FileManager.default.removeItem(atPath: fixture.location().defaultKeyFile)
    }
    try FileManager.default.removeItem(atPath: fixture.home.file("kept/first"))
    fixture.keyring.forgetAll()
    let without = fixture.access([
      "AUTHRUN_VAULT_KEY": source == "environment" ? nil : KeyFixture.keys[0],
      "AUTHRUN_VAULT_PASSPHRASE": source == "passphrase" ? nil : "correct horse",
    ])
    let error = try #require(vaultError { _ = try fixture.open(without) })
    #expect([.keyMissing, .keyUnavailable].contains(error.kind), "\(error)")
    #expect(error.hint != nil)
    #expect(
      vaultError { _ = try Vault.openForReading(fixture.location(), keys: without) }?.kind
        == error.kind
    )
  }

  @Test(arguments: KeyFixture.sources)
  func `another key than the vault's is named as such`(source: String) throws {
    let fixture = try KeyFixture()
    try fixture.make(source).write(.spotify, .sample(), replacing: nil)
    try fixture.home.write(KeyFixture.keys[3] + "\n", to: "kept/first")
    if source == "file" {
      try fixture.home.write(KeyFixture.keys[3] + "\n", to: "config/authrun/vault.key")
    }
    if source == "secret-service" {
      let item = try #require(fixture.keyring.items.first)
      try fixture.keyring.store(
        LockedBytes(copying: Array(KeyFixture.keys[3].utf8)),
        as: item,
        label: ""
      )
    }
    let wrong = fixture.access([
      "AUTHRUN_VAULT_KEY": KeyFixture.keys[3], "AUTHRUN_VAULT_PASSPHRASE": "battery staple",
    ])
    let error = try #require(vaultError { _ = try fixture.open(wrong) })
    #expect(error.kind == (source == "passphrase" ? .keyUnavailable : .wrongKey), "\(error)")
  }

  @Test(arguments: KeyFixture.sources)
  func `a stolen vault says nothing: neither secrets, nor names, nor the key`(
    source: String
  ) throws {
    let fixture = try KeyFixture()
    let id = AccountID(provider: "thatprovider", name: "thataccount")
    try fixture.make(source).write(
      id,
      .sample("that-token", refresh: "that-refresh"),
      replacing: nil
    )
    let needles = [
      "thatprovider", "thataccount", "that-token", "that-refresh", "correct horse",
      KeyFixture.keys[0], KeyFixture.keys[2],
    ].flatMap { [Array($0.utf8), (try? Hex.decode($0)) ?? Array($0.utf8)] }
    for (name, bytes) in fixture.home.files() where name.hasPrefix("data/") {
      for needle in needles {
        #expect(bytes.firstRange(of: needle) == nil, "\(name)")
      }
    }
  }

  @Test(arguments: KeyFixture.sources)
  func `a record that was moved to another account's row does not open`(source: String) throws {
    let fixture = try KeyFixture()
    let vault = try fixture.make(source)
    let other = AccountID(provider: "spotify", name: "other")
    try vault.write(.spotify, .sample("mine"), replacing: nil)
    try vault.write(other, .sample("other"), replacing: nil)
    try SQLiteConnection(vault.path, .readWrite).execute(
      """
      CREATE TEMP TABLE swap AS SELECT rowid AS id, lookup, version FROM credential;
      UPDATE credential SET lookup = zeroblob(32) WHERE rowid = 1;
      UPDATE credential SET lookup = (SELECT lookup FROM swap WHERE id = 1),
        version = (SELECT version FROM swap WHERE id = 1) WHERE rowid = 2;
      UPDATE credential SET lookup = (SELECT lookup FROM swap WHERE id = 2),
        version = (SELECT version FROM swap WHERE id = 2) WHERE rowid = 1;
      """
    )
    #expect(vaultError { _ = try vault.read(.spotify) }?.kind == .corrupt)
    #expect(vaultError { _ = try fixture.open().read(other) }?.kind == .corrupt)
  }

  @Test
  func `of the sources that are there, the environment goes first, then the keyring, then a file`()
    throws
  {
    let fixture = try KeyFixture()
    let location = try fixture.location()
    let bare: [String: String?] = ["AUTHRUN_VAULT_KEY": nil]
    #expect(fixture.access().automaticChoice(location).choice == .environment)
    #expect(fixture.access(bare).automaticChoice(location).choice == .secretService)
    let shared = try VaultLocation(
      explicit: "postgres://db.example/v",
      environment: fixture.environment
    )
    #expect(fixture.access(bare).automaticChoice(shared).choice == .file(nil))
    fixture.keyring.fail(FakeKeyring.locked)
    let (choice, remark) = fixture.access(bare).automaticChoice(location)
    #expect(choice == .file(nil))
    #expect(remark == "the keyring is locked")
    let named = try VaultLocation(
      explicit: nil,
      environment: fixture.environment.merging(["AUTHRUN_VAULT_KEY_FILE": "/k"]) { $1 }
    )
    #expect(fixture.access(bare).automaticChoice(named).choice == .file(nil))
  }

  @Test
  func `the vault's own key in the environment goes first, another one is for another vault`()
    throws
  {
    let fixture = try KeyFixture()
    try fixture.make("file").write(.spotify, .sample(), replacing: nil)
    let file = try fixture.location().defaultKeyFile
    let key = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .newlines)
    #expect(try fixture.open().read(.spotify) != nil)
    try FileManager.default.removeItem(atPath: file)
    #expect(vaultError { _ = try fixture.open() }?.kind == .keyMissing)
    let given = fixture.access(["AUTHRUN_VAULT_KEY": key])
    #expect(try fixture.open(given).read(.spotify) != nil)
    #expect(try fixture.open(given).keySource == .file(path: nil), "what is recorded stays")
  }

  @Test
  func `a keyring that fails later is an error, and no other source takes its place`() throws {
    let fixture = try KeyFixture()
    try fixture.make("secret-service").write(.spotify, .sample(), replacing: nil)
    fixture.keyring.fail(FakeKeyring.locked)
    let error = vaultError { _ = try fixture.open() }
    #expect(error == FakeKeyring.locked)
    #expect(!fixture.home.files().keys.contains("config/authrun/vault.key"))
    let again = vaultError {
      _ = try Vault.create(fixture.location(), key: nil, keys: fixture.access())
    }
    #expect(again?.kind == .exists)
  }

  @Test
  func `a key file of one's own choice is recorded`() throws {
    let fixture = try KeyFixture()
    let path = fixture.home.file("safe/key")
    try Vault.create(fixture.location(), key: .file(path), keys: fixture.access())
      .write(.spotify, .sample(), replacing: nil)
    #expect(try fixture.open().keySource == .file(path: path))
    #expect(try fixture.open().read(.spotify) != nil)
    #expect(fixture.home.files().keys.contains("safe/key"))
  }

  @Test(arguments: [
    ("file", KeyChoice.file(nil)), ("file:/a b", .file("/a b")), ("env", .environment),
    ("keyring", .secretService), ("command:pass show 'a b'", .command("pass show 'a b'")),
    ("file:", nil), ("command:", nil), ("command:a 'b", nil), ("", nil), ("File", nil),
  ])
  func `choices are written as help says`(text: String, choice: KeyChoice?) {
    #expect(KeyChoice(text) == choice)
  }

  @Test(arguments: ["environment", "command"])
  func `a key may be written in hexadecimal and in base64url`(source: String) throws {
    let fixture = try KeyFixture()
    let bytes = try Hex.decode(KeyFixture.keys[0])
    _ = try Vault.create(
      fixture.location(),
      key: fixture.choice(source),
      keys: fixture.access(["AUTHRUN_VAULT_KEY": KeyFixture.keys[2]])
    )
    let other = Base64URL.encode(try Hex.decode(KeyFixture.keys[2]))
    for text in [other, other + "=", KeyFixture.keys[2].uppercased()] {
      try fixture.home.write(text + "\n", to: "kept/first")
      _ = try fixture.open(fixture.access(["AUTHRUN_VAULT_KEY": text]))
    }
    for text in [
      "", "x", String(other.dropLast()), other + "==", other + " ", KeyFixture.keys[2] + "00",
      Base64.encode(bytes), String(repeating: "~", count: 43),
    ] {
      try fixture.home.write(text, to: "kept/first")
      let access = fixture.access(["AUTHRUN_VAULT_KEY": text])
      let error = try #require(vaultError { _ = try fixture.open(access) }, "\(text)")
      #expect([.wrongKey, .keyUnavailable].contains(error.kind))
      #expect(text.count < 8 || !error.message.contains(text))
    }
  }
}
