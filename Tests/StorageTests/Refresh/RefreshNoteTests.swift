import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct RefreshNoteTests {
  private func note(_ token: String = "refresh-token-in-clear") -> RefreshNote {
    var note = RefreshNote(id: .spotify)
    note.begin(with: Secret(token), at: Timestamp(seconds: 1_700_000_000))
    note.failure = RefreshNote.Failure(
      count: 3,
      at: Timestamp(seconds: 1_700_000_001),
      notBefore: Timestamp(seconds: 1_700_000_009),
      isAsked: true,
      code: "timeout",
      message: "no answer"
    )
    return note
  }

  @Test(arguments: VaultKind.available)
  func `a note is kept until it is forgotten`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    let vault = try fixture.open()
    #expect(try vault.refreshNote(.spotify) == nil)
    try vault.setRefreshNote(.spotify, note())
    #expect(try fixture.open().refreshNote(.spotify) == note())
    #expect(try vault.refreshNote(AccountID(provider: "spotify", name: "other")) == nil)
    try vault.setRefreshNote(.spotify, nil)
    #expect(try vault.refreshNote(.spotify) == nil)
  }

  @Test(arguments: VaultKind.available)
  func `storing a record or forgetting the account forgets the note`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    let vault = try fixture.open()
    let version = try vault.write(.spotify, .sample(), replacing: nil)
    try vault.setRefreshNote(.spotify, note())
    #expect(vaultError { try vault.write(.spotify, .sample(), replacing: version + 9) } != nil)
    #expect(try vault.refreshNote(.spotify) != nil, "a write that fails forgets nothing")
    try vault.write(.spotify, .sample(), replacing: version)
    #expect(try vault.refreshNote(.spotify) == nil)
    try vault.setRefreshNote(.spotify, note())
    #expect(try vault.delete(.spotify))
    #expect(try vault.refreshNote(.spotify) == nil)
  }

  @Test
  func `the first of several attempts with one token stays on record`() {
    var note = RefreshNote(id: .spotify)
    note.begin(with: Secret("a"), at: Timestamp(seconds: 1))
    note.begin(with: Secret("a"), at: Timestamp(seconds: 5))
    #expect(note.intent?.begun.seconds == 1)
    note.begin(with: Secret("b"), at: Timestamp(seconds: 9))
    #expect(note.intent?.begun.seconds == 9)
  }

  @Test
  func `a note neither tells its content nor passes for another account's`() throws {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    let other = AccountID(provider: "spotify", name: "other")
    try vault.setRefreshNote(.spotify, note())
    for (name, bytes) in fixture.home.files() {
      #expect(Data(bytes).range(of: Data("in-clear".utf8)) == nil, "\(name)")
      #expect(Data(bytes).range(of: Data("no answer".utf8)) == nil, "\(name)")
    }
    try vault.setRefreshNote(other, note("other"))
    try fixture.tamper(
      """
      CREATE TEMP TABLE swap AS SELECT rowid AS id, sealed FROM refresh;
      UPDATE refresh SET sealed = (SELECT sealed FROM swap WHERE swap.id != refresh.rowid);
      """
    )
    // It never stands in the way of a refresh.
    #expect(try vault.refreshNote(.spotify) == nil)
    #expect(try vault.refreshNote(other) == nil)
  }
}
