import Crypto
import Foundation
import Standards
import Storage
import Synchronization
import Testing

@testable import Login

@Suite
struct RefresherTests {
  /// Time that stands still.
  private struct FrozenClock: Clock {
    func now() -> Timestamp { Timestamp(seconds: 1_800_000_000) }
  }

  /// How often the provider was asked.
  private final class Counter: Sendable {
    private let value = Mutex(0)

    func increase() { value.withLock { $0 += 1 } }
    var count: Int { value.withLock { $0 } }
  }

  private let account = AccountID(provider: "spotify")
  private let location: VaultLocation
  private let vault: Vault
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "authrun-refresher-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    location = try VaultLocation(
      explicit: folder + "/vault.db",
      environment: ["HOME": folder]
    )
    vault = try Vault.open(location, create: true)
  }

  private var refresher: Refresher {
    Refresher(
      vault: vault,
      clock: FrozenClock(),
      tracer: Tracer(sink: nil, redactor: Redactor(hashing: OpenSSLHashing())),
      leaseWait: 20
    )
  }

  private func credential(_ token: String, expiresIn seconds: Int64) -> Credential {
    Credential(
      kind: .oauth2,
      accessToken: Secret(token),
      refreshToken: Secret("refresh-of-\(token)"),
      tokenType: "Bearer",
      issuedAt: FrozenClock().now(),
      expiresAt: FrozenClock().now().adding(seconds)
    )
  }

  private func store(_ credential: Credential) throws -> StoredCredential {
    try vault.write(account, credential, replacing: nil)
    return try #require(try vault.read(account))
  }

  @Test
  func `of many who want the same expired token one asks and all get it`() async throws {
    let stale = try store(credential("old", expiresIn: -1))
    let requests = Counter()
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await refresher.refresh(stale, demand: TokenDemand()) { _, _ throws(AuthRunError) in
            requests.increase()
            await Task.yield()
            return credential("new", expiresIn: 3600)
          }.accessToken.text
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(tokens == Array(repeating: "new", count: 20))
    #expect(requests.count == 1)
    #expect(try vault.read(account)?.credential.accessToken.text == "new")
  }

  @Test
  func `the renewed token is on the disk before it is handed out`() async throws {
    let stale = try store(credential("old", expiresIn: -1))
    let renewed = try await refresher.refresh(stale, demand: TokenDemand()) {
      _,
      _ throws(AuthRunError) in
      credential("new", expiresIn: 3600)
    }
    let stored = try #require(try Vault.openForReading(location)?.read(account))
    #expect(stored.credential.refreshToken?.text == renewed.refreshToken?.text)
    #expect(stored.version > stale.version)
  }

  @Test
  func `a refused refresh token ends the account and keeps record and reason`() async throws {
    let stale = try store(credential("old", expiresIn: -1))
    let error = await #expect(throws: AuthRunError.self) {
      try await refresher.refresh(stale, demand: TokenDemand()) { _, _ throws(AuthRunError) in
        throw AuthRunError(.invalidGrant, "invalid_grant: revoked", providerError: "invalid_grant")
      }
    }
    #expect(error?.code == .loginNeeded)
    #expect(error?.providerError == "invalid_grant")
    let stored = try #require(try vault.read(account))
    #expect(stored.credential.refreshToken?.text == "refresh-of-old")
    guard case .loginNeeded(let reason, _) = stored.credential.standing else {
      Issue.record("the account is not marked")
      return
    }
    #expect(reason.contains("revoked"))
  }

  @Test(arguments: [AuthRunError.Code.network, .timeout, .serviceUnavailable, .protocol])
  func `any other failure leaves the record as it was`(code: AuthRunError.Code) async throws {
    let stale = try store(credential("old", expiresIn: -1))
    let error = await #expect(throws: AuthRunError.self) {
      try await refresher.refresh(stale, demand: TokenDemand()) { _, _ throws(AuthRunError) in
        throw AuthRunError(code, "it failed")
      }
    }
    #expect(error?.code == code)
    #expect(try vault.read(account)?.version == stale.version)
  }

  @Test
  func `a sibling's newer token goes before a refusal`() async throws {
    let stale = try store(credential("old", expiresIn: -1))
    let result = try await refresher.refresh(stale, demand: TokenDemand()) {
      _,
      _ throws(AuthRunError) in
      // Another machine rotated the token while ours was on its way.
      _ = try? vault.write(account, credential("sibling", expiresIn: 3600), replacing: nil)
      throw AuthRunError(.invalidGrant, "reused", providerError: "invalid_grant")
    }
    #expect(result.accessToken.text == "sibling")
    #expect(try vault.read(account)?.credential.standing == .usable)
  }

  @Test
  func `a login that comes in between is not overwritten by a refresh`() async throws {
    let stale = try store(credential("old", expiresIn: -1))
    let result = try await refresher.refresh(stale, demand: TokenDemand()) {
      _,
      _ throws(AuthRunError) in
      _ = try? vault.write(account, credential("login", expiresIn: 3600), replacing: nil)
      return credential("refreshed", expiresIn: 3600)
    }
    #expect(result.accessToken.text == "login")
    #expect(try vault.read(account)?.credential.accessToken.text == "login")
  }

  @Test(arguments: [false, true])
  func `an answer is not lost because the record was changed for another reason`(
    isForced: Bool
  ) async throws {
    let stale = try store(credential("old", expiresIn: isForced ? 3600 : -1))
    var demand = TokenDemand()
    demand.forceRefresh = isForced
    let result = try await refresher.refresh(stale, demand: demand) { _, _ throws(AuthRunError) in
      // The user has agreed to the descriptor's new hosts.
      var trusted = stale.credential
      trusted.hosts = ["new.example"]
      _ = try? vault.write(account, trusted, replacing: nil)
      return credential("new", expiresIn: 3600)
    }
    #expect(result.accessToken.text == "new")
    let stored = try vault.read(account)?.credential
    #expect(stored?.refreshToken?.text == "refresh-of-new")
    #expect(stored?.hosts == ["new.example"])
  }

  @Test
  func `no token is asked for that the vault could not keep`() async throws {
    let stale = try store(credential("old", expiresIn: -1))
    let readOnly = try #require(try Vault.openForReading(location))
    let refresher = Refresher(
      vault: readOnly,
      clock: FrozenClock(),
      tracer: Tracer(sink: nil, redactor: Redactor(hashing: OpenSSLHashing())),
      leaseWait: 20
    )
    let requests = Counter()
    let error = await #expect(throws: AuthRunError.self) {
      try await refresher.refresh(stale, demand: TokenDemand()) { _, _ throws(AuthRunError) in
        requests.increase()
        return credential("new", expiresIn: 3600)
      }
    }
    #expect(error?.code == .vault)
    #expect(requests.count == 0)
  }

  @Test(arguments: ["a\nX-Evil: 1", "a\r", "a\u{0}b", "a\u{7F}"])
  func `a token that would break a line is refused`(token: String) {
    #expect(throws: AuthRunError.self) {
      try credential(token, expiresIn: 1).requireReadableTokens(step: "token")
    }
    #expect(throws: Never.self) {
      try credential("fine token+/=", expiresIn: 1).requireReadableTokens(step: "token")
    }
  }
}
