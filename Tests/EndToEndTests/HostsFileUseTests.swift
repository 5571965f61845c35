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
