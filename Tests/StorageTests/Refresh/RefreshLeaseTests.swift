import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct RefreshLeaseTests {
  /// A lease in a box, since expectations cannot look at noncopyable values.
  private final class Held: Sendable {
    private let lease: RefreshLease

    init?(_ id: AccountID, _ location: VaultLocation) throws {
      guard let lease = try RefreshLease.attempt(id, in: location) else { return nil }
      self.lease = lease
    }
  }

  @Test
  func `one holder at a time, also within one process`() throws {
    let fixture = try VaultFixture()
    var first = try Held(.spotify, fixture.location)
    #expect(first != nil)
    #expect(try Held(.spotify, fixture.location) == nil)
    first = nil
    #expect(try Held(.spotify, fixture.location) != nil)
  }

  @Test
  func `other accounts are free`() throws {
    let fixture = try VaultFixture()
    let first = try Held(.spotify, fixture.location)
    let second = try Held(AccountID(provider: "spotify", name: "work"), fixture.location)
    #expect(first != nil && second != nil)
  }

  @Test
  func `waiting ends when the holder releases`() async throws {
    let fixture = try VaultFixture()
    var held = try Held(.spotify, fixture.location)
    try #require(held != nil)
    let location = fixture.location
    let waiting = Task {
      try await RefreshLease.acquire(.spotify, in: location, deadline: 30).release()
    }
    await Task.yield()
    held = nil
    try await waiting.value
  }

  @Test
  func `a deadline that passes is an error that names the account`() async throws {
    let fixture = try VaultFixture()
    let held = try Held(.spotify, fixture.location)
    let error = await waitingError(fixture.location, deadline: 0)
    #expect(error?.kind == .locked)
    #expect(error?.message.contains("spotify/default") == true)
    withExtendedLifetime(held) {}
  }

  @Test
  func `a wait can be cancelled`() async throws {
    let fixture = try VaultFixture()
    let location = fixture.location
    let held = try Held(.spotify, location)
    let waiting = Task { await waitingError(location, deadline: 60) }
    waiting.cancel()
    #expect(await waiting.value?.kind == .cancelled)
    withExtendedLifetime(held) {}
  }

  @Test
  func `the lock file stays`() throws {
    let fixture = try VaultFixture()
    _ = try Held(.spotify, fixture.location)
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
        let file = LockFileName.refresh(AccountID(provider: provider, name: name))
        #expect(file.wholeMatch(of: #/[a-z0-9.-]{1,100}/#) != nil)
        #expect(seen.insert(file).inserted)
      }
    }
  }

  private func waitingError(_ location: VaultLocation, deadline: Int) async -> VaultError? {
    do throws(VaultError) {
      try await RefreshLease.acquire(.spotify, in: location, deadline: deadline).release()
      return nil
    } catch {
      return error
    }
  }
}
