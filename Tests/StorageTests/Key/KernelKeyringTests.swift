import CKeyctl
import Foundation
import Glibc
import Standards
import TestSupport
import Testing

@testable import Storage

/// Whether the kernel takes keys here, which some containers forbid.
private enum KernelKeys {
  static let work = authrun_key_add("authrun-test", "x", 1) > 0
}

@Suite(.enabled(if: KernelKeys.work, "the kernel takes no keys here"))
struct KernelKeyringTests {
  @Test
  func `a remembered key opens the vault without its source, until it is forgotten`() throws {
    let fixture = try KeyFixture()
    let vault = try fixture.make("passphrase")
    try vault.write(.spotify, .sample("mine"), replacing: nil)
    let direct = KeyAccess(directly: { _ in nil })
    let location = try fixture.location()
    #expect(
      vaultError { _ = try Vault.openForReading(location, keys: direct) }?.kind == .keyUnavailable
    )
    try vault.rememberKey(seconds: 60)
    #expect(try Vault.openForReading(location, keys: direct)?.read(.spotify) != nil)
    #expect(try Vault.forgetKey(location))
    #expect(
      vaultError { _ = try Vault.openForReading(location, keys: direct) }?.kind == .keyUnavailable
    )
    #expect(try !Vault.forgetKey(location))
  }

  @Test
  func `a remembered key ends by itself`() async throws {
    let fixture = try KeyFixture()
    try fixture.make("passphrase").rememberKey(seconds: 1)
    let direct = KeyAccess(directly: { _ in nil })
    let location = try fixture.location()
    let end = ContinuousClock.now + .seconds(30)
    while vaultError({ _ = try Vault.openForReading(location, keys: direct) }) == nil {
      try #require(ContinuousClock.now < end)
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  @Test
  func `another key under the vault's name is not used`() throws {
    let fixture = try KeyFixture()
    let vault = try fixture.make("passphrase")
    let record = try vault.withOpen { (open) throws(VaultError) in open.meta.key }
    try KernelKeyring.remember(MasterKey(), record, seconds: 60)
    defer { _ = KernelKeyring.forget(record) }
    let unset = fixture.access(["AUTHRUN_VAULT_PASSPHRASE": nil])
    #expect(vaultError { _ = try fixture.open(unset) }?.kind == .keyUnavailable)
    #expect(throws: Never.self) { try fixture.open() }
  }
}
