import Foundation
import TestSupport
import Testing

/// A header that `sign` printed serves another client, and is verified again.
@Suite(.endToEnd)
struct SignTests {
  private static let form = "application/x-www-form-urlencoded"
  private static let api = "https://api.twitter.com/1.1"

  /// The value of the Authorization field that a command printed alone on its line.
  private func header(_ result: CommandResult) throws -> String {
    try #require(result.status == 0, "\(result)")
    let line = result.output.dropLast()
    let start = "Authorization: "
    try #require(line.hasPrefix(start) && !line.contains("\n"), "\(result)")
    return String(line.dropFirst(start.count))
  }

  @Test
  func `the service takes what was signed, and signing sends nothing`() async throws {
    let rig = try await Rig()
    try await rig.logIn("twitter")
    try await rig.clear()
    let get = Self.api + "/account/verify_credentials.json?include_entities=true&q=a%20b"
    let signed = try header(try await rig.authrun("sign", "twitter", get))
    let text = "status=Caf%C3%A9+%26+more!"
    let post = Self.api + "/statuses/update.json"
    let update = try header(
      try await rig.authrun("sign", "twitter", "POST", post, "--form", "status=Café & more!")
    )
    #expect(try await rig.requests().isEmpty)
    let me = try await rig.send("GET", get, headers: ["Authorization": signed])
    #expect(me.status == 200, "\(me)")
    let sent = try await rig.send(
      "POST",
      post,
      headers: ["Authorization": update, "Content-Type": Self.form],
      body: text
    )
    #expect(sent.status == 200, "\(sent)")
    let other = try await rig.send(
      "POST",
      post,
      headers: ["Authorization": update, "Content-Type": Self.form],
      body: "status=other"
    )
    #expect(other.status == 401, "the server verifies: \(other)")
  }

  @Test
  func `--verify tells what holds and what does not`() async throws {
    let rig = try await Rig()
    try await rig.logIn("twitter")
    let url = Self.api + "/statuses/update.json"
    let signed = try header(
      try await rig.authrun("sign", "twitter", "POST", url, "-d", "status=a")
    )
    let field = "Authorization: \(signed)"
    let good = try await rig.authrun(
      "sign",
      "twitter",
      "POST",
      url,
      "-d",
      "status=a",
      "-H",
      field,
      "--verify",
      "--json"
    )
    #expect(good.status == 0, "\(good)")
    #expect(try Printed(good).text("signature_method") == "HMAC-SHA1")
    let bad = try await rig.authrun(
      "sign",
      "twitter",
      "POST",
      url,
      "-d",
      "status=b",
      "-H",
      field,
      "--verify",
      "--json",
      "--trace"
    )
    #expect(bad.status == 76, "\(bad)")
    #expect(try Printed(bad).object("error").text("code") == "signature_invalid")
    #expect(bad.errors.contains("      parameters  oauth_consumer_key%3D"), "\(bad)")
    let printed = try Printed(try await rig.authrun("token", "twitter", "--json"))
    for name in ["access_token", "token_secret"] {
      #expect(!bad.said.contains(try #require(printed.text(name))))
    }
    #expect(!bad.said.contains(Rig.consumerSecret))
  }

  @Test
  func `a bearer account gives its header`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    let signed = try header(try await rig.authrun("sign", "spotify", "/me"))
    #expect(signed == "Bearer \(try await rig.token("spotify"))")
    let json = try await rig.authrun("sign", "spotify", "/me", "--json")
    #expect(try Printed(json).text("url") == "https://api.spotify.com/v1/me")
  }

  @Test(arguments: ["twitter", "spotify"])
  func `another host gets nothing`(provider: String) async throws {
    let rig = try await Rig()
    try await rig.logIn(provider)
    let result = try await rig.authrun("sign", provider, "https://api.acme.example/x", "--json")
    #expect(result.status == 77, "\(result)")
    #expect(try Printed(result).object("error").text("code") == "host_not_allowed")
  }

  @Test
  func `without a login: exit 78`() async throws {
    let rig = try await Rig()
    #expect(try await rig.authrun("sign", "twitter", "/x").status == 78)
  }
}
