import Foundation
import TestSupport
import Testing

/// A vault on PostgreSQL that several machines use, each of them a network namespace of its own.
@Suite(.endToEnd, .requiresPostgres)
struct SharedVaultTests {
  @Test
  func `a login, a use, a refresh and a logout work as with a file`() async throws {
    let cluster = try await PostgresCluster.shared()
    let rig = try await Rig(.rotating)
    let vault = ["AUTHRUN_VAULT": try await cluster.vault("shared_\(rig.port)")]
    let login = try await rig.beginLogin("spotify", variables: vault).allow()
    #expect(login.status == 0, "\(login)")
    let first = try await rig.authrun("token", "spotify", variables: vault)
    #expect(first.status == 0, "\(first)")
    let second = try await rig.authrun("token", "spotify", "--force-refresh", variables: vault)
    #expect(second.status == 0 && second.output != first.output, "\(second)")
    #expect(try await rig.authrun("request", "spotify", "/me", variables: vault).status == 0)
    let accounts = try await rig.authrun("accounts", variables: vault)
    #expect(accounts.output.contains("spotify"), "\(accounts)")
    #expect(try await rig.authrun("logout", "spotify", "--local", variables: vault).status == 0)
    #expect(try await rig.authrun("token", "spotify", variables: vault).status == 78)
    #expect(!rig.home.files().keys.contains { $0.hasSuffix("vault.db") })
  }

  @Test
  func `the password of the vault's server is not for the command that gets the tokens`()
    async throws
  {
    let cluster = try await PostgresCluster.shared()
    let rig = try await Rig()
    let server = ["AUTHRUN_VAULT": try await cluster.vault("exec_\(rig.port)")]
    let login = try await rig.beginLogin("spotify", variables: server).allow()
    #expect(login.status == 0, "\(login)")
    let variables = server.merging(["PGPASSWORD": "not-for-others"]) { $1 }
    let result = try await rig.authrun("exec", "spotify", "--", "env", variables: variables)
    #expect(result.status == 0 && result.output.contains("AUTHRUN_SPOTIFY_TOKEN="), "\(result)")
    #expect(!result.output.contains("not-for-others"), "\(result)")
    let given = variables.merging(["AUTHRUN_VAULT_PASSWORD": "the-vaults-own"]) { $1 }
    let other = try await rig.authrun("exec", "spotify", "--", "env", variables: given)
    #expect(other.output.contains("PGPASSWORD=not-for-others"), "\(other)")
    #expect(!other.output.contains("the-vaults-own"), "\(other)")
  }

  @Test
  func `a server that is down is told as such and loses nothing`() async throws {
    let cluster = try await PostgresCluster()
    let rig = try await Rig(.rotating)
    let address = try await cluster.vault("down")
      .replacing("connect_timeout=10", with: "connect_timeout=1")
    let vault = ["AUTHRUN_VAULT": address]
    let login = try await rig.beginLogin("spotify", variables: vault).allow()
    #expect(login.status == 0, "\(login)")
    try await cluster.stop()
    let before = try await rig.requests("/api/token").count
    for arguments in [["token", "spotify"], ["token", "spotify", "--force-refresh", "--json"]] {
      let result = try await rig.command(arguments, variables: vault).run()
      #expect(result.status == 73, "\(result)")
      #expect(result.said.contains("nothing is lost"), "\(result)")
    }
    #expect(try await rig.requests("/api/token").count == before, "no token is asked for in vain")
    try await cluster.start()
    #expect(try await rig.authrun("token", "spotify", variables: vault).status == 0)

    // The server goes away while the provider answers: the rotated token waits for it.
    var fault = Fault(.delay, at: "/api/token")
    fault.seconds = 2
    try await rig.inject(fault)
    try await rig.clearRequests()
    let refreshing = try rig.command(["token", "spotify", "--force-refresh"], variables: vault)
      .start()
    try await rig.awaitRequest("/api/token")
    try await cluster.stop("QUIT")
    try await Task.sleep(for: .seconds(4))
    try await cluster.start()
    let result = try await refreshing.result()
    #expect(result.status == 0, "\(result)")
    let again = try await rig.authrun("token", "spotify", "--force-refresh", variables: vault)
    #expect(again.status == 0, "the rotated refresh token is there: \(again)")
    await cluster.remove()
  }

  @Test(.requiresNamespaces)
  func `of fifty processes on two machines one refreshes and all get the new token`() async throws {
    let network = try await Namespaces()
    let cluster = try await PostgresCluster(listenAddresses: "*")
    var settings = RigSettings.rotating
    settings.listen = "0.0.0.0"
    let rig = try await Rig(settings)
    _ = try await cluster.vault("machines")
    func variables(_ address: String, _ home: TemporaryHome) -> [String: String] {
      var variables = home.environment
      variables["AUTHRUN_VAULT"] =
        "postgres://authrun@db.test:\(cluster.port)/postgres?hostaddr=\(address)"
        + "&sslrootcert=\(cluster.file("ca.pem"))&connect_timeout=60"
        + "&options=-csearch_path%3Dmachines"
      return variables
    }
    let homes = try [TemporaryHome(), TemporaryHome()]
    try await rig.logInExpired("spotify", variables: variables("127.0.0.1", homes[0]))
    // The key travels by hand; the address of the server is one for both, so that the name of the file is.
    let key = try #require(homes[0].files().first { $0.key.hasSuffix(".key") })
    try homes[1].write(String(decoding: key.value, as: UTF8.self), to: key.key)
    try await rig.clear()
    let results = try await withThrowingTaskGroup(of: CommandResult.self) { group in
      for number in 0..<50 {
        let machine = network.machines[number % 2]
        let inner = try rig.command(
          ["token", "spotify"],
          host: machine.gateway,
          variables: variables(machine.gateway, homes[number % 2])
        )
        var command = Command(
          "/usr/bin/env",
          ["ip", "netns", "exec", machine.name, inner.executable] + inner.arguments,
          environment: inner.environment.merging(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { $1 }
        )
        command.deadline = 300
        group.addTask { [command] in try await command.run() }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let refreshes = try await rig.requests("/api/token")
    #expect(refreshes.count == 1)
    for result in results where result.status != 0 {
      Issue.record("\(result)")
    }
    #expect(Set(results.map(\.output)).count == 1)
    await network.remove()
    await cluster.remove()
  }
}
