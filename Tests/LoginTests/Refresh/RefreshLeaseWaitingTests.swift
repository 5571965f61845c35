import Standards
import Storage
import TestSupport
import Testing

@testable import Login

@Suite
struct RefreshLeaseWaitingTests {
  private static let id = AccountID(provider: "spotify")

  /// A lease in a box, since expectations cannot look at noncopyable values.
  private final class Held: Sendable {
    private let lease: RefreshLease

    init?(_ id: AccountID, _ location: VaultLocation) throws {
      guard let lease = try Vault.open(location, create: true).attemptLease(id) else { return nil }
      self.lease = lease
    }
  }

  @Test
  func `waiting ends when the holder releases`() async throws {
    let home = try TemporaryHome()
    let location = try VaultLocation(explicit: nil, environment: home.environment)
    var held = try Held(Self.id, location)
    try #require(held != nil)
    let waiting = Task {
      _ = try await Vault.open(location, create: true).turn(Self.id, deadline: 30)
    }
    await Task.yield()
    held = nil
    try await waiting.value
  }

  @Test
  func `a deadline that passes is an error that names the account`() async throws {
    let home = try TemporaryHome()
    let location = try VaultLocation(explicit: nil, environment: home.environment)
    let held = try Held(Self.id, location)
    let error = await waitingError(location, deadline: 0)
    #expect(error?.kind == .locked)
    #expect(error?.message.contains("spotify/default") == true)
    withExtendedLifetime(held) {}
  }

  @Test
  func `a wait can be cancelled`() async throws {
    let home = try TemporaryHome()
    let location = try VaultLocation(explicit: nil, environment: home.environment)
    let held = try Held(Self.id, location)
    let waiting = Task { await waitingError(location, deadline: 60) }
    waiting.cancel()
    #expect(await waiting.value?.kind == .cancelled)
    withExtendedLifetime(held) {}
  }

  private func waitingError(_ location: VaultLocation, deadline: Int) async -> VaultError? {
    do throws(VaultError) {
      _ = try await Vault.open(location, create: true).turn(Self.id, deadline: deadline)
      return nil
    } catch {
      return error
    }
  }
}
