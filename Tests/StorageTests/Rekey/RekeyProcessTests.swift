import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

/// A change of keys among other processes that use the vault.
@Suite
struct RekeyProcessTests {
  @Test
  func `readers and writers of other processes see nothing of it`() async throws {
    let probe = try Probe()
    try await probe.run("fill", "p", "20")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await probe.run("rekey", "-", "12") }
      for writer in 0..<3 {
        group.addTask { try await probe.run("count", "w\(writer)", "40") }
      }
      for _ in 0..<3 {
        group.addTask { try await probe.run("reread", "p", "120") }
      }
      try await group.waitForAll()
    }
    for writer in 0..<3 {
      #expect(try await probe.get("w\(writer)").hasPrefix("40 "))
    }
    let location = try VaultLocation(explicit: nil, environment: probe.home.environment)
    let listing = try Vault.open(location, create: false).list()
    #expect(listing.damagedCount == 0)
    #expect(listing.credentials.count == 23)
    let keys = probe.home.files().keys.filter { $0.contains("vault.key") }
    #expect(keys == ["config/authrun/vault.key"])
  }

  @Test
  func `of two that change the key at once, both are done, one after the other`() async throws {
    let probe = try Probe()
    try await probe.run("fill", "p", "5")
    async let first = probe.run("rekey", "-", "8")
    async let second = probe.run("rekey", "-", "8")
    _ = try await (first, second)
    #expect(try await probe.get("p") == "token refresh-token")
  }
}
