import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct HostsFileTests {
  private let home: TemporaryHome

  init() throws {
    home = try TemporaryHome()
  }

  private func read() throws(VaultError) -> HostAccounts? {
    try HostsFile.read { home.environment[$0] }
  }

  @Test
  func `without a file there is no list, and an empty one is empty`() throws {
    #expect(try read() == nil)
    try home.write("", to: "config/authrun/hosts")
    #expect(try read()?.entries.isEmpty == true)
    try home.write("ghcr.io github\n", to: "config/authrun/hosts", mode: 0o644)
    #expect(try read()?.entry(forHost: "ghcr.io")?.account.description == "github/default")
  }

  @Test
  func `a list may lie elsewhere, and must be the user's alone to write`() throws {
    try home.makeDirectory("config/authrun")
    let target = try home.write("ghcr.io github\n", to: "dotfiles/hosts")
    try FileManager.default.createSymbolicLink(
      atPath: home.file("config/authrun/hosts"),
      withDestinationPath: target
    )
    #expect(try read()?.entries.count == 1)
    try FileManager.default.setAttributes([.posixPermissions: 0o620], ofItemAtPath: target)
    let error = #expect(throws: VaultError.self) { try read() }
    #expect(error?.kind == .loosePermissions)
    #expect(error?.hint?.contains("chmod go-w") == true)
  }

  @Test
  func `a line that cannot be read leaves the others`() throws {
    try home.write("ghcr.io github\nnonsense\n", to: "config/authrun/hosts")
    let list = try read()
    #expect(list?.faults.map(\.line) == [2])
    #expect(list?.entries.count == 1)
  }
}
