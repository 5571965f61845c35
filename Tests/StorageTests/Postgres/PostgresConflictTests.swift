import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

/// Transactions that a server refuses with SQLSTATE 40001, at a statement or not before the commit, as CockroachDB
/// and YugabyteDB do in everyday use.
@Suite(.requiresPostgres)
struct PostgresConflictTests {
  private let cluster: PostgresCluster
  private let schema = "c" + UUID().uuidString.replacing("-", with: "").lowercased()
  private let fixture: VaultFixture

  init() async throws {
    cluster = try await PostgresCluster.shared()
    fixture = try VaultFixture(address: try await cluster.vault(schema))
  }

  /// From now on each table refuses the next `times` changes of it; a sequence counts, which no rollback undoes.
  private func refuse(_ times: Int, atCommit: Bool) async throws {
    try await cluster.sql(
      """
      CREATE SEQUENCE \(schema).refused;
      CREATE FUNCTION \(schema).refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('\(schema).refused') <= \(times) THEN
          RAISE EXCEPTION 'restart transaction' USING ERRCODE = '40001';
        END IF;
        RETURN NULL;
      END $$;
      """
    )
    for table in ["meta", "credential", "refresh", "lease"] {
      let name = "\(schema).authrun_\(table)"
      try await cluster.sql(
        atCommit
          ? """
          CREATE CONSTRAINT TRIGGER refuse AFTER INSERT OR UPDATE OR DELETE ON \(name)
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION \(schema).refuse()
          """
          : """
          CREATE TRIGGER refuse AFTER INSERT OR UPDATE OR DELETE ON \(name)
          FOR EACH STATEMENT EXECUTE FUNCTION \(schema).refuse()
          """
      )
    }
  }

  private func again() async throws {
    try await cluster.sql("SELECT setval('\(schema).refused', 1, false)")
  }

  private var refusals: Int {
    get async throws {
      Int(try await cluster.sql("SELECT last_value FROM \(schema).refused")) ?? 0
    }
  }

  @Test(arguments: [false, true])
  func `every change is tried again until it goes through, and is made once`(
    atCommit: Bool
  ) async throws {
    let vault = try fixture.open()
    let other = AccountID(provider: "spotify", name: "other")
    let first = try vault.write(.spotify, .sample("one"), replacing: nil)
    try await refuse(4, atCommit: atCommit)

    let second = try vault.write(.spotify, .sample("two"), replacing: first)
    #expect(second > first)
    #expect(try vault.read(.spotify)?.credential.accessToken.text == "two")
    #expect(try await refusals >= 5)

    try await again()
    var note = RefreshNote(id: .spotify)
    note.begin(with: Secret("r"), at: Timestamp(seconds: 1))
    try vault.setRefreshNote(.spotify, note)
    #expect(try vault.refreshNote(.spotify) == note)

    try await again()
    let lease = try #require(try LeaseRow(.spotify, in: vault))
    try await again()
    #expect(try lease.renew())
    #expect(try LeaseRow(.spotify, in: fixture.open()) == nil)
    // What is given back late would be in the way of the change of keys below.
    try await cluster.sql("DELETE FROM \(schema).authrun_lease")

    try await again()
    let stored = try #require(try vault.read(.spotify))
    try vault.rename(stored, to: other)
    #expect(try vault.read(.spotify) == nil)

    try await again()
    #expect(try vault.rekey(nil).records == 1)
    #expect(try await refusals >= 5)
    #expect(try vault.read(other)?.credential.accessToken.text == "two")
    #expect(try fixture.open().list().damagedCount == 0)

    try await again()
    #expect(try vault.delete(other))
    #expect(try !vault.delete(other))
    withExtendedLifetime(lease) {}
  }

  @Test
  func `a server that never stops refusing is told as one that may do so later`() async throws {
    let short = try VaultFixture(
      address: cluster.address(schema).replacing("connect_timeout=10", with: "connect_timeout=1")
    )
    let vault = try short.open()
    try await refuse(1_000_000, atCommit: false)
    let error = vaultError { try vault.ensureWritable() }
    #expect(error?.kind == .unreachable, "\(error.debugDescription)")
    #expect(error?.hint?.contains("nothing is lost") == true)
  }
}
