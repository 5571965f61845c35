import Foundation
import Postgres
import Standards
import TestSupport
import Testing

@testable import Storage

/// Servers that stop, crash, and lose connections in the middle of use.
@Suite(.requiresPostgres)
struct PostgresFailureTests {
  @Test(arguments: ["INT", "QUIT"])
  func `a server that stops and comes back is found again`(signal: String) async throws {
    let cluster = try await PostgresCluster()
    let fixture = try VaultFixture(
      address: try await cluster.vault("s").replacing(
        "connect_timeout=10",
        with: "connect_timeout=2"
      )
    )
    let vault = try fixture.open()
    let version = try vault.write(.spotify, .sample("one"), replacing: nil)
    try await cluster.stop(signal)

    let error = vaultError { _ = try vault.read(.spotify) }
    #expect(error?.kind == .unreachable, "\(error.debugDescription)")
    #expect(error?.hint?.contains("nothing is lost") == true)

    // A record that was just received has no other copy: it waits for the server.
    let writing = Task.detached {
      try vault.write(.spotify, .sample("two"), replacing: version)
    }
    try await cluster.start()
    _ = try await writing.value
    #expect(try vault.read(.spotify)?.credential.accessToken.text == "two")
    #expect(try fixture.open().read(.spotify)?.credential.accessToken.text == "two")
    await cluster.remove()
  }

  @Test(arguments: [false, true])
  func `a connection that the server ends is made anew`(isTLS: Bool) async throws {
    let cluster = try await PostgresCluster.shared()
    let schema = "ended" + UUID().uuidString.prefix(8).lowercased()
    let socket = try await cluster.vault(schema)
    let secured =
      "postgres://authrun@db.test:\(cluster.port)/postgres?hostaddr=127.0.0.1"
      + "&sslrootcert=\(cluster.file("ca.pem"))&options=-csearch_path%3D\(schema)"
    let fixture = try VaultFixture(
      address: (isTLS ? secured : socket) + "&application_name=\(schema)"
    )
    let vault = try fixture.open()
    for number in 0..<3 {
      let version = try vault.write(.spotify, .sample("\(number)"), replacing: nil)
      try await cluster.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(schema)'"
      )
      #expect(try vault.read(.spotify)?.version == version)
    }
  }

  @Test
  func `after a failover the new primary is used, and nothing is lost`() async throws {
    let primary = try await PostgresCluster()
    _ = try await primary.vault("team")
    let standby = try await PostgresCluster(following: primary)
    let fixture = try VaultFixture(
      address: "postgres://authrun@/postgres?host=\(primary.directory),\(standby.directory)"
        + "&port=\(primary.port),\(standby.port)&options=-csearch_path%3Dteam"
    )
    let vault = try fixture.open()
    let version = try vault.write(.spotify, .sample("one"), replacing: nil)
    try await primary.stop("QUIT")
    // Nobody can be written to yet; the record waits for whoever will be.
    let writing = Task.detached {
      try vault.write(.spotify, .sample("two"), replacing: version)
    }
    try await standby.promote()
    let second = try await writing.value
    #expect(second > version)
    #expect(try vault.read(.spotify)?.credential.accessToken.text == "two")
    #expect(try fixture.open().read(.spotify)?.version == second)
    await primary.remove()
    await standby.remove()
  }

  @Test(arguments: [true, false])
  func `a write whose answer is lost is neither repeated nor given up`(
    isServed: Bool
  ) async throws {
    let cluster = try await PostgresCluster.shared()
    let schema = "lost" + UUID().uuidString.prefix(8).lowercased()
    let address = try await cluster.vault(schema)
    let proxy = try await PythonPeer(
      "StorageTests/Postgres/proxy.py",
      arguments: ["\(cluster.port)"]
    )
    let port = try await proxy.ask("port", as: Int.self)
    let fixture = try VaultFixture(
      address: "postgres://plain@localhost:\(port)/postgres?sslmode=disable"
        + "&connect_timeout=10&options=-csearch_path%3D\(schema)"
    )
    let direct = try VaultFixture(address: address)
    let vault = try fixture.open()
    let key = try #require(fixture.home.files().first { $0.key.hasSuffix(".key") })
    try direct.home.write(
      String(decoding: key.value, as: UTF8.self),
      to: direct.location.defaultKeyFile.replacing(direct.home.path + "/", with: "")
    )
    let first = try vault.write(.spotify, .sample("one"), replacing: nil)
    // The statement reaches the server, or does not, and the connection ends before any answer.
    _ = try await proxy.ask(
      "cut",
      ["at": "UPDATE authrun_credential", "served": isServed ? "yes" : "no"],
      as: Bool.self
    )
    let second = try vault.write(.spotify, .sample("two"), replacing: first)
    #expect(try await proxy.ask("cuts", as: Int.self) == 1)
    let stored = try #require(try direct.open().read(.spotify))
    #expect(stored.version == second)
    #expect(stored.credential.accessToken.text == "two")
    await proxy.stop()
  }
}
