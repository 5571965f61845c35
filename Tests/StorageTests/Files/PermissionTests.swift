import Foundation
import Glibc
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct PermissionTests {
  @Test(arguments: ["data/authrun", "data/authrun/vault.db", "config/authrun/vault.key"])
  func `what is open to others is refused with the command that mends it`(name: String) throws {
    let fixture = try VaultFixture()
    try fixture.open().write(.spotify, .sample(), replacing: nil)
    let path = fixture.home.file(name)
    let good = try mode(path)
    try setMode(path, good | 0o040)
    let error = vaultError { _ = try Vault.openForReading(fixture.location)?.read(.spotify) }
    #expect(error?.kind == .loosePermissions)
    let hint = try #require(error?.hint)
    let command = try #require(hint.firstRange(of: "chmod ")).lowerBound
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", String(hint[command...])]
    try shell.run()
    shell.waitUntilExit()
    #expect(try mode(path) == good)
    #expect(try Vault.openForReading(fixture.location)?.read(.spotify) != nil)
  }

  @Test
  func `the folder that holds the user's providers may be read but not written by others`() throws {
    let fixture = try VaultFixture()
    try fixture.home.makeDirectory("config/authrun")
    try setMode(fixture.home.file("config/authrun"), 0o755)
    try fixture.open().write(.spotify, .sample(), replacing: nil)
    try setMode(fixture.home.file("config/authrun"), 0o775)
    #expect(vaultError { _ = try fixture.open() }?.kind == .loosePermissions)
  }

  @Test
  func `nobody is told to close a directory that is not this program's`() throws {
    let fixture = try VaultFixture()
    try fixture.home.makeDirectory("shared")
    try setMode(fixture.home.file("shared"), 0o1777)
    let location = try VaultLocation(
      explicit: fixture.home.file("shared/x.db"),
      environment: fixture.home.environment
    )
    let error = vaultError { _ = try Vault.open(location, create: true) }
    #expect(error?.kind == .loosePermissions)
    #expect(error?.hint == "name a file in a directory of your own, which only you can write to")
  }

  @Test
  func `a loose state directory is refused`() throws {
    let fixture = try VaultFixture()
    try fixture.home.makeDirectory("state/authrun")
    try setMode(fixture.home.file("state/authrun"), 0o755)
    let error = vaultError { _ = try fixture.open().attemptLease(.spotify) }
    #expect(error?.kind == .loosePermissions)
  }

  @Test(arguments: ["data/authrun/vault.db", "config/authrun/vault.key"])
  func `a symbolic link in the place of a file is refused`(name: String) throws {
    let fixture = try VaultFixture()
    _ = try fixture.open()
    let path = fixture.home.file(name)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".real")
    try FileManager.default.createSymbolicLink(
      atPath: path,
      withDestinationPath: path + ".real"
    )
    #expect(vaultError { _ = try fixture.open() }?.kind == .untrustedFile)
  }

  @Test
  func `a directory that is a link to a private directory is followed`() throws {
    let fixture = try VaultFixture()
    try fixture.home.makeDirectory("elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.home.file("data/authrun"),
      withDestinationPath: fixture.home.file("elsewhere")
    )
    try fixture.open().write(.spotify, .sample(), replacing: nil)
    #expect(fixture.home.files().keys.contains("elsewhere/vault.db"))
  }

  @Test
  func `what belongs to another user is refused`() throws {
    let fixture = try VaultFixture()
    _ = try fixture.open()
    guard geteuid() == 0 else { return }
    chown(fixture.home.file("data/authrun/vault.db"), 1, 1)
    let error = vaultError { _ = try fixture.open() }
    #expect(error?.kind == .untrustedFile)
  }
}
