import Foundation
import TestSupport
import Testing

/// The user's list of hosts as the helpers read it.
@Suite(.endToEnd)
struct HostsFileUseTests {
  @Test
  func `a bad line costs itself alone, and is said once`() async throws {
    let rig = try await APIRig()
    try rig.home.write("ghcr.io\nquay.io api\n", to: "config/authrun/hosts")
    let token = try await rig.authrun("token", "api").output.trimmingCharacters(in: .newlines)
    for (words, input) in [
      (["docker", "get"], "quay.io"), (["git", "get"], "protocol=https\nhost=quay.io\n\n"),
      (["netrc", "api", "--host", "quay.io"], ""),
    ] {
      let result = try await rig.command(["helper"] + words, input: .text(input)).run()
      #expect(result.status == 0 && result.output.contains(token), "\(words) \(result)")
      let said = result.errors.split(separator: "\n")
      #expect(said.count == 1, "\(result)")
      #expect(
        said.first?.contains("hosts:1: a line is HOST ACCOUNT [USER]; the line counts") == true
      )
    }
    let other = try await rig.command(["helper", "docker", "get"], input: .text("ghcr.io")).run()
    #expect(other.output.contains("credentials not found"), "\(other)")
  }

  @Test
  func `a host from which the token is withheld is told with its reason`() async throws {
    let rig = try await APIRig()
    let file = rig.home.file("config/authrun/providers/api.lua")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("api = 1,", with: "api = 1, hosts = { \"git.example\" },")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let git = "protocol=https\nhost=git.example\n\n"
    let asked: [(words: [String], input: String, status: Int32)] = [
      (["netrc", "api", "--host", "git.example"], "", 77), (["git", "api", "get"], git, 0),
      (["git", "get"], git, 0), (["docker", "api", "get"], "git.example", 1),
    ]
    for (words, input, status) in asked {
      let result = try await rig.command(["helper"] + words, input: .text(input)).run()
      #expect(result.status == status, "\(words) \(result)")
      #expect(result.errors.contains("withheld") && result.errors.contains("authrun trust api"))
      #expect(!result.errors.contains("file hosts"), "\(result)")
    }
    let doctor = try await rig.authrun("doctor", "api", "--offline")
    #expect(doctor.status == 77, "\(doctor)")
    #expect(doctor.output.contains("is withheld: the descriptor has come to reach git.example"))
    #expect(try await rig.authrun("trust", "api").status == 0)
    #expect(try await rig.authrun("doctor", "api", "--offline").status == 0)
    let served = try await rig.command(["helper", "git", "api", "get"], input: .text(git)).run()
    #expect(served.output.contains("password=") && served.errors.isEmpty, "\(served)")
    let stranger = try await rig.command(
      ["helper", "git", "api", "get"],
      input: .text("protocol=https\nhost=other.example\n\n")
    ).run()
    #expect(stranger.output + stranger.errors == "", "\(stranger)")
  }

  @Test(arguments: [
    ("function(ctx, c) return { ok = true, text = 'all green' } end", 0, "all green"),
    ("function(ctx, c) return 'the plan has ended' end", 77, "the plan has ended"),
    ("function(ctx, c) error('oops') end", 65, "oops"),
  ])
  func `a doctor asks the descriptor how an account is`(
    health: String,
    status: Int32,
    said: String
  ) async throws {
    let rig = try await APIRig()
    let file = rig.home.file("config/authrun/providers/api.lua")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("api = 1,", with: "api = 1, health = \(health),")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let doctor = try await rig.authrun("doctor", "api")
    #expect(doctor.status == status && doctor.output.contains(said), "\(doctor)")
    #expect(doctor.output.contains("health default"), "\(doctor)")
    let offline = try await rig.authrun("doctor", "api", "--offline")
    #expect(offline.status == 0 && !offline.output.contains("health"), "\(offline)")
  }

  @Test
  func `a host may be given to the account that stands in, by either name`() async throws {
    let rig = try await APIRig()
    _ = try await rig.authrun("accounts", "rename", "api", "work")
    _ = try await rig.authrun("accounts", "default", "api/work")
    for (line, account) in [("api", "api/work"), ("api/work", "api"), ("api", "api")] {
      try rig.home.write("quay.io \(line)\n", to: "config/authrun/hosts")
      let netrc = try await rig.authrun("helper", "netrc", account, "--host", "quay.io")
      let isGiven = netrc.status == 0
      #expect(isGiven == (line == "api/work" || account == "api"), "\(line) \(account) \(netrc)")
      let words = ["helper", "docker", account, "get"]
      let docker = try await rig.command(words, input: .text("quay.io")).run()
      #expect((docker.status == 0) == isGiven, "\(line) \(account) \(docker)")
    }
    let stranger = try await rig.authrun("helper", "netrc", "api", "--host", "ghcr.io")
    #expect(stranger.status == 77 && stranger.errors.contains("“ghcr.io api/work”"), "\(stranger)")
  }
}
