import Foundation
import Postgres
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite(.requiresPostgres)
struct PostgresVaultTests {
  private static func schema() -> String {
    "t" + UUID().uuidString.replacing("-", with: "").lowercased()
  }

  @Test
  func `the database's owner reads neither tokens nor names`() async throws {
    let cluster = try await PostgresCluster.shared()
    let schema = Self.schema()
    let fixture = try VaultFixture(address: try await cluster.vault(schema))
    let id = AccountID(provider: "provider-in-clear", name: "account-in-clear")
    let vault = try fixture.open()
    try vault.write(id, .sample(), replacing: nil)
    var note = RefreshNote(id: id)
    note.begin(with: Secret("refresh-token-in-clear"), at: Timestamp(seconds: 1))
    try vault.setRefreshNote(id, note)
    let lease = try vault.attemptLease(id)
    var rows = 0
    for table in ["meta", "credential", "refresh", "lease"] {
      let text = try await cluster.sql(
        "SELECT convert_to(t::text, 'UTF8'), t::text FROM \(schema).authrun_\(table) AS t"
      )
      #expect(!text.contains("in-clear"))
      #expect(!text.contains(Hex.encode(Array("in-clear".utf8))))
      rows += text.split(separator: "\n").count
    }
    #expect(rows == 4)
    if let lease { lease.release() }
    #expect(try await cluster.sql("SELECT count(*) FROM \(schema).authrun_lease") == "0")
  }

  @Test
  func `the key lies in the user's configuration, and another machine needs a copy of it`()
    async throws
  {
    let cluster = try await PostgresCluster.shared()
    let address = try await cluster.vault(Self.schema())
    let first = try VaultFixture(address: address)
    try first.open().write(.spotify, .sample("shared"), replacing: nil)
    let second = try VaultFixture(address: address)
    let error = vaultError { _ = try second.open() }
    #expect(error?.kind == .keyMissing)
    let name = try #require(
      first.home.files().keys.first { $0.hasPrefix("config/authrun/postgres-") }
    )
    #expect(error?.message.contains(name) == true, "\(error.debugDescription)")
    let key = try #require(first.home.files()[name])
    try second.home.write(String(decoding: key, as: UTF8.self), to: name)
    #expect(try second.open().read(.spotify)?.credential.accessToken.text == "shared")
  }

  @Test
  func `a server is believed only with the right name and authority`() async throws {
    let cluster = try await PostgresCluster.shared()
    let schema = Self.schema()
    _ = try await cluster.vault(schema)
    let rest = "options=-csearch_path%3D\(schema)&connect_timeout=600"
    func address(_ host: String, _ authority: String) -> String {
      "postgres://authrun@\(host):\(cluster.port)/postgres?hostaddr=127.0.0.1&\(rest)"
        + "&sslrootcert=\(cluster.file(authority))"
    }
    let good = try VaultFixture(address: address("db.test", "ca.pem"))
    try good.open().write(.spotify, .sample(), replacing: nil)
    for (host, authority) in [("wrong.test", "ca.pem"), ("db.test", "other-ca.pem")] {
      let fixture = try VaultFixture(address: address(host, authority))
      let started = ContinuousClock.now
      let error = vaultError { _ = try fixture.open() }
      #expect(error?.kind == .denied, "\(host) \(authority): \(error.debugDescription)")
      #expect(error?.message.lowercased().contains("certificate") == true)
      #expect(ContinuousClock.now - started < .seconds(300), "what cannot pass is not tried again")
    }
    let plain = try VaultFixture(
      address:
        "postgres://authrun@db.test:\(cluster.port)/postgres?hostaddr=127.0.0.1&sslmode=disable"
    )
    #expect(vaultError { _ = try plain.open() }?.kind == .denied, "the server takes TLS only")
  }

  @Test
  func `a password is taken from the environment and never told`() async throws {
    let cluster = try await PostgresCluster.shared()
    let role = Self.schema()
    try await cluster.sql("CREATE ROLE \(role) LOGIN PASSWORD 'pass-in-clear'")
    try await cluster.sql("CREATE SCHEMA \(role) AUTHORIZATION \(role)")
    let url = "postgres://\(role)@localhost:\(cluster.port)/postgres?connect_timeout=600"
    func attempt(_ variable: String, _ password: String) throws -> VaultError? {
      let home = try TemporaryHome()
      var environment = home.environment
      environment[variable] = password
      let location = try VaultLocation(explicit: url, environment: environment)
      let server = PostgresServer(environment: environment)
      return vaultError { _ = try Vault.open(location, create: true, server: server) }
    }
    #expect(try attempt("AUTHRUN_VAULT_PASSWORD", "pass-in-clear") == nil)
    let wrong = try attempt("AUTHRUN_VAULT_PASSWORD", "other-in-clear")
    #expect(wrong?.kind == .denied)
    #expect(!String(reflecting: wrong).contains("in-clear"))
    #expect(wrong?.hint?.contains("AUTHRUN_VAULT_PASSWORD") == true)
  }

  @Test
  func `a lease expires by the server's clock, and its late holder learns it`() async throws {
    let cluster = try await PostgresCluster.shared()
    let schema = Self.schema()
    let fixture = try VaultFixture(address: try await cluster.vault(schema))
    let first = try #require(try LeaseRow(.spotify, in: fixture.open()))
    #expect(try LeaseRow(.spotify, in: fixture.open()) == nil)
    #expect(try first.renew())
    try await cluster.sql(
      "UPDATE \(schema).authrun_lease SET expires_at = now() - INTERVAL '1 second'"
    )
    let second = try LeaseRow(.spotify, in: fixture.open())
    #expect(second != nil)
    #expect(try !first.renew())
    withExtendedLifetime((first, second)) {}
  }

  @Test
  func `a lease that another had in between is lost, though it is free again`() async throws {
    let cluster = try await PostgresCluster.shared()
    let schema = Self.schema()
    let fixture = try VaultFixture(address: try await cluster.vault(schema))
    let late = try #require(try LeaseRow(.spotify, in: fixture.open()))
    try await cluster.sql(
      "UPDATE \(schema).authrun_lease SET expires_at = now() - INTERVAL '1 second'"
    )
    #expect(try late.renew(), "nobody else has had it")
    try await cluster.sql(
      "UPDATE \(schema).authrun_lease SET expires_at = now() - INTERVAL '1 second'"
    )
    _ = try #require(try LeaseRow(.spotify, in: fixture.open()))
    #expect(try await cluster.sql("SELECT count(*) FROM \(schema).authrun_lease") == "0")
    #expect(try !late.renew())
    #expect(try !late.cover(0), "what is known to be lost is asked for again")
    #expect(try await cluster.sql("SELECT count(*) FROM \(schema).authrun_lease") == "0")
  }

  @Test
  func `a newer schema is refused and left alone`() async throws {
    let cluster = try await PostgresCluster.shared()
    let schema = Self.schema()
    let fixture = try VaultFixture(address: try await cluster.vault(schema))
    _ = try fixture.open()
    try await cluster.sql("UPDATE \(schema).authrun_meta SET schema_version = 99")
    let error = vaultError { _ = try fixture.open() }
    #expect(error?.kind == .newerVersion)
    #expect(error?.message.contains("99") == true)
  }

  @Test
  func `a user who may not make tables is told`() async throws {
    let cluster = try await PostgresCluster.shared()
    let role = Self.schema()
    try await cluster.sql("CREATE ROLE \(role) LOGIN")
    let fixture = try VaultFixture(
      address: "postgres://\(role)@/postgres?host=\(cluster.directory)&port=\(cluster.port)"
    )
    #expect(vaultError { _ = try fixture.open() }?.kind == .denied)
  }

  @Test
  func `the lease lets one of many processes at a time read, change and write`() async throws {
    let cluster = try await PostgresCluster.shared()
    let probe = try Probe(variables: ["AUTHRUN_VAULT": try await cluster.vault(Self.schema())])
    try await probe.run("put", "spotify", "0")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { _ = try await probe.run("count", "spotify", "5") }
      }
      try await group.waitForAll()
    }
    #expect(try await probe.get("spotify") == "40 refresh-40")
  }

  @Test
  func `fifty processes that make the vault and write at once all succeed`() async throws {
    let cluster = try await PostgresCluster.shared()
    let address = try await cluster.vault(Self.schema())
    let probe = try Probe(variables: ["AUTHRUN_VAULT": address])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask { _ = try await probe.run("put", "p\(number)", "t\(number)") }
      }
      try await group.waitForAll()
    }
    let location = try VaultLocation(explicit: address, environment: probe.home.environment)
    let server = PostgresServer(environment: probe.home.environment)
    let listing = try Vault.open(location, create: false, server: server).list()
    #expect(listing.credentials.count == 50)
    #expect(listing.damagedCount == 0)
    #expect(Set(listing.credentials.map(\.version)).count == 50)
  }

  @Test
  func `the key is changed for all who have the vault open, but not in the middle of a refresh`()
    async throws
  {
    let cluster = try await PostgresCluster.shared()
    let fixture = try VaultFixture(address: try await cluster.vault(Self.schema()))
    let (first, second) = (try fixture.open(), try fixture.open())
    let version = try first.write(.spotify, .sample("one"), replacing: nil)
    var note = RefreshNote(id: .spotify)
    note.begin(with: Secret("r"), at: Timestamp(seconds: 1))
    try first.setRefreshNote(.spotify, note)
    if let lease = try second.attemptLease(.spotify) {
      #expect(vaultError { try first.rekey(nil) }?.kind == .locked)
      lease.release()
    }
    try first.rekey(nil)
    #expect(try second.read(.spotify)?.version == version)
    #expect(try second.refreshNote(.spotify) == note)
    try second.write(.spotify, .sample("two"), replacing: version)
    #expect(try first.read(.spotify)?.credential.accessToken.text == "two")
  }

  @Test(.requiresTracing)
  func `without the client library the error says what to install`() async throws {
    let probe = try Probe(variables: ["AUTHRUN_VAULT": "postgres:///x"])
    let plain = try probe.command(["get", "spotify"])
    let folders = ["/lib", "/usr/lib", "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu"]
    let result = try await Command(
      Tracing.program,
      folders.flatMap { ["-P", "\($0)/libpq.so.5"] } + [
        "-o", "/dev/null", "-e", "inject=openat:error=ENOENT", plain.executable,
      ] + plain.arguments,
      environment: plain.environment
    ).run()
    #expect(result.status == 1)
    #expect(result.output.contains("client library cannot be loaded"), "\(result)")
  }
}
