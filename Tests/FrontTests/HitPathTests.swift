import Foundation
import TestSupport
import Testing

@Suite
struct HitPathTests {
  @Test
  func `a stored valid token is printed alone`() async throws {
    let fixture = try await FrontFixture(core: false)
    try await fixture.probe("put", "spotify", "tok-1")
    let result = try await fixture.front(["token", "spotify"])
    #expect(result.status == 0)
    #expect(result.output == "tok-1\n")
    #expect(result.errors == "")
  }

  @Test
  func `the other forms are those of the design`() async throws {
    let fixture = try await FrontFixture(core: false)
    try await fixture.probe("put", "spotify", "it's")
    let json = try await fixture.front(["token", "spotify", "--json"])
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    )
    #expect(object.keys.sorted() == ["access_token", "expires_at", "scopes", "token_type"])
    #expect(object["access_token"] as? String == "it's")
    #expect(object["scopes"] as? [String] == ["a", "b"])
    let time = try #require(object["expires_at"] as? String)
    #expect(time.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#) != nil)
    let header = try await fixture.front(["token", "spotify", "--header"])
    #expect(header.output == "Authorization: Bearer it's\n")
    let shell = try await fixture.front(["token", "spotify", "--env"])
    #expect(shell.output.hasPrefix(#"export AUTHRUN_SPOTIFY_TOKEN='it'\''s'"# + "\n"))
  }

  @Test
  func `an OAuth 1 token adds its secret and has no header of its own`() async throws {
    let fixture = try await FrontFixture()
    try await fixture.probe("put-oauth1", "twitter", "t", "s")
    let json = try await fixture.front(["token", "twitter", "--json"])
    #expect(
      json.output
        == #"{"access_token":"t","token_type":"OAuth","expires_at":null,"scopes":[],"#
        + #""token_secret":"s"}"# + "\n"
    )
    #expect(try await fixture.front(["token", "twitter", "--header"]).status == 42)
  }

  @Test
  func `a token that ends too soon, a dead one and none are for the whole program`() async throws {
    let fixture = try await FrontFixture()
    try await fixture.probe("put", "short", "t", "25")
    try await fixture.probe("put", "hour", "t", "3600")
    try await fixture.probe("put", "dead", "t", "3600")
    try await fixture.probe("mark", "dead")
    for words in [
      ["short"], ["hour", "--min-ttl", "3700"], ["dead"], ["absent"], ["hour/other"],
      ["hour", "--vault", fixture.home.file("no/such.db")],
    ] {
      let result = try await fixture.front(["token"] + words)
      #expect(result.status == 42, "\(words)")
      #expect(
        result.output.hasPrefix("core [token]"),
        "nothing may be printed before the hand-over"
      )
    }
    #expect(try await fixture.front(["token", "hour", "--min-ttl", "3500"]).output == "t\n")
  }

  @Test
  func `a vault that others can read is for the whole program to refuse`() async throws {
    let fixture = try await FrontFixture()
    try await fixture.probe("put", "spotify", "t")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644],
      ofItemAtPath: fixture.home.file("data/authrun/vault.db")
    )
    #expect(try await fixture.front(["token", "spotify"]).status == 42)
  }

  @Test
  func `output that cannot be written is an error`() async throws {
    let fixture = try await FrontFixture(core: false)
    try await fixture.probe("put", "spotify", "t")
    let command = Command(
      "/bin/sh",
      ["-c", "\(fixture.home.file("bin/authrun")) token spotify > /dev/full"],
      environment: fixture.home.environment
    )
    let result = try await command.run()
    #expect(result.status == 70)
    #expect(result.errors.contains("cannot write"))
  }

  @Test
  func `the hit path loads no library, opens no socket, waits for no lock, starts nothing`()
    async throws
  {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/strace") else {
      try Test.cancel("strace is not installed")
    }
    let fixture = try await FrontFixture(core: false)
    try await fixture.probe("put", "spotify", "tok-1")
    let trace = fixture.home.file("trace")
    let result = try await Command(
      "/usr/bin/strace",
      ["-f", "-o", trace, fixture.home.file("bin/authrun"), "token", "spotify"],
      environment: fixture.home.environment
    ).run()
    #expect(result.output == "tok-1\n")
    let calls = try String(contentsOfFile: trace, encoding: .utf8)
    #expect(calls.contains("write(1, \"tok-1"))
    for banned in [
      ".so", "socket(", "connect(", "F_SETLKW", "F_OFD_SETLKW", "flock(", "clone", "fork",
      "nanosleep", "futex(", "poll(",
    ] {
      #expect(!calls.contains(banned), "\(banned)")
    }
    #expect(calls.matches(of: #/execve\(/#).count == 1)
  }
}
