import TestSupport
import Testing

/// The commands that need no provider.
@Suite(.endToEnd)
struct CommandLineTests {
  @Test
  func `help and version answer on standard output`() async throws {
    let rig = try await Rig()
    for name in ["help", "version"] {
      let result = try await rig.authrun(name)
      #expect(result.status == 0, "\(result)")
      #expect(!result.output.isEmpty)
    }
    let help = try await rig.authrun("help")
    for verb in ["login", "token", "request", "refresh", "accounts", "logout", "providers", "show"]
    {
      #expect(help.output.contains(verb), "\(verb)")
    }
  }

  @Test(arguments: ["twitter", "spotify", "acme"])
  func `the shipped descriptors pass their check and can be shown`(id: String) async throws {
    let rig = try await Rig()
    let check = try await rig.authrun("check", PackageLayout.providers + "/\(id).lua")
    #expect(check.status == 0, "\(check)")
    let show = try await rig.authrun("show", id)
    #expect(show.status == 0, "\(show)")
    #expect(show.output.contains(id == "acme" ? "app_key" : "https://"))
  }

  @Test
  func `the three shipped providers can be rehearsed with no network and no trace`() async throws {
    let rig = try await Rig()
    var command = try rig.command(["rehearse", "twitter", "spotify", "acme"])
    command.deadline = 100
    command.environment = rig.home.environment
    command.environment["AUTHRUN_PROVIDERS"] = PackageLayout.providers
    let result = try await command.run()
    #expect(result.status == 0, "\(result)")
    for id in ["twitter", "spotify", "acme"] {
      #expect((result.output + result.errors).contains(id))
    }
    #expect(try await rig.requests().isEmpty)
    #expect(!rig.home.files().keys.contains { $0.hasSuffix("vault.db") })
  }

  @Test
  func `an unknown command or provider says so`() async throws {
    let rig = try await Rig()
    let unknown = try await rig.authrun("spotfy", "--json")
    #expect(unknown.status == 67, "\(unknown)")
    #expect(unknown.said.contains("spotify"), "a near name is suggested: \(unknown)")
  }

  @Test(arguments: ["full", "closed"])
  func `output that cannot be written is an error`(kind: String) async throws {
    let rig = try await Rig()
    try await rig.logIn("acme")
    let inner = try rig.command(["token", "acme"])
    let redirection = kind == "full" ? ">/dev/full" : ">&-"
    var command = Command(
      "/bin/sh",
      ["-c", "\"$@\" \(redirection)", "sh", inner.executable] + inner.arguments,
      environment: inner.environment
    )
    command.deadline = 30
    let result = try await command.run()
    #expect(result.status != 0, "\(result)")
  }
}
