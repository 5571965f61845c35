import Crypto
import Foundation
import Standards
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Login

/// Two machines, each with a connection of its own, that want the same account's token anew.
@Suite(.requiresPostgres)
struct SharedRefreshTests {
  private static let account = AccountID(provider: "spotify")

  private let cluster: PostgresCluster
  private let schema = "r" + UUID().uuidString.replacing("-", with: "").lowercased()
  private let home: TemporaryHome
  private let machines: [Machine]
  private let sent = Counter()

  /// How often the provider was asked.
  private final class Counter: Sendable {
    private let value = Mutex(0)

    func increase() { value.withLock { $0 += 1 } }
    var count: Int { value.withLock { $0 } }
  }

  private struct Machine: Sendable {
    let vaults: OpenVaults
    let vault: Vault

    init(_ location: VaultLocation, _ home: TemporaryHome) throws {
      let keys = KeyAccess(home.environment, asker: nil, chooser: nil)
      vaults = OpenVaults(location, keys, environment: home.environment) { _ in }
      vault = try vaults.vault(create: true)
    }

    func refresh(
      _ stale: StoredCredential,
      longestRequest: Int = 30,
      leaseSeconds: Int = 1,
      renew: @Sendable (Credential, SendPermit?) async throws(AuthRunError) -> Credential
    ) async throws(AuthRunError) -> Credential {
      var refresher = Refresher(
        vault: vault,
        clock: WallClock(),
        tracer: Tracer(sink: nil, redactor: Redactor(hashing: OpenSSLHashing())),
        leaseWait: 60
      )
      refresher.longestRequest = longestRequest
      refresher.leaseSeconds = leaseSeconds
      return try await vaults.run { [refresher] () async throws(AuthRunError) in
        try await refresher.refresh(stale, demand: TokenDemand(), renew: renew)
      }
    }
  }

  init() async throws {
    cluster = try await PostgresCluster.shared()
    home = try TemporaryHome()
    let location = try VaultLocation(
      explicit: try await cluster.vault(schema),
      environment: home.environment
    )
    machines = try [Machine(location, home), Machine(location, home)]
  }

  private func credential(_ token: String, expiresIn seconds: Int64) -> Credential {
    Credential(
      kind: .oauth2,
      accessToken: Secret(token),
      refreshToken: Secret("refresh-of-\(token)"),
      tokenType: "Bearer",
      issuedAt: WallClock().now().adding(-60),
      expiresAt: WallClock().now().adding(seconds)
    )
  }

  private func stale() throws -> StoredCredential {
    try machines[0].vault.write(
      Self.account,
      credential("old", expiresIn: -1),
      replacing: nil
    )
    return try #require(try machines[0].vault.read(Self.account))
  }

  /// Asks the server until it says yes; what never comes is left to the test's expectations.
  private func wait(until condition: String) async throws {
    for _ in 0..<200 {
      if try await cluster.sql("SELECT \(condition)") == "t" { return }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  private var stored: Credential? {
    get throws { try machines[1].vault.read(Self.account)?.credential }
  }

  @Test(arguments: [0, 30])
  func `a provider that answers after the lease's life is asked by one machine only`(
    longestRequest: Int
  ) async throws {
    let stale = try stale()
    let second = Mutex<Task<Credential, any Error>?>(nil)
    let first = try await machines[0].refresh(stale, longestRequest: longestRequest) {
      _,
      permit throws(AuthRunError) in
      try permit?()
      sent.increase()
      second.withLock { second in
        second = Task { [machine = machines[1]] in
          try await machine.refresh(stale) { _, _ throws(AuthRunError) in
            sent.increase()
            return credential("reused", expiresIn: 3600)
          }
        }
      }
      _ = try? await cluster.sql("SELECT pg_sleep(2.5)")
      return credential("new", expiresIn: 3600)
    }
    let other = try await second.withLock { $0 }?.value
    #expect(first.accessToken.text == "new")
    #expect(other?.accessToken.text == "new")
    #expect(sent.count == 1)
  }

  @Test
  func `the lease outlives the request, even if its holder can prolong it no more`() async throws {
    let stale = try stale()
    let rest = Mutex(0.0)
    _ = try await machines[0].refresh(stale, longestRequest: 90) {
      _,
      permit throws(AuthRunError) in
      try permit?()
      let text = try? await cluster.sql(
        "SELECT extract(epoch FROM expires_at - now()) FROM \(schema).authrun_lease"
      )
      rest.withLock { $0 = text.flatMap(Double.init) ?? 0 }
      return credential("new", expiresIn: 3600)
    }
    #expect(rest.withLock { $0 } >= 90)
  }

  @Test
  func `who lost the lease sends nothing any more`() async throws {
    let stale = try stale()
    let error = await #expect(throws: AuthRunError.self) {
      try await machines[0].refresh(stale, longestRequest: 0) { _, permit throws(AuthRunError) in
        // The machine slept, another took the lease and gave it back.
        _ = try? await cluster.sql("DELETE FROM \(schema).authrun_lease")
        _ = try? await cluster.sql("SELECT pg_sleep(1.1)")
        try permit?()
        sent.increase()
        return credential("new", expiresIn: 3600)
      }
    }
    #expect(error?.code == .vaultLocked)
    #expect(sent.count == 0)
    #expect(try stored?.accessToken.text == "old")
  }

  @Test(arguments: [false, true])
  func `an answer is stored although the lease was lost`(isMarked: Bool) async throws {
    let stale = try stale()
    let renewed = try await machines[0].refresh(stale) { _, _ throws(AuthRunError) in
      _ = try? await cluster.sql(
        """
        UPDATE \(schema).authrun_lease
        SET owner = 'other', expires_at = now() + INTERVAL '1 minute'
        """
      )
      if isMarked {
        // The other one has sent the same token, was refused, and has said so in the record.
        _ = try? machines[1].vault.markLoginNeeded(
          Self.account,
          reason: "reused",
          replacing: stale.version
        )
      }
      return credential("new", expiresIn: 3600)
    }
    #expect(renewed.accessToken.text == "new")
    #expect(try stored?.refreshToken?.text == "refresh-of-new")
    #expect(try stored?.standing == .usable)
  }

  @Test
  func `who takes over waits for an answer that could not be stored in time`() async throws {
    let stale = try stale()
    // The first machine has sent the token; then the server was away until the lease was over.
    var note = RefreshNote(id: Self.account)
    note.begin(with: Secret("refresh-of-old"), at: WallClock().now())
    try machines[0].vault.setRefreshNote(Self.account, note)
    async let second = machines[1].refresh(stale) { _, _ throws(AuthRunError) in
      sent.increase()
      return credential("reused", expiresIn: 3600)
    }
    try await wait(until: "count(*) = 1 FROM \(schema).authrun_lease")
    try machines[0].vault.write(
      Self.account,
      credential("late", expiresIn: 3600),
      replacing: stale.version
    )
    #expect(try await second.accessToken.text == "late")
    #expect(sent.count == 0)
  }
}
