import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite(.requiresMounting)
struct DiskTests {
  private func fixture() async throws -> (VaultFixture, TemporaryDisk) {
    let fixture = try VaultFixture()
    try fixture.home.makeDirectory("data/authrun")
    let disk = try await TemporaryDisk(fixture.home.file("data/authrun"), kilobytes: 1024)
    return (fixture, disk)
  }

  @Test
  func `a full disk changes nothing, is told as such, and passes`() async throws {
    let (fixture, disk) = try await fixture()
    let version = try fixture.open().write(.spotify, .sample("old"), replacing: nil)
    try await disk.fill()
    let vault = try fixture.open()
    #expect(
      vaultError { try vault.write(.spotify, .sample("new"), replacing: version) }?.kind == .full
    )
    #expect(vaultError { try vault.ensureWritable() }?.kind == .full)
    #expect(
      vaultError { try vault.setRefreshNote(.spotify, RefreshNote(id: .spotify)) }?.kind == .full
    )
    #expect(try fixture.reader()?.read(.spotify)?.credential.accessToken.text == "old")
    try disk.free()
    try vault.write(.spotify, .sample("new"), replacing: version)
    #expect(try fixture.reader()?.read(.spotify)?.credential.accessToken.text == "new")
  }

  @Test
  func `a new vault on a full disk leaves nothing behind`() async throws {
    let (fixture, disk) = try await fixture()
    try await disk.fill()
    #expect(vaultError { _ = try fixture.open() }?.kind == .full)
    #expect(fixture.home.files().keys.filter { $0.hasPrefix("data/authrun/vault") }.isEmpty)
    try disk.free()
    try fixture.open().write(.spotify, .sample(), replacing: nil)
  }

  @Test
  func `a disk that became read-only is still read, and refuses in plain words`() async throws {
    let (fixture, disk) = try await fixture()
    try fixture.open().write(.spotify, .sample("old"), replacing: nil)
    try await disk.makeReadOnly()
    #expect(try fixture.reader()?.read(.spotify)?.credential.accessToken.text == "old")
    let error = vaultError { try fixture.open().ensureWritable() }
    #expect(error?.kind == .readOnly, "\(error.debugDescription)")
    #expect(error?.hint?.contains("--vault") == true)
    withExtendedLifetime(disk) {}
  }
}
