import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct RefreshLeaseTests {
  /// A lease in a box, since expectations cannot look at noncopyable values.
  private final class Held: Sendable {
    private let lease: RefreshLease

    init?(_ id: AccountID, _ fixture: VaultFixture) throws {
      guard let lease = try fixture.open().attemptLease(id) else { return nil }
      self.lease = lease
    }
  }

  @Test(arguments: VaultKind.available)
  func `one holder at a time, also within one process`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    var first = try Held(.spotify, fixture)
    #expect(first != nil)
    #expect(try Held(.spotify, fixture) == nil)
    first = nil
    #expect(try Held(.spotify, fixture) != nil)
  }

  @Test(arguments: VaultKind.available)
  func `other accounts are free`(kind: VaultKind) async throws {
    let fixture = try await VaultFixture(kind)
    let first = try Held(.spotify, fixture)
    let second = try Held(AccountID(provider: "spotify", name: "work"), fixture)
    #expect(first != nil && second != nil)
  }

  @Test
  func `the lock file stays`() throws {
    let fixture = try VaultFixture()
    _ = try Held(.spotify, fixture)
    #expect(fixture.home.files().keys.filter { $0.hasSuffix(".lock") }.count == 1)
  }

  @Test
  func `lock files are plain names, different for every account`() {
    let names = [
      "", "a", "a/b", "..", "/", "ü", "A", "a\u{0}", String(repeating: "x", count: 5000),
    ]
    var seen: Set<String> = []
    for provider in names {
      for name in names {
        let file = LockFileName.refresh(
          AccountID(provider: provider, name: name),
          vault: [1]
        )
        #expect(file.wholeMatch(of: #/[a-z0-9.-]{1,100}/#) != nil)
        #expect(seen.insert(file).inserted)
      }
    }
  }
}
