import Standards
import Testing

@Suite
struct AuthorizationRequestTests {
  private static func url(
    endpoint: String = "https://as.example/authorize",
    redirect: String = "http://127.0.0.1:7/cb",
    scopes: [String] = ["a", "b"],
    challenge: String? = "ch",
    withheld: [Secret] = [],
    _ change: (inout AuthorizationRules) -> Void = { _ in }
  ) throws -> String {
    var rules = AuthorizationRules(endpoint: try URI(endpoint))
    change(&rules)
    let request = AuthorizationRequest(
      clientID: "id",
      redirectURI: redirect,
      scopes: scopes,
      state: Secret("st"),
      challenge: challenge
    )
    return try request.url(rules, withheld: withheld).text
  }

  @Test
  func `parameters stand in their fixed order`() throws {
    #expect(
      try Self.url()
        == "https://as.example/authorize?response_type=code&client_id=id&redirect_uri=http%3A%2F%2F127.0.0.1%3A7%2Fcb&scope=a%20b&state=st&code_challenge=ch&code_challenge_method=S256"
    )
  }

  @Test
  func `an existing query and a fixed fragment stay`() throws {
    let text = try Self.url(
      endpoint: "https://as.example/authorize?x=%2b&y#wechat_redirect",
      scopes: [],
      challenge: nil
    )
    #expect(
      text
        == "https://as.example/authorize?x=%2b&y&response_type=code&client_id=id&redirect_uri=http%3A%2F%2F127.0.0.1%3A7%2Fcb&state=st#wechat_redirect"
    )
  }

  @Test
  func `an empty scope is left out`() throws {
    #expect(try !Self.url(scopes: []).contains("scope"))
  }

  @Test
  func `the separator is the provider's`() throws {
    let comma = try Self.url(scopes: ["user.info.basic", "user.info.stats"]) {
      $0.scopeSeparator = ","
    }
    #expect(comma.contains("&scope=user.info.basic%2Cuser.info.stats&"))
    let plus = try Self.url(scopes: ["a/1", "b"]) {
      $0.scopeSeparator = "+"
      $0.separatorIsEncoded = true
    }
    #expect(plus.contains("&scope=a%2F1+b&"))
  }

  @Test
  func `new names, dropped names and constants are the descriptor's`() throws {
    let text = try Self.url(challenge: nil) {
      $0.rules.rename = ["client_id": "client_key", "scope": "perms"]
      $0.rules.drop = ["response_type"]
      $0.rules.parameters = Parameters([("access_type", "offline"), ("client_id", "x")])
    }
    #expect(
      text
        == "https://as.example/authorize?client_key=x&redirect_uri=http%3A%2F%2F127.0.0.1%3A7%2Fcb&perms=a%20b&state=st&access_type=offline"
    )
  }

  @Test
  func `constants cannot take over what the login hangs on`() throws {
    let text = try Self.url {
      $0.rules.parameters = Parameters([
        ("state", "fixed"), ("redirect_uri", "https://evil"), ("code_challenge", "x"),
        ("code_challenge_method", "plain"),
      ])
    }
    #expect(text == (try Self.url()))
  }

  @Test(arguments: [
    "https://h/cb", "https://h/cb/", "http://127.0.0.1:7/CB?x=1&y=%20", "app.scheme:/cb",
  ])
  func `the redirect URI is sent byte for byte`(_ redirect: String) throws {
    let sent = try URI(try Self.url(redirect: redirect)).queryParameters()
    #expect(sent.first("redirect_uri") == redirect)
  }

  @Test(arguments: [("sec/ret/long", "x-sec/ret/long"), ("short", "short")])
  func `no secret reaches the URL`(_ secret: String, _ value: String) throws {
    let failure = #expect(throws: ProtocolFailure.self) {
      try Self.url(withheld: [Secret(""), Secret(secret)]) {
        $0.rules.parameters = Parameters([("token", value)])
      }
    }
    #expect(failure?.kind == .misconfigured)
    #expect(failure?.message.contains(secret) == false)
  }

  @Test(arguments: ["a", "st", "127", "http://127.0.0.1:7/cb"])
  func `a secret that the flow's own values hold by chance stops nothing`(_ secret: String) throws {
    #expect(try Self.url(withheld: [Secret(secret)]).contains("state=st"))
  }

  @Test
  func `parameters go into the fragment where the page is a script`() throws {
    let text = try Self.url(endpoint: "https://as.example/#/authorize", challenge: nil) {
      $0.parametersInFragment = true
    }
    #expect(text.hasPrefix("https://as.example/#/authorize?response_type=code&client_id=id&"))
  }

  @Test
  func `parameters are sorted where the provider wants it`() throws {
    let text = try Self.url(challenge: nil) { $0.sortsParameters = true }
    #expect(
      text.hasSuffix(
        "?client_id=id&redirect_uri=http%3A%2F%2F127.0.0.1%3A7%2Fcb&response_type=code&scope=a%20b&state=st"
      )
    )
  }
}
