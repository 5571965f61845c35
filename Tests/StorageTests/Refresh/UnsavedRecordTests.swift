import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct UnsavedRecordTests {
  @Test(arguments: VaultKind.available)
  func `what could not be stored is stored later`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    let vault = try fixture.open()
    try vault.write(.spotify, .sample("old"), replacing: nil)
    let current = try #require(try vault.read(.spotify))
    #expect(try !vault.storeUnsaved(current), "nothing waits")
    let path = try vault.keepUnsaved(.spotify, .sample("new"), replacing: current.version)
    #expect(try mode(path) == 0o600)
    for (name, bytes) in fixture.home.files() {
      #expect(Data(bytes).range(of: Data("in-clear".utf8)) == nil, "\(name)")
    }
    let other = try fixture.open()
    #expect(try other.storeUnsaved(current))
    #expect(try vault.read(.spotify)?.credential.accessToken.text == "new")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: VaultKind.available)
  func `what was overtaken meanwhile is dropped`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    let vault = try fixture.open()
    let version = try vault.write(.spotify, .sample("old"), replacing: nil)
    let path = try vault.keepUnsaved(.spotify, .sample("late"), replacing: version)
    try vault.write(.spotify, .sample("login"), replacing: nil)
    let current = try #require(try vault.read(.spotify))
    #expect(try !vault.storeUnsaved(current))
    #expect(try vault.read(.spotify)?.credential.accessToken.text == "login")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test
  func `a file that was altered or is another account's is dropped`() throws {
    let fixture = try VaultFixture()
    let vault = try fixture.open()
    let other = AccountID(provider: "spotify", name: "other")
    let version = try vault.write(.spotify, .sample("old"), replacing: nil)
    let path = try vault.keepUnsaved(other, .sample("theirs"), replacing: version)
    let own = path.replacing(/[^\/]*$/) { _ in LockFileName.unsaved(.spotify, vault: vault.vaultID)
    }
    try FileManager.default.moveItem(atPath: path, toPath: own)
    let current = try #require(try vault.read(.spotify))
    #expect(try !vault.storeUnsaved(current))
    #expect(try vault.read(.spotify)?.credential.accessToken.text == "old")
  }
}
