import Foundation
import TestSupport
import Testing

/// The helpers of other tools, answered without the whole program.
@Suite
struct HitHelperTests {
  /// A command line with its input and what must come of it.
  struct Case: CustomTestStringConvertible, Sendable {
    let words: [String]
    var input = ""
    var variables: [String: String] = [:]
    let output: String
    var status: Int32 = 0

    var testDescription: String { words.joined(separator: " ") }
  }

  private static let git = "protocol=https\nhost=api.example\n\n"

  static let cases: [Case] = [
    Case(
      words: ["helper", "git", "acme", "get"],
      input: git,
      output: "username=oauth2\npassword=tok-1\npassword_expiry_utc=END\n"
    ),
    Case(
      words: ["helper", "git", "--user", "me", "get"],
      input: "protocol=https\nhost=listed.example\n\n",
      output: "username=me\npassword=tok-1\npassword_expiry_utc=END\n"
    ),
    Case(
      words: ["helper", "git", "acme", "get"],
      input: "protocol=https\nhost=git.example:8443\ncapability[]=authtype\nwwwauth[]=Bearer\n\n",
      output:
        "capability[]=authtype\nauthtype=Bearer\ncredential=tok-1\nephemeral=1\npassword_expiry_utc=END\n"
    ),
    Case(
      words: ["helper", "git", "acme", "get"],
      input: "protocol=ssh\nhost=api.example\n\n",
      output: ""
    ),
    Case(words: ["helper", "git", "acme", "store"], input: git, output: ""),
    Case(
      words: ["helper", "docker", "get"],
      input: "https://listed.example/v2/",
      output: #"{"ServerURL":"https://listed.example/v2/","Username":"robot","Secret":"tok-1"}"#
        + "\n"
    ),
    Case(
      words: ["helper", "docker", "acme", "get"],
      input: "api.example\n",
      output: #"{"ServerURL":"api.example","Username":"oauth2","Secret":"tok-1"}"# + "\n"
    ),
    Case(
      words: ["helper", "docker", "get"],
      input: "https://index.docker.io/v1/",
      output: "credentials not found in native keychain\n",
      status: 1
    ),
    Case(
      words: ["helper", "docker", "get"],
      input: "api.example",
      output: "credentials not found in native keychain\n",
      status: 1
    ),
    Case(words: ["helper", "docker", "get"], output: "no credentials server URL\n", status: 1),
    Case(
      words: ["helper", "docker", "list"],
      output: #"{"listed.example":"robot","dead.example":"oauth2"}"# + "\n"
    ),
    Case(
      words: ["helper", "kubectl", "acme"],
      output: #"{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":"#
        + #"{"expirationTimestamp":"TIME","token":"tok-1"}}"# + "\n"
    ),
    Case(
      words: ["helper", "aws", "acme"],
      output: #"{"Version":1,"AccessKeyId":"AKIA","SecretAccessKey":"key","SessionToken":"tok-1","#
        + #""Expiration":"TIME"}"# + "\n"
    ),
    Case(
      words: ["helper", "xoauth2", "acme"],
      output: Data("user=me@example.com\u{1}auth=Bearer tok-1\u{1}\u{1}".utf8).base64EncodedString()
        + "\n"
    ),
  ]

  private static let hosts = "listed.example acme robot\ndead.example dead\n"

  private func fixture(core: Bool) async throws -> FrontFixture {
    let fixture = try await FrontFixture(core: core)
    try await fixture.probe("put-for-tools", "acme", "tok-1")
    try fixture.home.write(Self.hosts, to: "config/authrun/hosts")
    return fixture
  }

  /// The output with the token's end named, which no test can foresee.
  private func plain(_ output: String) -> String {
    output.replacing(#/password_expiry_utc=\d{10}/#, with: "password_expiry_utc=END")
      .replacing(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#, with: "TIME")
  }

  @Test(arguments: cases)
  func `a valid token is handed out in the tool's protocol, with no library, lock or socket`(
    example: Case
  ) async throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/strace") else {
      try Test.cancel("strace is not installed")
    }
    let fixture = try await fixture(core: false)
    let trace = fixture.home.file("trace")
    var command = Command(
      "/usr/bin/strace",
      ["-f", "-o", trace, fixture.home.file("bin/authrun")] + example.words,
      environment: fixture.home.environment
    )
    command.input = .text(example.input)
    let result = try await command.run()
    #expect(plain(result.output) == example.output)
    #expect(result.status == example.status)
    #expect(result.errors == "")
    let calls = try String(contentsOfFile: trace, encoding: .utf8)
    for banned in [
      ".so", "socket(", "connect(", "F_SETLKW", "F_OFD_SETLKW", "flock(", "clone", "fork",
      "nanosleep",
      "futex(", "poll(",
    ] {
      #expect(!calls.contains(banned), "\(banned)")
    }
    #expect(calls.matches(of: #/execve\(/#).count == 1)
    // A tool that asks about a server of nobody's gets its answer without the vault being opened.
    if example.status == 1 { #expect(!calls.contains("vault.db")) }
  }

  @Test
  func `the names by which docker and git look for a helper are answered`() async throws {
    let fixture = try await fixture(core: false)
    for (name, input, mark) in [
      ("docker-credential-authrun", "listed.example", #""Secret":"tok-1""#),
      ("git-credential-authrun", "protocol=https\nhost=listed.example\n\n", "password=tok-1"),
    ] {
      let link = fixture.home.file("bin/\(name)")
      try FileManager.default.createSymbolicLink(
        atPath: link,
        withDestinationPath: fixture.home.file("bin/authrun")
      )
      var command = Command(link, ["get"], environment: fixture.home.environment)
      command.input = .text(input)
      #expect(try await command.run().output.contains(mark))
    }
  }

  @Test
  func `what the front cannot answer goes on with its input whole`() async throws {
    let fixture = try await FrontFixture(core: false)
    try await fixture.program("#!/bin/sh\nprintf '%s\\n' \"$*\"; cat\n", at: "bin/authrun-core")
    try await fixture.probe("put", "dead", "t", "5")
    try await fixture.probe("put-for-tools", "acme", "tok-1")
    try fixture.home.write(Self.hosts, to: "config/authrun/hosts")
    for (words, input) in [
      // Whether the token is withheld from the host, only the descriptor tells.
      (["helper", "git", "acme", "get"], "protocol=https\nhost=other.example\n\n"),
      (["helper", "docker", "acme", "get"], "other.example"),
      (["helper", "git", "dead", "get"], "protocol=https\nhost=dead.example\n\n"),
      (["helper", "git", "get"], "protocol=https\nhost=unlisted.example\n\n"),
      (["helper", "git", "dead", "get"], "protocol=https\nhost=a\rb\n\n"),
      (["helper", "git", "dead", "erase"], "protocol=https\nhost=dead.example\n\n"),
      (["helper", "docker", "get"], "dead.example"),
      (["helper", "docker", "store"], "{}"),
    ] {
      var command = Command(
        fixture.home.file("bin/authrun"),
        words,
        environment: fixture.home.environment
      )
      command.input = .text(input)
      let result = try await command.run()
      #expect(result.output == words.joined(separator: " ") + "\n" + input, "\(words)")
    }
  }

  @Test
  func `a list of hosts that others can write is for the whole program to refuse`() async throws {
    let fixture = try await fixture(core: true)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o622],
      ofItemAtPath: fixture.home.file("config/authrun/hosts")
    )
    #expect(try await fixture.front(["helper", "docker", "list"]).status == 42)
    try fixture.home.write("one\n", to: "config/authrun/hosts")
    #expect(try await fixture.front(["helper", "docker", "list"]).status == 42)
  }

  @Test
  func `everything unusual is for the whole program`() async throws {
    let fixture = try await fixture(core: true)
    for words in [
      ["helper"], ["helper", "git"], ["helper", "git", "acme", "x", "get"], ["helper", "kubectl"],
      ["helper", "aws", "acme", "acme"], ["helper", "docker", "erase"], ["helper", "git", "frob"],
      ["helper", "kubectl", "acme", "--field", "x"], ["helper", "aws", "acme", "--json"],
      ["helper", "curl", "acme"], ["helper", "netrc", "acme"], ["helper", "xoauth2", "--user="],
      ["token", "acme", "--user", "x"], ["exec", "acme", "--", "true"],
    ] {
      #expect(try await fixture.front(words).status == 42, "\(words)")
    }
    let unknown = ["KUBERNETES_EXEC_INFO": "{}"]
    #expect(
      try await fixture.front(["helper", "kubectl", "acme"], environment: unknown).status == 42
    )
  }
}
