import Crypto
import HTTP
import Providers
import Rehearsal
import Standards
import Testing

@Suite(.timeLimit(.minutes(10)))
struct OAuth1RehearsalTests {
  private static let requestToken = "https://api.twitter.com/oauth/request_token"
  private static let accessToken = "https://api.twitter.com/oauth/access_token"
  private static let callback = "http://127.0.0.1:8910/callback"

  @Test
  func `the whole login and a signed call pass every check`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("twitter"))
    let temporary = try await begin(client)
    let answer = try await client.get(authorizeURL(temporary))
    #expect(answer.status == 302)
    #expect(answer.headers["Location"]?.hasPrefix("\(Self.callback)?") == true)
    #expect(answer.location.first("oauth_token") == temporary.token.text)
    let verifier = try #require(answer.location.first("oauth_verifier"))

    let response = try await send(
      client,
      Self.accessToken,
      temporary,
      [("oauth_verifier", verifier)]
    )
    #expect(response.form.first("user_id") == "9007199254740993123")
    #expect(response.form.first("screen_name") == "practice_user")
    let token = try self.token(response)
    let url = "https://api.twitter.com/1.1/statuses.json?q=a%20b%2Bc&q=%C3%BC&empty"
    #expect(try await send(client, url, token, method: "GET").status == 200)

    let events = await client.finish()
    #expect(events.map(\.step) == ["request_token", "authorize", "access_token", "api"])
    #expect(events.allSatisfy { $0.passed && !$0.checks.isEmpty })
    #expect(!"\(events)".contains(verifier) && !"\(events)".contains(token.secret.text))
  }

  @Test(arguments: ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "PLAINTEXT"])
  func `each signature method is verified for each transport`(method: String) async throws {
    for transport in OAuth1Client.Transport.allCases {
      let fields = """
        kind = "oauth1", oauth1 = { request_token = "https://a.example/r?x=1",
        authorize = "https://a.example/a", access_token = "https://a.example/t",
        signature = "\(method)", transport = "\(transport.rawValue)" },
        """
      let client = try await PracticeClient(PracticeClient.descriptor("one", fields))
      let signing = try #require(OAuth1SignatureMethod(rawValue: method))
      for (secret, status) in [(client.option("consumer_secret"), 200), ("wrong", 401)] {
        let response = try await send(
          client,
          "https://a.example/r?x=1",
          nil,
          [("oauth_callback", "oob")],
          secret: secret,
          signing: signing,
          transport: transport
        )
        #expect(response.status == status, "\(transport): \(response.text)")
      }
      _ = await client.finish()
    }
  }

  @Test(arguments: ["RSA-SHA1", "RSA-SHA256", "RSA-SHA512"])
  func `a private key's signature is verified, and another's refused`(method: String) async throws {
    let fields = """
      kind = "oauth1", oauth1 = { request_token = "https://a.example/r",
      authorize = "https://a.example/a", access_token = "https://a.example/t",
      signature = "\(method)" },
      """
    let client = try await PracticeClient(PracticeClient.descriptor("one", fields))
    let signing = try #require(OAuth1SignatureMethod(rawValue: method))
    let other = try KeyPEM.write(KeyGenerator.rsa(), as: .pkcs8)
    for (key, status) in [(nil, 200), (other, 401)] as [(String?, Int)] {
      let response = try await send(
        client,
        "https://a.example/r",
        nil,
        [("oauth_callback", "oob")],
        secret: key,
        signing: signing
      )
      #expect(response.status == status, "\(response.text)")
    }
    #expect(await client.finish().lastFaults == ["signature"])
  }

  @Test
  func `a service without a login takes calls that the client alone signs`() async throws {
    let fields = """
      kind = "oauth1", oauth1 = { signature = "RSA-SHA256", body_hash = true },
      request = { base = "https://a.example/v1" },
      """
    let client = try await PracticeClient(PracticeClient.descriptor("one", fields))
    let key = try KeyPEM.read(client.option("private_key"))
    for (hashes, status) in [(true, 200), (false, 401)] {
      let signer = OAuth1Signer(
        client: OAuth1Client(
          consumerKey: client.option("consumer_key"),
          consumerSecret: Secret(""),
          method: .rsaSHA256,
          sendsBodyHash: hashes
        ),
        hashing: OpenSSLHashing(),
        privateKey: try OpenSSLSignatures().rsaSigner(key, hash: .sha256)
      )
      let request = try HTTPRequest(
        method: "POST",
        url: URI("https://a.example/v1/things"),
        headers: HTTPFields([HTTPField("Content-Type", "application/json")]),
        body: Array("{}".utf8)
      )
      let signed = try signer.sign(
        request,
        timestamp: SystemClock().now(),
        nonce: OAuth1Signer.nonce(from: SystemRandom())
      )
      #expect(try await client.http.send(signed.request).status == status)
    }
    #expect(await client.finish().lastFaults == ["body hash"])
  }

  @Test
  func `a wrong consumer secret is refused`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("twitter"))
    let parameters = [("oauth_callback", Self.callback)]
    let response = try await send(client, Self.requestToken, nil, parameters, secret: "wrong")
    #expect(response.status == 401)
    #expect(await client.finish().lastFaults == ["signature"])
  }

  @Test
  func `a request that was changed after signing is refused`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("twitter"))
    var request = try sign(client, Self.requestToken, nil, [("oauth_callback", Self.callback)])
    let header = try #require(request.headers["Authorization"])
    request.headers["Authorization"] = header.replacing("oauth_nonce=\"", with: "oauth_nonce=\"x")
    #expect(try await client.http.send(request).status == 401)
    #expect(await client.finish().lastFaults == ["signature"])
  }

  @Test
  func `a nonce that was used before is refused`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("twitter"))
    let request = try sign(client, Self.requestToken, nil, [("oauth_callback", Self.callback)])
    #expect(try await client.http.send(request).status == 200)
    #expect(try await client.http.send(request).status == 401)
    #expect(await client.finish().lastFaults == ["nonce"])
  }

  @Test
  func `a timestamp far away is refused`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("twitter"))
    let request = try sign(
      client,
      Self.requestToken,
      nil,
      [("oauth_callback", Self.callback)],
      age: 600
    )
    #expect(try await client.http.send(request).status == 401)
    #expect(await client.finish().lastFaults == ["timestamp"])
  }

  @Test(arguments: [
    "http://127.0.0.1:1/other", "https://evil.example/callback", "http://127.0.0.1:x/callback",
  ])
  func `a callback that the descriptor does not name is refused`(callback: String) async throws {
    let client = try await PracticeClient(PracticeClient.shipped("twitter"))
    let response = try await send(client, Self.requestToken, nil, [("oauth_callback", callback)])
    #expect(response.status == 401)
    #expect(await client.finish().lastFaults == ["callback registered"])
  }

  @Test
  func `a wrong verifier is refused, and the right one works once`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("twitter"))
    let temporary = try await begin(client)
    let answer = try await client.get(authorizeURL(temporary))
    let verifier = try #require(answer.location.first("oauth_verifier"))
    let results = [("wrong", 401), (verifier, 200), (verifier, 401)]
    for (verifier, status) in results {
      let pair = [("oauth_verifier", verifier)]
      #expect(try await send(client, Self.accessToken, temporary, pair).status == status)
    }
    let events = await client.finish()
    #expect(events[2].checks.filter { !$0.passed }.map(\.rule) == ["verifier"])
    #expect(events.lastFaults == ["temporary token unused"])
  }

  @Test
  func `a temporary token is no access token, and needs the user's consent`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("twitter"))
    let temporary = try await begin(client)
    let url = "https://api.twitter.com/1.1/me"
    #expect(try await send(client, url, temporary, method: "GET").status == 401)
    let pair = [("oauth_verifier", "1234567")]
    #expect(try await send(client, Self.accessToken, temporary, pair).status == 401)
    #expect(await client.finish().lastFaults == ["user has agreed", "verifier"])
  }

  @Test
  func `out of band the page shows a PIN`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("twitter"))
    let temporary = try await begin(client, callback: "oob")
    let visit = try await client.provider.browser.visit(URI(authorizeURL(temporary)))
    guard case .pin(let pin) = visit else {
      Issue.record("\(visit)")
      return
    }
    #expect(pin.count == 7)
    let response = try await send(client, Self.accessToken, temporary, [("oauth_verifier", pin)])
    #expect(response.status == 200)
    _ = await client.finish()
  }

  @Test
  func `xAuth trades the user's name and password`() async throws {
    let options = ["username": "someone", "password": "hunter2"]
    let client = try await PracticeClient(PracticeClient.shipped("twitter"), options: options)
    for (password, status) in [("hunter2", 200), ("wrong", 401)] {
      let form = [
        ("x_auth_mode", "client_auth"), ("x_auth_username", "someone"),
        ("x_auth_password", password),
      ]
      let request = try sign(client, Self.accessToken, nil, [], form: form)
      #expect(try await client.http.send(request).status == status)
    }
    #expect(await client.finish().lastFaults == ["x_auth_password"])
  }

  private func begin(
    _ client: PracticeClient,
    callback: String = callback
  ) async throws -> OAuth1Token {
    let response = try await send(
      client,
      Self.requestToken,
      nil,
      [("oauth_callback", callback)]
    )
    #expect(response.form.first("oauth_callback_confirmed") == "true")
    return try token(response)
  }

  private func token(_ response: HTTPResponse) throws -> OAuth1Token {
    OAuth1Token(
      token: Secret(try #require(response.form.first("oauth_token"))),
      secret: Secret(try #require(response.form.first("oauth_token_secret")))
    )
  }

  private func authorizeURL(_ token: OAuth1Token) -> String {
    "https://api.twitter.com/oauth/authorize?oauth_token=\(token.token.text)"
  }

  private func send(
    _ client: PracticeClient,
    _ url: String,
    _ token: OAuth1Token?,
    _ parameters: [(String, String)] = [],
    method: String = "POST",
    secret: String? = nil,
    signing: OAuth1SignatureMethod = .hmacSHA1,
    transport: OAuth1Client.Transport = .header
  ) async throws -> HTTPResponse {
    let request = try sign(
      client,
      url,
      token,
      parameters,
      method: method,
      secret: secret,
      signing: signing,
      transport: transport
    )
    return try await client.http.send(request)
  }

  private func sign(
    _ client: PracticeClient,
    _ url: String,
    _ token: OAuth1Token?,
    _ parameters: [(String, String)],
    method: String = "POST",
    form: [(String, String)] = [],
    secret: String? = nil,
    signing: OAuth1SignatureMethod = .hmacSHA1,
    transport: OAuth1Client.Transport = .header,
    age: Int64 = 0
  ) throws -> HTTPRequest {
    var request = HTTPRequest(method: method, url: try URI(url))
    if !form.isEmpty {
      request.headers["Content-Type"] = "application/x-www-form-urlencoded"
      request.body = Array(FormEncoding.encode(Parameters(form)).utf8)
    }
    let signer = OAuth1Signer(
      client: OAuth1Client(
        consumerKey: client.option("consumer_key"),
        consumerSecret: Secret(secret ?? client.option("consumer_secret")),
        method: signing,
        transport: transport
      ),
      token: token,
      hashing: OpenSSLHashing(),
      privateKey: try signing.usesPrivateKey
        ? OpenSSLSignatures().rsaSigner(
          KeyPEM.read(secret ?? client.option("private_key")),
          hash: #require(signing.hash)
        ) : nil
    )
    return try signer.sign(
      request,
      protocolParameters: Parameters(parameters),
      timestamp: SystemClock().now().adding(-age),
      nonce: OAuth1Signer.nonce(from: SystemRandom()),
      isTokenStep: true
    ).request
  }
}
