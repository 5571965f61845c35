import TestSupport
import Testing

/// The real peers refuse what was tampered with, and their own words reach the user.
@Suite(.endToEnd)
struct TamperingTests {
  /// 76 where the answer broke the protocol, 77 where the provider refused.
  private func expectRefusal(
    _ result: CommandResult,
    saying words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      result.status == 76 || result.status == 77,
      "\(result)",
      sourceLocation: sourceLocation
    )
    let error = try Printed(result, sourceLocation: sourceLocation).object("error")
    let told = (error.text("message") ?? "") + " " + (error.text("provider_error") ?? "")
    #expect(told.contains(words), "\(result)", sourceLocation: sourceLocation)
  }

  private func expectNoAccount(
    _ rig: Rig,
    sourceLocation: SourceLocation = #_sourceLocation
  )
    async throws
  {
    let accounts = try await rig.authrun("accounts", "--json")
    #expect(!accounts.output.contains("\"default\""), sourceLocation: sourceLocation)
  }

  @Test
  func `twitter: a wrong consumer secret`() async throws {
    let rig = try await Rig()
    let result = try await rig.authrun(
      "login",
      "twitter",
      "--json",
      "--browser",
      "none",
      variables: ["AUTHRUN_TWITTER_CONSUMER_SECRET": "wrong"]
    )
    try expectRefusal(result, saying: "invalid_signature")
    try await expectNoAccount(rig)
  }

  @Test
  func `twitter: an unknown consumer key`() async throws {
    let rig = try await Rig()
    let result = try await rig.authrun(
      "login",
      "twitter",
      "--json",
      "--browser",
      "none",
      variables: ["AUTHRUN_TWITTER_CONSUMER_KEY": "nobody"]
    )
    try expectRefusal(result, saying: "invalid_client")
  }

  @Test
  func `twitter: a changed verifier`() async throws {
    let rig = try await Rig()
    let login = try await rig.beginLogin("twitter")
    let callback = try await login.callback()
    _ = try await rig.fetch(replacing("oauth_verifier", of: callback, with: "changed"))
    try expectRefusal(try await login.running.result(), saying: "oauth_verifier")
    try await expectNoAccount(rig)
  }

  @Test
  func `twitter: the errors of its own JSON are told`() async throws {
    let rig = try await Rig()
    var fault = Fault(.reply, at: "/oauth/request_token")
    fault.status = 401
    fault.body = #"{"errors":[{"code":32,"message":"Could not authenticate you."}]}"#
    try await rig.inject(fault)
    let result = try await rig.authrun("login", "twitter", "--json", "--browser", "none")
    try expectRefusal(result, saying: "Could not authenticate you.")
  }

  @Test
  func `twitter: a callback that the provider does not confirm`() async throws {
    let rig = try await Rig()
    var fault = Fault(.change, at: "/oauth/request_token")
    fault.set = ["oauth_callback_confirmed": "false"]
    try await rig.inject(fault)
    let result = try await rig.authrun("login", "twitter", "--json", "--browser", "none")
    #expect(result.status == 76, "\(result)")
  }

  @Test
  func `spotify: a wrong client secret`() async throws {
    let rig = try await Rig()
    let login = try await rig.beginLogin(
      "spotify",
      variables: ["AUTHRUN_SPOTIFY_CLIENT_SECRET": "wrong"]
    )
    let result = try await login.allow()
    #expect(result.status == 77, "\(result)")
    try expectRefusal(result, saying: "invalid_client")
    try await expectNoAccount(rig)
  }

  @Test
  func `spotify: a replayed code`() async throws {
    let rig = try await Rig()
    let first = try await rig.beginLogin("spotify")
    let used = try await first.callback()
    _ = try await rig.fetch(used)
    #expect(try await first.running.result().status == 0)

    let second = try await rig.beginLogin("spotify")
    let fresh = try await second.callback()
    let code = try #require(parameter("code", of: used))
    _ = try await rig.fetch(replacing("code", of: fresh, with: code))
    try expectRefusal(try await second.running.result(), saying: "invalid_grant")
  }

  @Test
  func `spotify: a code that was issued for another redirect URI`() async throws {
    let rig = try await Rig()
    let login = try await rig.beginLogin("spotify")
    let redirect = try #require(parameter("redirect_uri", of: login.url))
    let elsewhere = replacing(
      "redirect_uri",
      of: login.url,
      with: "http%3A%2F%2F127.0.0.1%3A1%2Fcallback"
    )
    let visit = try await rig.visit(elsewhere, deliver: false)
    let misdirected = try #require(visit.callback)
    let query = try #require(misdirected.split(separator: "?").last)
    _ = try await rig.fetch("\(redirect)?\(query)")
    try expectRefusal(try await login.running.result(), saying: "redirect_uri")
  }

  @Test
  func `spotify: a code that was issued for another challenge`() async throws {
    let rig = try await Rig()
    let login = try await rig.beginLogin("spotify")
    let other = replacing(
      "code_challenge",
      of: login.url,
      with: String(repeating: "a", count: 43)
    )
    _ = try await rig.visit(other)
    try expectRefusal(try await login.running.result(), saying: "invalid_grant")
  }

  @Test
  func `spotify: an answer without an access token`() async throws {
    let rig = try await Rig()
    var fault = Fault(.change, at: "/api/token")
    fault.remove = ["access_token"]
    try await rig.inject(fault)
    let result = try await rig.beginLogin("spotify").allow()
    #expect(result.status == 76, "\(result)")
    try await expectNoAccount(rig)
  }

  @Test
  func `spotify: an answer that is no JSON`() async throws {
    let rig = try await Rig()
    var fault = Fault(.reply, at: "/api/token")
    fault.body = "<html>Welcome to the captive portal</html>"
    fault.headers = ["Content-Type": "text/html"]
    try await rig.inject(fault)
    #expect(try await rig.beginLogin("spotify").allow().status == 76)
  }

  @Test
  func `a token call that redirects is not followed`() async throws {
    let rig = try await Rig()
    var fault = Fault(.reply, at: "/api/token")
    fault.status = 307
    fault.headers = ["Location": "https://api.acme.example/steal"]
    try await rig.inject(fault)
    let result = try await rig.beginLogin("spotify").allow()
    #expect(result.status == 76 || result.status == 77, "\(result)")
    #expect(try await rig.requests("/steal").isEmpty)
  }

  @Test(arguments: ["twitter", "spotify"])
  func `the user's refusal ends the login`(provider: String) async throws {
    let rig = try await Rig()
    let login = try await rig.beginLogin(provider)
    let page = try #require(try await rig.visit(login.url, decision: "deny").delivered)
    let result = try await login.running.result()
    #expect(result.status == 77, "\(result)")
    #expect(try Printed(result).object("error").text("code") == "access_denied")
    #expect(page.status < 500)
    try await expectNoAccount(rig)
  }
}
