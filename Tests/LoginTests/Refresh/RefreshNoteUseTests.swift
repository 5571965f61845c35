import Crypto
import Foundation
import Standards
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Login

/// What a refresher remembers beside the record.
@Suite
struct RefreshNoteUseTests {
  /// A clock that the test sets.
  private final class SetClock: Clock {
    private let time = Mutex<Int64>(1_800_000_000)

    func now() -> Timestamp { Timestamp(seconds: time.withLock { $0 }) }
    func advance(_ seconds: Int64) { time.withLock { $0 += seconds } }
  }

  private let account = AccountID(provider: "spotify")
  private let home: TemporaryHome
  private let vault: Vault
  private let clock = SetClock()

  init() throws {
    home = try TemporaryHome()
    vault = try Vault.open(
      VaultLocation(explicit: nil, environment: home.environment),
      create: true
    )
  }

  private var refresher: Refresher {
    Refresher(
      vault: vault,
      clock: clock,
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
      issuedAt: clock.now().adding(-60),
      expiresAt: clock.now().adding(seconds)
    )
  }

  private func stale(
    _ token: String = "old",
    expiresIn seconds: Int64 = -1
  ) throws
    -> StoredCredential
  {
    try vault.write(account, credential(token, expiresIn: seconds), replacing: nil)
    return try #require(try vault.read(account))
  }

  /// Refreshes, and tells the error when that fails and how often the provider was asked.
  private func refresh(
    _ stale: StoredCredential,
    forced: Bool = false,
    failing error: AuthRunError? = nil
  ) async -> (error: AuthRunError?, count: Int) {
    let count = Mutex(0)
    var demand = TokenDemand()
    demand.forceRefresh = forced
    do throws(AuthRunError) {
      _ = try await refresher.refresh(stale, demand: demand) { _, _ throws(AuthRunError) in
        count.withLock { $0 += 1 }
        if let error { throw error }
        return credential("new", expiresIn: 3600)
      }
      return (nil, count.withLock { $0 })
    } catch {
      return (error, count.withLock { $0 })
    }
  }

  private func unanswered(_ code: AuthRunError.Code) -> AuthRunError {
    var error = AuthRunError(code, "no answer")
    error.isAnswered = false
    return error
  }

  @Test
  func `the intent is on the disk before the request, and gone with the answer stored`()
    async throws
  {
    let stale = try stale()
    let location = try VaultLocation(explicit: nil, environment: home.environment)
    _ = try await refresher.refresh(stale, demand: TokenDemand()) {
      current,
      _ throws(AuthRunError) in
      let note = try? Vault.openForReading(location)?.refreshNote(account)
      #expect(note?.intent?.begun == clock.now())
      #expect(note?.intent?.token == RefreshNote.fingerprint(of: Secret("refresh-of-old")))
      return credential("new", expiresIn: 3600)
    }
    #expect(try vault.refreshNote(account) == nil)
  }

  @Test(arguments: [AuthRunError.Code.timeout, .network, .interrupted])
  func `a refresh that was cut off is named when the token is refused later`(
    code: AuthRunError.Code
  ) async throws {
    let stale = try stale()
    let begun = clock.now()
    #expect(await refresh(stale, failing: unanswered(code)).error?.code == code)
    clock.advance(100)
    let refusal = AuthRunError(.invalidGrant, "invalid_grant", providerError: "invalid_grant")
    let error = await refresh(stale, failing: refusal).error
    #expect(error?.code == .loginNeeded)
    #expect(error?.message.contains("begun at \(begun.rfc3339) was cut off") == true)
    #expect(error?.hint?.contains("authrun login spotify") == true)
    guard case .loginNeeded(let reason, _) = try vault.read(account)?.credential.standing else {
      Issue.record("the account is not marked")
      return
    }
    #expect(reason.contains("was cut off"))
  }

  @Test
  func `a refusal of a token that nothing was cut off with says nothing of it`() async throws {
    let first = try stale("other")
    _ = await refresh(first, failing: unanswered(.timeout))
    // A login has brought another refresh token since.
    let second = try stale("old")
    let answered = AuthRunError(.serviceUnavailable, "busy")
    #expect(await refresh(second, failing: answered).error?.code == .serviceUnavailable)
    #expect(try vault.refreshNote(account)?.intent == nil)
    clock.advance(100)
    let error = await refresh(second, failing: AuthRunError(.invalidGrant, "invalid_grant")).error
    #expect(error?.code == .loginNeeded)
    #expect(error?.message.contains("cut off") == false)
  }

  @Test
  func `failures that may pass make the pauses longer until one succeeds`() async throws {
    let stale = try stale()
    let failure = AuthRunError(.serviceUnavailable, "busy")
    #expect(await refresh(stale, failing: failure).count == 1)
    // The first costs the next caller nothing.
    #expect(await refresh(stale, failing: failure).count == 1)
    let held = await refresh(stale)
    #expect(held.count == 0)
    #expect(held.error?.code == .serviceUnavailable)
    #expect(held.error?.message.contains("not asked again before") == true)
    #expect(await refresh(stale, forced: true, failing: failure).count == 1, "the user's own wish")
    clock.advance(2)
    #expect(await refresh(stale).count == 0, "the third pause is longer")
    clock.advance(400)
    #expect(await refresh(stale).error == nil)
    #expect(try vault.refreshNote(account) == nil)
    #expect(try vault.read(account)?.credential.accessToken.text == "new")
  }

  @Test
  func `the pause that the provider asks for holds everybody`() async throws {
    let stale = try stale()
    var failure = AuthRunError(.serviceUnavailable, "busy")
    failure.retryAfter = 120
    #expect(await refresh(stale, failing: failure).count == 1)
    clock.advance(119)
    #expect(await refresh(stale, forced: true).count == 0)
    clock.advance(1)
    #expect(await refresh(stale).count == 1)
  }

  @Test
  func `a clock that was set back holds nobody`() async throws {
    let stale = try stale()
    var failure = AuthRunError(.serviceUnavailable, "busy")
    failure.retryAfter = 3000
    #expect(await refresh(stale, failing: failure).count == 1)
    clock.advance(-100_000)
    #expect(await refresh(stale).count == 1)
  }

  @Test
  func `an early refresh by somebody else is not waited for, an expired token's is`() async throws {
    let early = try stale(expiresIn: 25)
    let lease = try vault.attemptLease(account)
    let result = try await refresher.refresh(early, demand: TokenDemand()) {
      _,
      _ throws(AuthRunError) in
      throw AuthRunError(.internal, "asked although somebody else does")
    }
    #expect(result.accessToken.text == "old")
    if let lease { lease.release() } else { Issue.record("the lease was not free") }
  }

  @Test
  func `a token that cannot be stored waits beside the vault and is used next time`() async throws {
    let stale = try stale()
    let database = home.file("data/authrun/vault.db")
    func sql(_ statement: String) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
      process.arguments = [
        "-c",
        "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()",
        database, statement,
      ]
      try? process.run()
      process.waitUntilExit()
    }
    let error = await #expect(throws: AuthRunError.self) {
      try await refresher.refresh(stale, demand: TokenDemand()) { _, _ throws(AuthRunError) in
        sql("ALTER TABLE refresh RENAME TO elsewhere")
        return credential("rotated", expiresIn: 3600)
      }
    }
    #expect(error?.code == .vault)
    #expect(error?.message.contains("waits, sealed") == true, "\(error.debugDescription)")
    sql("ALTER TABLE elsewhere RENAME TO refresh")
    #expect(try vault.read(account)?.credential.accessToken.text == "old")
    let used = try await refresher.refresh(stale, demand: TokenDemand()) {
      _,
      _ throws(AuthRunError) in
      throw AuthRunError(.internal, "asked although a new token waits")
    }
    #expect(used.accessToken.text == "rotated")
    #expect(try vault.read(account)?.credential.refreshToken?.text == "refresh-of-rotated")
    #expect(!home.files().keys.contains { $0.hasSuffix(".sealed") })
  }

  @Test
  func `of many whose refresh token is refused one asks and all hear the reason`() async throws {
    let stale = try stale()
    let refusal = AuthRunError(.invalidGrant, "revoked", providerError: "invalid_grant")
    let results = await withTaskGroup(of: (error: AuthRunError?, count: Int).self) { group in
      for _ in 0..<12 {
        group.addTask { await refresh(stale, failing: refusal) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.map(\.count).reduce(0, +) == 1)
    for result in results {
      #expect(result.error?.code == .loginNeeded)
      #expect(result.error?.message.contains("revoked") == true)
    }
  }
}
