import Foundation
import TestSupport
import Testing

/// The shipped descriptors, unmodified, against servers that are not ours, at their real host names.
@Suite(.endToEnd)
struct RealPeersTests {
  @Test
  func `the peers are right: clients that are not ours log in to them`() async throws {
    let peer = try await PythonCheck.run("EndToEndTests/Peers/selfcheck.py")
    #expect(peer.status == 0, "\(peer)")
    #expect(peer.output.contains("ok requests are recorded"))
  }

  @Test
  func `twitter: three legs, signed calls, every digit of the id`() async throws {
    let rig = try await Rig()
    let printed = try Printed(try await rig.logIn("twitter"))
    #expect(printed.text("provider") == "twitter")
    #expect(printed.text("account") == "default")
    #expect(printed.isNull("expires_at"))
    let me = try await rig.authrun(
      "request",
      "twitter",
      "GET",
      "https://api.twitter.com/1.1/account/verify_credentials.json?skip_status=true&x=a%20b+c"
    )
    #expect(me.status == 0, "\(me)")
    #expect(me.output.contains("1234567890123456789"))

    let text = "Hello Ladies + Gentlemen, a signed OAuth request! ~*'() ü€🎱"
    let posted = try await rig.authrun(
      "request",
      "twitter",
      "POST",
      "https://api.twitter.com/1.1/statuses/update.json",
      "--form",
      "status=\(text)"
    )
    #expect(posted.status == 0, "\(posted)")
    #expect(try Printed(posted).text("text") == text)
  }

  @Test
  func `twitter: the login names the user with all digits`() async throws {
    let rig = try await Rig()
    let result = try await rig.logIn("twitter")
    #expect(result.output.contains("1234567890123456789"), "\(result)")
    #expect(result.output.contains("acme_tester"), "\(result)")
  }

  @Test
  func `twitter: the callback goes into the first request, the verifier into the last`()
    async throws
  {
    let rig = try await Rig()
    try await rig.logIn("twitter")
    let first = try #require(try await rig.requests("/oauth/request_token").first)
    let last = try #require(try await rig.requests("/oauth/access_token").first)
    let firstHeader = try #require(first.headers["authorization"])
    let lastHeader = try #require(last.headers["authorization"])
    #expect(firstHeader.hasPrefix("OAuth "))
    #expect(firstHeader.contains("oauth_callback=\"http%3A%2F%2F127.0.0.1%3A"))
    #expect(!firstHeader.contains("oauth_token="))
    #expect(lastHeader.contains("oauth_verifier=\""))
    #expect(!lastHeader.contains("oauth_callback="))
  }

  @Test
  func `twitter: a PIN typed at the prompt`() async throws {
    let rig = try await Rig()
    let login = try await rig.beginLogin(
      "twitter",
      ["--capture", "pin"],
      input: .terminal
    )
    let visit = try await rig.visit(login.url)
    login.running.send(line: " \(try #require(visit.pin)) ")
    let result = try await login.running.result()
    #expect(result.status == 0, "\(result)")
    let first = try #require(try await rig.requests("/oauth/request_token").first)
    #expect(first.headers["authorization"]?.contains("oauth_callback=\"oob\"") == true)
  }

  @Test
  func `twitter: the PIN where the registered callback's port is taken`() async throws {
    let taken = try await TakenPort(8910)
    defer { taken.release() }
    let rig = try await Rig()
    var command = try rig.command(["login", "twitter", "--browser", "none", "--timeout", "60"])
    command.input = .terminal
    let running = try command.start()
    let line = try await running.errorLine(containing: "https://api.twitter.com/oauth/auth")
    let visit = try await rig.visit(String(line.drop { $0 != "h" }.prefix { !$0.isWhitespace }))
    running.send(line: try #require(visit.pin))
    let result = try await running.result()
    #expect(result.status == 0, "\(result)")
    #expect(result.errors.contains("8910"))
  }

  @Test
  func `twitter: a name and a password instead of the browser, for keys that have it`()
    async throws
  {
    var settings = RigSettings()
    settings.twitter.xauthUsers = ["alice": "pass+word&"]
    let rig = try await Rig(settings)
    let secrets = ["PASSWORD": "pass+word&", "BROWSER": "/bin/false"]
    let options = ["--option", "username=alice", "--option", "password=env:PASSWORD"]
    let result = try await rig.command(
      ["login", "twitter", "--json"] + options,
      variables: secrets
    ).run()
    #expect(result.status == 0, "\(result)")
    #expect(try await rig.requests("/oauth/request_token").isEmpty)
    let exchange = try #require(try await rig.requests("/oauth/access_token").first)
    #expect(exchange.body.contains("x_auth_mode=client_auth"))
    let call = try await rig.authrun("request", "twitter", "/account/verify_credentials.json")
    #expect(call.status == 0, "\(call)")

    let refused = try await rig.command(
      ["login", "twitter", "--json"] + options,
      variables: ["PASSWORD": "wrong"]
    ).run()
    #expect(refused.status == 77, "\(refused)")
    #expect(refused.said.contains("Could not authenticate you."))
    #expect(!refused.said.contains("pass+word"))
  }

  @Test
  func `spotify: code, PKCE and exact redirect, then a call`() async throws {
    let rig = try await Rig()
    let login = try await rig.beginLogin("spotify")
    #expect(parameter("code_challenge_method", of: login.url) == "S256")
    #expect(parameter("state", of: login.url)?.isEmpty == false)
    let result = try await login.allow()
    #expect(result.status == 0, "\(result)")
    let printed = try Printed(result)
    #expect(printed.texts("scopes")?.contains("user-read-email") == true)
    #expect(printed.text("expires_at")?.hasSuffix("Z") == true)

    let exchange = try #require(try await rig.requests("/api/token").first)
    #expect(exchange.headers["authorization"]?.hasPrefix("Basic ") == true)
    #expect(
      exchange.headers["content-type"]?.hasPrefix("application/x-www-form-urlencoded") == true
    )
    #expect(exchange.body.contains("code_verifier="))
    #expect(!exchange.body.contains("client_secret"))

    let me = try await rig.authrun("request", "spotify", "/me")
    #expect(me.status == 0, "\(me)")
    #expect(try Printed(me).text("display_name") == "Tést Üser")
  }

  @Test
  func `acme: an app key gives a JWT, used by GET and POST`() async throws {
    let rig = try await Rig()
    let printed = try Printed(try await rig.logIn("acme"))
    #expect(printed.text("expires_at")?.hasSuffix("Z") == true)
    let login = try #require(try await rig.requests("/client/auth/init").first)
    #expect(Set(login.body.split(separator: "&")) == ["appKey=test-app-key", "userId=42"])

    let got = try await rig.authrun("request", "acme", "/things/7")
    #expect(got.status == 0, "\(got)")
    #expect(try Printed(got).text("user") == "42")
    let posted = try await rig.authrun(
      "request",
      "acme",
      "POST",
      "https://api.acme.example/things",
      "--json-body",
      #"{"a":1}"#
    )
    #expect(posted.status == 0, "\(posted)")
    #expect(try Printed(posted).text("body") == #"{"a":1}"#)
    #expect(try Printed(posted).text("content_type") == "application/json")
  }

  @Test(arguments: [200, 401, 422])
  func `acme: the back end's own error is told with its code`(status: Int) async throws {
    var settings = RigSettings()
    settings.acme.errorStatus = status
    let rig = try await Rig(settings)
    let result = try await rig.authrun(
      "login",
      "acme",
      "--json",
      variables: ["AUTHRUN_ACME_APP_KEY": "wrong"]
    )
    #expect(result.status == 77, "\(result)")
    let error = try Printed(result).object("error")
    #expect(error.text("message")?.contains("Unknown app key") == true)
    #expect(error.text("provider_error") == "E1001")
  }

  @Test
  func `acme: a number as the error's code keeps its digits`() async throws {
    let rig = try await Rig()
    var fault = Fault(.reply, at: "/client/auth/init")
    fault.status = 403
    fault.body = #"{"error":{"code":9007199254740993,"desc":["Locked","Call us"]}}"#
    try await rig.inject(fault)
    let result = try await rig.authrun("login", "acme", "--json")
    #expect(result.status == 77, "\(result)")
    let error = try Printed(result).object("error")
    #expect(error.text("message")?.contains("Locked") == true)
    #expect(error.text("provider_error") == "9007199254740993")
  }

  @Test
  func `the places can be given as flags, in curl's form`() async throws {
    let rig = try await Rig()
    var command = try rig.command([
      "login", "acme", "--json", "--connect-to", "api.acme.example:443:127.0.0.1:\(rig.port)",
      "--cacert", rig.authority, "--providers", PackageLayout.providers,
    ])
    for name in ["CONNECT_TO", "CACERT", "PROVIDERS"] {
      command.environment["AUTHRUN_" + name] = nil
    }
    let result = try await command.run()
    #expect(result.status == 0, "\(result)")
  }

  @Test
  func `acme: a token that is no JWT is an error`() async throws {
    let rig = try await Rig()
    var fault = Fault(.change, at: "/client/auth/init")
    fault.set = ["accessToken": "no-jwt-at-all"]
    try await rig.inject(fault)
    let result = try await rig.authrun("login", "acme", "--json")
    #expect(result.status == 76 || result.status == 65, "\(result)")
    #expect(!result.errors.contains("no-jwt-at-all"))
  }

  @Test
  func `a wrong certificate authority ends the login before anything is sent`() async throws {
    let rig = try await Rig()
    let result = try await rig.authrun(
      "login",
      "acme",
      "--json",
      variables: ["AUTHRUN_CACERT": "/etc/ssl/certs/ca-certificates.crt"]
    )
    #expect(result.status == 69, "\(result)")
    #expect(try await rig.requests().isEmpty)
  }
}

/// Runs a Python script of the tests to its end.
enum PythonCheck {
  static func run(_ script: String, _ arguments: [String] = []) async throws -> CommandResult {
    var command = Command(
      try PythonPeer.interpreter(),
      [PackageLayout.tests(script)] + arguments,
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"]
    )
    command.deadline = 120
    return try await command.run()
  }
}
