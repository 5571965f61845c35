import Crypto
import Standards
import Testing

@Suite
struct OAuth1FlowTests {
  private static func flow(
    callback: String = "http://127.0.0.1:7/cb",
    temporary: Bool = true,
    _ change: (inout OAuth1Configuration) -> Void = { _ in }
  ) throws -> OAuth1AuthorizationFlow {
    var configuration = OAuth1Configuration(
      requestToken: .init(url: try URI("https://api.example/request_token")),
      authorize: .init(url: try URI("https://api.example/authorize?lang=en")),
      accessToken: .init(url: try URI("https://api.example/access_token"))
    )
    change(&configuration)
    return OAuth1AuthorizationFlow(
      client: OAuth1TestValues.client(),
      configuration: configuration,
      callback: callback,
      temporary: temporary
        ? OAuth1Token(token: Secret("tmp"), secret: Secret("tmps")) : nil,
      hashing: OpenSSLHashing()
    )
  }

  private static func parameters(_ query: String) throws -> Parameters {
    try FormEncoding.decode(query)
  }

  // MARK: Temporary credentials

  @Test
  func `the first request carries the callback and no token`() throws {
    let signed = try Self.flow(temporary: false).temporaryCredentialRequest(
      timestamp: OAuth1TestValues.now,
      nonce: "n"
    )
    #expect(signed.request.method == "POST")
    #expect(signed.request.url.text == "https://api.example/request_token")
    #expect(signed.request.body.isEmpty)
    let header = try OAuth1AuthorizationHeader.parse(try #require(signed.authorization))
    #expect(header.parameters.first("oauth_callback") == "http://127.0.0.1:7/cb")
    #expect(header.parameters.first("oauth_token") == nil)
  }

  @Test
  func `O-23 the PIN login says oob`() throws {
    let flow = try Self.flow(callback: OAuth1AuthorizationFlow.outOfBand, temporary: false)
    let signed = try flow.temporaryCredentialRequest(timestamp: OAuth1TestValues.now, nonce: "n")
    #expect(
      signed.baseString.text
        == "POST&https%3A%2F%2Fapi.example%2Frequest_token&oauth_callback%3Doob%26oauth_consumer_key%3Dck%26oauth_nonce%3Dn%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1"
    )
  }

  @Test
  func `constants of the descriptor are signed with the form`() throws {
    let flow = try Self.flow(temporary: false) {
      $0.requestToken?.rules.parameters.append("scope", "a b")
    }
    let signed = try flow.temporaryCredentialRequest(timestamp: OAuth1TestValues.now, nonce: "n")
    #expect(signed.request.body == Array("scope=a+b".utf8))
    #expect(signed.baseString.parameters.hasSuffix("&scope=a%20b"))
  }

  @Test
  func `a GET step carries its constants in the query`() throws {
    let flow = try Self.flow(temporary: false) {
      $0.requestToken?.rules.method = "GET"
      $0.requestToken?.rules.parameters.append("scope", "a b")
      $0.sendsCallbackAsParameter = true
    }
    let signed = try flow.temporaryCredentialRequest(timestamp: OAuth1TestValues.now, nonce: "n")
    #expect(
      signed.request.url.query == "oauth_callback=http%3A%2F%2F127.0.0.1%3A7%2Fcb&scope=a%20b"
    )
    #expect(signed.authorization?.contains("oauth_callback") == false)
    #expect(signed.baseString.parameters.contains("oauth_callback="))
  }

  @Test(arguments: [
    "oauth_token=t%3D2&oauth_token_secret=s%2B1&oauth_callback_confirmed=true",
    "oauth_callback_confirmed=true&uid=7&oauth_token_secret=s%2B1&oauth_token=t%3D2\n",
    "oauth_token_secret=s%2B1&oauth_callback_confirmed=true&oauth_token=t%3D2\r\n",
    #"{"oauth_token":"t=2","oauth_token_secret":"s+1","oauth_callback_confirmed":true}"#,
    #" {"oauth_token":"t=2","oauth_token_secret":"s+1","oauth_callback_confirmed":"true","x":[1]}"#,
  ])
  func `O-33 credentials are read in any order, as form or JSON, whatever the type`(
    _ body: String
  ) throws {
    var flow = try Self.flow(temporary: false)
    try flow.receiveTemporaryCredentials(OAuth1TestValues.response(body))
    #expect(flow.temporary?.token.text == "t=2")
    #expect(flow.temporary?.secret.text == "s+1")
    #expect(
      flow.authorizationURI?.text == "https://api.example/authorize?lang=en&oauth_token=t%3D2"
    )
  }

  @Test(arguments: [
    "oauth_token=a&oauth_token_secret=b",
    "oauth_token=a&oauth_token_secret=b&oauth_callback_confirmed=false",
    "oauth_token=a&oauth_token_secret=b&oauth_callback_confirmed=true&oauth_callback_confirmed=true",
  ])
  func `an unconfirmed callback is refused unless the switch allows it`(_ body: String) throws {
    var strict = try Self.flow(temporary: false)
    #expect(throws: ProtocolFailure.self) {
      try strict.receiveTemporaryCredentials(OAuth1TestValues.form(body))
    }
    var loose = try Self.flow(temporary: false) { $0.requiresCallbackConfirmed = false }
    try loose.receiveTemporaryCredentials(OAuth1TestValues.form(body))
    #expect(loose.temporary?.token.text == "a")
  }

  @Test(arguments: [
    "", "<html>oauth_token=a&oauth_token_secret=b</html>", "oauth_token=a", "oauth_token_secret=b",
    "oauth_token=a&oauth_token=b&oauth_token_secret=c&oauth_callback_confirmed=true",
    "oauth_token=&oauth_token_secret=c&oauth_callback_confirmed=true", "{\"oauth_token\":",
  ])
  func `anything without one token and one secret is no answer`(_ body: String) throws {
    var flow = try Self.flow(temporary: false)
    #expect {
      try flow.receiveTemporaryCredentials(OAuth1TestValues.form(body))
    } throws: { error in
      (error as? ProtocolFailure)?.kind == .protocolViolation
    }
  }

  @Test(
    arguments: [
      (
        401, "oauth_problem=consumer_key_unknown", "consumer_key_unknown",
        ProtocolFailure.Kind.invalidClient
      ),
      (401, "oauth_problem=user_refused", "user_refused", .accessDenied),
      (
        400, "oauth_problem=timestamp_refused&oauth_acceptable_timestamps=1-2", "timestamp_refused",
        .providerRefused
      ),
      (
        401, #"{"errors":[{"code":32,"message":"Could not authenticate you."}]}"#, "32",
        .invalidClient
      ),
      (
        403, #"{"errors":[{"code":415,"message":"Callback URL not approved"}]}"#, "415",
        .providerRefused
      ),
      (
        401, "error=invalid_signature&error_description=Invalid+signature", "invalid_signature",
        .invalidClient
      ),
      (401, "Failed to validate oauth signature and token", nil, .invalidClient),
      (403, "", nil, .providerRefused),
      (200, "oauth_problem=parameter_absent", "parameter_absent", .providerRefused),
      (302, "", nil, .protocolViolation),
      (429, "slow", nil, .serviceUnavailable),
      (503, "<html>", nil, .serviceUnavailable),
    ] as [(Int, String, String?, ProtocolFailure.Kind)]
  )
  func `refusals keep the provider's code and say what kind they are`(
    _ status: Int,
    _ body: String,
    _ code: String?,
    _ kind: ProtocolFailure.Kind
  ) throws {
    var flow = try Self.flow(temporary: false)
    let failure = #expect(throws: ProtocolFailure.self) {
      try flow.receiveTemporaryCredentials(OAuth1TestValues.response(body, status: status))
    }
    #expect(failure?.kind == kind)
    #expect(failure?.providerError == code)
    #expect(failure?.retryable == (kind == .serviceUnavailable))
    #expect(flow.temporary == nil)
  }

  @Test
  func `the reason may stand in the challenge`() throws {
    var flow = try Self.flow(temporary: false)
    let response = OAuth1TestValues.response(
      "",
      status: 401,
      headers: [
        HTTPField("WWW-Authenticate", "Basic realm=\"x\""),
        HTTPField(
          "WWW-Authenticate",
          #"OAuth realm="r", oauth_problem="signature_invalid", oauth_problem_advice="look%20again""#
        ),
      ]
    )
    let failure = #expect(throws: ProtocolFailure.self) {
      try flow.receiveTemporaryCredentials(response)
    }
    #expect(failure?.providerError == "signature_invalid")
    #expect(failure?.providerDescription == "look again")
    #expect(failure?.kind == .invalidClient)
  }

  @Test
  func `plain text is cut short and our secret never comes back`() throws {
    var flow = try Self.flow(temporary: false)
    flow = OAuth1AuthorizationFlow(
      client: OAuth1TestValues.client(secret: "consumer-secret"),
      configuration: flow.configuration,
      callback: "oob",
      hashing: OpenSSLHashing()
    )
    let text = "bad consumer-secret\u{1B}[31m " + String(repeating: "x", count: 5000)
    let failure = #expect(throws: ProtocolFailure.self) {
      try flow.receiveTemporaryCredentials(OAuth1TestValues.response(text, status: 400))
    }
    let description = try #require(failure?.providerDescription)
    #expect(description.count <= ProviderText.limit + 1)
    #expect(!description.contains("consumer-secret"))
    #expect(!description.unicodeScalars.contains { $0.value < 0x20 })
  }

  // MARK: Callback

  @Test
  func `O-24 the right token with a verifier is accepted and traded`() throws {
    var flow = try Self.flow()
    let verdict = flow.judge(try Self.parameters("oauth_token=tmp&oauth_verifier=v%2F1&x=1"))
    #expect(verdict == .accepted)
    let signed = try flow.tokenRequest(timestamp: OAuth1TestValues.now, nonce: "n")
    let header = try OAuth1AuthorizationHeader.parse(try #require(signed.authorization))
    #expect(header.parameters.first("oauth_verifier") == "v/1")
    #expect(header.parameters.first("oauth_token") == "tmp")
    #expect(header.parameters.first("oauth_callback") == nil)
    let signer = OAuth1Signer(
      client: OAuth1TestValues.client(),
      token: OAuth1Token(token: Secret("tmp"), secret: Secret("tmps")),
      hashing: OpenSSLHashing()
    )
    #expect(try signer.signature(over: signed.baseString.text) == signed.signature)
  }

  @Test(arguments: [
    "", "oauth_verifier=v", "oauth_token=other&oauth_verifier=v",
    "oauth_token=tmp2&oauth_verifier=v",
    "oauth_token=tmp&oauth_token=tmp&oauth_verifier=v",
    "oauth_token=tmp&oauth_token=evil&oauth_verifier=v",
    "oauth_token=tmp&oauth_verifier=v&oauth_verifier=w", "denied=other",
    "oauth_token=tmp", "oauth_token=tmp&oauth_verifier=",
    "oauth_problem=user_refused",
  ])
  func `callbacks of other logins are rejected and the wait goes on`(_ query: String) throws {
    var flow = try Self.flow()
    guard case .rejected = flow.judge(try Self.parameters(query)) else {
      Issue.record("not rejected")
      return
    }
    #expect(throws: OAuth1Error.outOfOrder) {
      try flow.tokenRequest(timestamp: OAuth1TestValues.now, nonce: "n")
    }
  }

  @Test(arguments: [
    ("denied=tmp", ProtocolFailure.Kind.accessDenied),
    ("oauth_token=tmp&oauth_problem=user_refused", .accessDenied),
    ("oauth_token=tmp&oauth_problem=permission_denied&oauth_verifier=v", .accessDenied),
    ("oauth_token=tmp&oauth_problem=additional_authorization_required", .providerRefused),
  ])
  func `a refusal of this login ends it`(
    _ query: String,
    _ kind: ProtocolFailure.Kind
  ) throws {
    var flow = try Self.flow()
    guard case .refused(let failure) = flow.judge(try Self.parameters(query)) else {
      Issue.record("not refused")
      return
    }
    #expect(failure.kind == kind)
  }

  @Test
  func `a missing verifier needs the descriptor's word`() throws {
    var flow = try Self.flow { $0.allowsMissingVerifier = true }
    #expect(flow.judge(try Self.parameters("oauth_token=tmp")) == .accepted)
    let signed = try flow.tokenRequest(timestamp: OAuth1TestValues.now, nonce: "n")
    #expect(signed.authorization?.contains("oauth_verifier") == false)
  }

  @Test
  func `a typed PIN is taken without its spaces`() throws {
    var flow = try Self.flow()
    #expect(flow.judge(pin: " \n") == .rejected(reason: "the PIN is empty"))
    #expect(flow.judge(pin: " 123 4567\n") == .accepted)
    let signed = try flow.tokenRequest(timestamp: OAuth1TestValues.now, nonce: "n")
    #expect(signed.authorization?.contains(#"oauth_verifier="1234567""#) == true)
  }

  // MARK: Token

  @Test(arguments: [
    "oauth_token=a&oauth_token_secret=b&user_id=17841400000000001234&screen_name=me\n",
    #"{"oauth_token":"a","oauth_token_secret":"b","user_id":17841400000000001234,"screen_name":"me","x":null}"#,
  ])
  func `the grant keeps every digit of what comes along`(_ body: String) throws {
    let grant = try Self.flow().receiveToken(OAuth1TestValues.response(body, type: "text/html"))
    #expect(grant.token.token.text == "a")
    #expect(grant.token.secret.text == "b")
    #expect(
      grant.extras
        == Parameters([("user_id", "17841400000000001234"), ("screen_name", "me")])
    )
  }

  @Test
  func `an unexplained 401 for a verifier is a bad grant`() throws {
    let failure = #expect(throws: ProtocolFailure.self) {
      try Self.flow().receiveToken(OAuth1TestValues.response("no", status: 401))
    }
    #expect(failure?.kind == .invalidGrant)
    #expect(failure?.providerDescription == "no")
  }

  // MARK: xAuth

  @Test
  func `xAuth sends name and password in the signed body and no token`() throws {
    let flow = XAuthFlow(
      client: OAuth1TestValues.client(),
      configuration: try Self.flow().configuration,
      hashing: OpenSSLHashing()
    )
    let signed = try flow.tokenRequest(
      username: "me@x",
      password: Secret("p w&1"),
      timestamp: OAuth1TestValues.now,
      nonce: "n"
    )
    #expect(
      String(decoding: signed.request.body, as: UTF8.self)
        == "x_auth_mode=client_auth&x_auth_username=me%40x&x_auth_password=p+w%261"
    )
    #expect(
      signed.baseString.parameters.hasSuffix(
        "&x_auth_mode=client_auth&x_auth_password=p%20w%261&x_auth_username=me%40x"
      )
    )
    #expect(signed.authorization?.contains("oauth_token=") == false)
    let failure = #expect(throws: ProtocolFailure.self) {
      try flow.receiveToken(
        OAuth1TestValues.response("wrong: p w&1", status: 401),
        password: Secret("p w&1")
      )
    }
    #expect(failure?.kind == .invalidCredentials)
    #expect(failure?.providerDescription == "wrong: <secret>")
  }

  @Test
  func `xAuth never puts a password into a URL`() throws {
    let flow = XAuthFlow(
      client: OAuth1TestValues.client(),
      configuration: try Self.flow { $0.accessToken.rules.method = "GET" }.configuration,
      hashing: OpenSSLHashing()
    )
    #expect(throws: OAuth1Error.bodyIsNotForm) {
      try flow.tokenRequest(
        username: "u",
        password: Secret("p"),
        timestamp: OAuth1TestValues.now,
        nonce: "n"
      )
    }
  }
}
