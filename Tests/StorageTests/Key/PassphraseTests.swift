import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct PassphraseTests {
  private func record(_ fixture: KeyFixture) throws -> PassphraseEnvelope {
    let path = try fixture.location().databaseFile
    let meta = try SQLiteDriver(path, .readOnly).meta()
    guard case .passphrase(let envelope) = meta.key.source else {
      throw CocoaError(.coderInvalidValue)
    }
    return envelope
  }

  @Test
  func `a hash that is cheaper than today's is made anew at the next opening`() throws {
    let fixture = try KeyFixture()
    let vault = try fixture.make("passphrase")
    try vault.write(.spotify, .sample(), replacing: nil)
    // As an older version would have made it.
    let path = vault.path
    let meta = try SQLiteDriver(path, .readOnly).meta()
    let passphrase = try LockedBytes(copying: Array("correct horse".utf8))
    guard let key = try record(fixture).open(vaultID: meta.key.vaultID, passphrase: passphrase)
    else {
      Issue.record("the passphrase does not open its envelope")
      return
    }
    var old = meta
    old.keySource = .passphrase(
      try PassphraseEnvelope(
        sealing: key,
        vaultID: meta.key.vaultID,
        passphrase: passphrase,
        cost: .lowest
      )
    )
    #expect(try SQLiteDriver(path, .readWrite).replace(meta, by: old))
    let wrong = fixture.access(["AUTHRUN_VAULT_PASSPHRASE": "battery staple"])
    #expect(vaultError { _ = try fixture.open(wrong) }?.kind == .keyUnavailable)
    // A reader leaves it, a writer raises it.
    _ = try Vault.openForReading(fixture.location(), keys: fixture.access())?.read(.spotify)
    #expect(try record(fixture).cost.passes == 1)
    #expect(try fixture.open().read(.spotify) != nil)
    #expect(try record(fixture).cost == .today)
    #expect(try fixture.open().read(.spotify) != nil, "the same passphrase opens it")
    #expect(vaultError { _ = try fixture.open(wrong) }?.kind == .keyUnavailable)
  }

  @Test
  func `a user who mistypes is asked again, three times in all, and then told`() throws {
    let fixture = try KeyFixture()
    _ = try fixture.make("passphrase")
    let unset: [String: String?] = ["AUTHRUN_VAULT_PASSPHRASE": nil]
    let user = FakeUser("wrong", "correct horse")
    let access = fixture.access(unset, asker: user)
    _ = try fixture.open(access)
    #expect(user.asked.map(\.failures) == [0, 1])
    _ = try fixture.open(access)
    #expect(user.asked.count == 2, "one process asks once")
    let stubborn = FakeUser("a", "b", "c", "correct horse")
    let error = vaultError { _ = try fixture.open(fixture.access(unset, asker: stubborn)) }
    #expect(error?.kind == .keyUnavailable)
    #expect(stubborn.asked.count == 3)
    let nobody = vaultError { _ = try fixture.open(fixture.access(unset)) }
    #expect(nobody?.kind == .keyUnavailable)
    #expect(nobody?.hint?.contains("authrun vault unlock") == true)
  }

  @Test
  func `a passphrase may be in a file that only its owner can read`() throws {
    let fixture = try KeyFixture()
    _ = try fixture.make("passphrase")
    let path = try fixture.home.write("correct horse\n", to: "kept/passphrase")
    let access = fixture.access([
      "AUTHRUN_VAULT_PASSPHRASE": nil, "AUTHRUN_VAULT_PASSPHRASE_FILE": path,
    ])
    _ = try fixture.open(access)
    try setMode(path, 0o644)
    let other = fixture.access([
      "AUTHRUN_VAULT_PASSPHRASE": nil, "AUTHRUN_VAULT_PASSPHRASE_FILE": path,
    ])
    let error = vaultError { _ = try fixture.open(other) }
    #expect(error?.kind == .loosePermissions)
    #expect(error?.hint == "run: chmod 600 \(path)")
  }

  @Test(arguments: [
    #"{"algorithm":"argon2id13","passes":0,"memory":67108864,"salt":"AAAAAAAAAAAAAAAAAAAAAA==","sealed":""}"#,
    #"{"algorithm":"argon2id13","passes":3,"memory":99999999999999,"salt":"","sealed":""}"#,
    "{}", "", "null",
  ])
  func `a vault whose description of the passphrase makes no sense is damaged`(recorded: String) {
    #expect(vaultError { _ = try PassphraseEnvelope(recorded: recorded) }?.kind == .corrupt)
  }

  @Test(arguments: [(17, 64 << 20), (3, (1 << 30) + 1024), (0, 64 << 20), (3, (8 << 20) - 1024)])
  func `a hash that would stop us, or hardly anybody, is refused before it is made`(
    passes: Int,
    memory: Int
  ) throws {
    let fixture = try KeyFixture()
    let vault = try fixture.make("passphrase")
    try vault.write(.spotify, .sample(), replacing: nil)
    let file = fixture.home.file("export")
    _ = try vault.export(to: file, overwrite: false) { () throws(VaultError) in
      try LockedBytes(copying: Array("correct horse".utf8))
    }
    func altered(_ text: String) -> String {
      text.replacing("\"passes\":3", with: "\"passes\":\(passes)")
        .replacing("\"memory\":67108864", with: "\"memory\":\(memory)")
    }
    let envelope = altered(try record(fixture).recorded)
    let error = vaultError { _ = try PassphraseEnvelope(recorded: envelope) }
    #expect(error?.kind == .corrupt)
    #expect(error?.message.contains("\(passes) passes over \(memory >> 20) MiB") == true)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try altered(text).write(toFile: file, atomically: true, encoding: .utf8)
    let refusal = vaultError {
      _ = try vault.import(from: file, replace: true) { (_) throws(VaultError) in
        Issue.record("a passphrase is asked for")
        return nil
      }
    }
    #expect(refusal?.kind == .corrupt)
    #expect(refusal?.message.contains("1024 MiB are taken") == true)
  }

  @Test
  func `the cheapest and the dearest hash that are taken can be read`() throws {
    for cost in [PassphraseCost.lowest, .highest, .today] {
      let text =
        #"{"algorithm":"argon2id13","passes":\#(cost.passes),"memory":\#(cost.memory),"salt":""#
        + Base64.encode([UInt8](repeating: 1, count: PassphraseHash.saltSize)) + #"","sealed":""#
        + Base64.encode([UInt8](repeating: 1, count: MasterKey.size + SealedBox.overhead)) + #""}"#
      #expect(try PassphraseEnvelope(recorded: text).cost == cost)
    }
  }
}
