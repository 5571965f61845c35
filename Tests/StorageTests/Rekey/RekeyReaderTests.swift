import Foundation
import Standards
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// Readers that have seen a vault at rest when its key is changed.
@Suite
struct RekeyReaderTests {
  private func atRest() throws -> VaultFixture {
    let fixture = try VaultFixture()
    do {
      let vault = try fixture.open()
      for number in 0..<20 {
        try vault.write(AccountID(provider: "p\(number)"), .sample(), replacing: nil)
      }
      try vault.write(.spotify, .sample("mine"), replacing: nil)
    }
    #expect(try PrivateFile.isEmpty(fixture.location.databaseFile + "-wal"))
    return fixture
  }

  @Test(arguments: [false, true])
  func `who has read the description before and the key after opens the vault all the same`(
    isAtRestAgain: Bool
  ) throws {
    let fixture = try atRest()
    let changes = Mutex(0)
    // The environment is looked at between the two.
    let keys = KeyAccess(
      variable: { _ in
        let isFirst = changes.withLock { changes in
          changes += 1
          return changes == 1
        }
        guard isFirst else { return nil }
        let other = try? fixture.open()
        _ = try? other?.rekey(nil)
        if !isAtRestAgain {
          _ = try? other?.write(AccountID(provider: "later"), .sample(), replacing: nil)
          withExtendedLifetime(other) {}
        }
        return nil
      },
      keyring: nil,
      asker: nil
    )
    let vault = try #require(try Vault.openForReading(fixture.location, keys: keys))
    #expect(try vault.read(.spotify)?.credential.accessToken.text == "mine")
    #expect(changes.withLock { $0 } > 1)
  }

  @Test(arguments: [false, true])
  func `who has opened the vault before finds a record after`(isInUse: Bool) throws {
    let fixture = try atRest()
    let reader = try #require(try Vault.openForReading(fixture.location))
    let lister = try #require(try Vault.openForReading(fixture.location))
    let writer = try fixture.open()
    try writer.rekey(nil)
    if isInUse { try writer.write(AccountID(provider: "later"), .sample(), replacing: nil) }
    #expect(try reader.read(.spotify)?.credential.accessToken.text == "mine")
    #expect(try lister.list().credentials.count >= 21)
    #expect(try lister.list().damagedCount == 0)
  }
}
