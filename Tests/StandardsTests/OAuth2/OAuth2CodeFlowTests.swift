import Crypto
import Standards
import Testing

@Suite
struct OAuth2CodeFlowTests {
  private static func configuration(
    pkce: PKCE.Use = .required
  ) throws -> OAuth2Configuration {
    OAuth2Configuration(
      client: OAuth2Client(id: "id", secret: Secret("client-secret")),
      authorization: AuthorizationRules(
        endpoint: try URI("https://as.example/authorize"),
        pkce: pkce
      ),
      tokenEndpoint: try URI("https://as.example/token")
    )
  }

  private static func flow(pkce: PKCE.Use = .required) throws -> OAuth2CodeFlow {
    try OAuth2CodeFlow(
      configuration: configuration(pkce: pkce),
      redirectURI: "http://127.0.0.1:7/cb",
      scopes: ["a"],
      random: SystemRandom(),
      hashing: OpenSSLHashing()
    )
  }

  private static func callback(_ flow: OAuth2CodeFlow, code: String = "c/1") -> Parameters {
    Parameters([("code", code), ("state", flow.state.text)])
  }

  @Test
  func `a login runs from the URL to the token`() throws {
    var flow = try Self.flow()
    let sent = try flow.authorizationURI.queryParameters()
    #expect(sent.first("state") == flow.state.text)
    #expect(flow.state.text.utf8.count == 43)
    #expect(flow.tokenRequest() == nil)
    #expect(flow.judge(Self.callback(flow)) == .accepted)
    let request = try #require(flow.tokenRequest())
    let body = try FormEncoding.decode(request.body)
    #expect(body.first("code") == "c/1")
    #expect(body.first("redirect_uri") == sent.first("redirect_uri"))
    let verifier = try #require(body.first("code_verifier"))
    let pkce = try PKCE(verifier: verifier, hashing: OpenSSLHashing())
    #expect(pkce.challenge == sent.first("code_challenge"))
    let response = HTTPResponse(
      status: 200,
      body: Array(#"{"access_token":"T","expires_in":60}"#.utf8)
    )
    let token = try flow.receiveToken(response, at: Timestamp(seconds: 5))
    #expect(token.expiresAt == Timestamp(seconds: 65))
  }

  @Test
  func `stray callbacks leave the login waiting and the right one still counts`() throws {
    var flow = try Self.flow()
    for stray in [
      Parameters([("code", "x")]), Parameters([("error", "access_denied")]),
      Parameters([("code", "x"), ("state", "guess")]),
    ] {
      guard case .rejected = flow.judge(stray) else {
        Issue.record("not rejected")
        return
      }
      #expect(flow.tokenRequest() == nil)
    }
    #expect(flow.judge(Self.callback(flow)) == .accepted)
  }

  @Test
  func `a second callback does not replace the first`() throws {
    var flow = try Self.flow()
    #expect(flow.judge(Self.callback(flow)) == .accepted)
    guard case .rejected = flow.judge(Self.callback(flow, code: "evil")) else {
      Issue.record("not rejected")
      return
    }
    #expect(flow.authorization?.code.text == "c/1")
  }

  @Test
  func `a provider that forbids PKCE gets none`() throws {
    var flow = try Self.flow(pkce: .forbidden)
    #expect(!flow.authorizationURI.text.contains("code_challenge"))
    #expect(flow.judge(Self.callback(flow)) == .accepted)
    let body = try FormEncoding.decode(try #require(flow.tokenRequest()).body)
    #expect(body.first("code_verifier") == nil)
  }

  @Test
  func `a login that was kept is taken up with the same values`() throws {
    let first = try Self.flow()
    var second = try OAuth2CodeFlow(
      configuration: Self.configuration(),
      redirectURI: first.redirectURI,
      scopes: first.scopes,
      state: first.state,
      pkce: first.pkce
    )
    #expect(second.authorizationURI == first.authorizationURI)
    #expect(second.judge(Self.callback(first)) == .accepted)
  }

  @Test
  func `nothing secret is in the trace or in an error`() throws {
    var flow = try Self.flow()
    #expect(flow.judge(Self.callback(flow, code: "secret-code")) == .accepted)
    let verifier = try #require(flow.pkce).verifier.text
    let failure = #expect(throws: ProtocolFailure.self) {
      try flow.receiveToken(
        HTTPResponse(status: 400, body: Array("no secret-code client-secret \(verifier)".utf8)),
        at: Timestamp(seconds: 1)
      )
    }
    let text = "\(String(describing: failure)) \(flow.derivations)"
    for secret in ["secret-code", "client-secret", verifier, flow.state.text] {
      #expect(!text.contains(secret))
    }
    #expect(flow.derivations.contains { $0.name == "code_challenge" && $0.value != nil })
  }
}
