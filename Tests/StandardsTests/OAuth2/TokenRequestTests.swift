import Standards
import Testing

@Suite
struct TokenRequestTests {
  private static func request(
    client: OAuth2Client = OAuth2Client(id: "id", secret: Secret("sec")),
    rules: EndpointRules = EndpointRules(),
    endpoint: String = "https://as.example/token/",
    grant: TokenGrant = .authorizationCode(
      code: Secret("4/0AX+"),
      redirectURI: "http://127.0.0.1:7/cb",
      verifier: Secret("ver")
    ),
    extra: Parameters = Parameters()
  ) throws -> HTTPRequest {
    TokenRequest(endpoint: try URI(endpoint), client: client, rules: rules)
      .request(grant, extra: extra)
  }

  private static func body(_ request: HTTPRequest) -> String {
    String(decoding: request.body, as: UTF8.self)
  }

  @Test
  func `the code exchange is a form with HTTP Basic`() throws {
    let request = try Self.request()
    #expect(request.method == "POST")
    #expect(request.url.text == "https://as.example/token/")
    #expect(
      Self.body(request)
        == "grant_type=authorization_code&code=4%2F0AX%2B&redirect_uri=http%3A%2F%2F127.0.0.1%3A7%2Fcb&code_verifier=ver"
    )
    #expect(request.headers["Authorization"] == "Basic aWQ6c2Vj")
    #expect(request.headers["Accept"] == "application/json")
    #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
  }

  @Test
  func `id and secret are form-encoded before HTTP Basic`() throws {
    let client = OAuth2Client(
      id: "1PpG/Q 1",
      secret: Secret("z/tZ9VwFZqApmIQ+ZH1I5pLk/uB4ud:X2/8bL+wfFTt1rFw=")
    )
    #expect(
      try Self.request(client: client).headers["Authorization"]
        == "Basic MVBwRyUyRlErMTp6JTJGdFo5VndGWnFBcG1JUSUyQlpIMUk1cExrJTJGdUI0dWQlM0FYMiUyRjhiTCUyQndmRlR0MXJGdyUzRA=="
    )
    var raw = client
    raw.authentication = .basicRaw
    let expected = Base64.encode(
      Array("1PpG/Q 1:z/tZ9VwFZqApmIQ+ZH1I5pLk/uB4ud:X2/8bL+wfFTt1rFw=".utf8)
    )
    #expect(try Self.request(client: raw).headers["Authorization"] == "Basic \(expected)")
  }

  /// The other ways never put the id into a field: an assertion or the secret alone names the client.
  @Test(
    arguments: [OAuth2Client.Authentication.basic, .basicRaw, .post, .none, .tls],
    [nil, ""]
  )
  func `an empty secret is left out and the id goes into the body`(
    _ authentication: OAuth2Client.Authentication,
    _ secret: String?
  ) throws {
    let client = OAuth2Client(
      id: "id",
      secret: secret.map { Secret($0) },
      authentication: authentication
    )
    let request = try Self.request(client: client)
    #expect(request.headers["Authorization"] == nil)
    #expect(Self.body(request).hasSuffix("&client_id=id"))
    #expect(!Self.body(request).contains("client_secret"))
  }

  @Test
  func `post puts both into the body and none only the id`() throws {
    let post = OAuth2Client(id: "id", secret: Secret("s c"), authentication: .post)
    let request = try Self.request(client: post)
    #expect(request.headers["Authorization"] == nil)
    #expect(Self.body(request).hasSuffix("&client_id=id&client_secret=s+c"))
    let none = OAuth2Client(id: "id", secret: Secret("s"), authentication: .none)
    #expect(Self.body(try Self.request(client: none)).hasSuffix("&client_id=id"))
  }

  @Test
  func `the id may be repeated beside HTTP Basic`() throws {
    let client = OAuth2Client(id: "id", secret: Secret("s"), repeatsID: true)
    let request = try Self.request(client: client)
    #expect(request.headers["Authorization"] != nil)
    #expect(Self.body(request).hasSuffix("&client_id=id"))
  }

  @Test
  func `renamed names are renamed in every place`() throws {
    let rules = EndpointRules(
      parameters: Parameters([("fmt", "json")]),
      rename: ["client_id": "client_key", "code": "auth_code"],
      drop: ["grant_type"]
    )
    let client = OAuth2Client(id: "K", secret: Secret("S"), authentication: .post)
    #expect(
      Self.body(try Self.request(client: client, rules: rules))
        == "auth_code=4%2F0AX%2B&redirect_uri=http%3A%2F%2F127.0.0.1%3A7%2Fcb&code_verifier=ver&client_key=K&client_secret=S&fmt=json"
    )
  }

  @Test
  func `a constant takes the place of a standard value but never of the proof`() throws {
    let rules = EndpointRules(
      parameters: Parameters([
        ("grant_type", "authorized_code"), ("code", "x"), ("code_verifier", "x"),
        ("redirect_uri", "x"),
      ])
    )
    #expect(
      Self.body(try Self.request(rules: rules))
        == "grant_type=authorized_code&code=4%2F0AX%2B&redirect_uri=http%3A%2F%2F127.0.0.1%3A7%2Fcb&code_verifier=ver"
    )
  }

  @Test
  func `a JSON body is one object of strings`() throws {
    let request = try Self.request(rules: EndpointRules(body: .json))
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(
      Self.body(request)
        == #"{"grant_type":"authorization_code","code":"4/0AX+","redirect_uri":"http://127.0.0.1:7/cb","code_verifier":"ver"}"#
    )
  }

  @Test(arguments: [
    EndpointRules(method: "GET"), EndpointRules(method: "GET", body: .json),
    EndpointRules(body: .query),
  ])
  func `GET and query put the parameters into the URL`(_ rules: EndpointRules) throws {
    let request = try Self.request(
      rules: rules,
      endpoint: "https://as.example/token?v=1",
      grant: .clientCredentials(scopes: ["a", "b"])
    )
    #expect(
      request.url.text == "https://as.example/token?v=1&grant_type=client_credentials&scope=a%20b"
    )
    #expect(request.body.isEmpty)
    #expect(request.headers["Content-Type"] == nil)
  }

  @Test
  func `headers of the descriptor win`() throws {
    let rules = EndpointRules(
      headers: HTTPFields([HTTPField("accept", "*/*"), HTTPField("Authorization", "Bearer x")])
    )
    let request = try Self.request(rules: rules)
    #expect(request.headers.values("Accept") == ["*/*"])
    #expect(request.headers.values("Authorization") == ["Bearer x"])
  }

  @Test
  func `a refresh sends the token, and a scope only when asked for`() throws {
    let plain = try Self.request(grant: .refreshToken(Secret("r/1"), scopes: []))
    #expect(Self.body(plain) == "grant_type=refresh_token&refresh_token=r%2F1")
    let scoped = try Self.request(grant: .refreshToken(Secret("r"), scopes: ["a", "b"]))
    #expect(Self.body(scoped) == "grant_type=refresh_token&refresh_token=r&scope=a+b")
  }

  @Test
  func `client credentials without scopes send none`() throws {
    let request = try Self.request(grant: .clientCredentials(scopes: []))
    #expect(Self.body(request) == "grant_type=client_credentials")
  }

  @Test
  func `other grants and values to give back are carried along`() throws {
    let request = try Self.request(
      grant: .other(type: "fb_exchange_token", Parameters([("fb_exchange_token", "t")])),
      extra: Parameters([("device_id", "D")])
    )
    #expect(Self.body(request) == "grant_type=fb_exchange_token&fb_exchange_token=t&device_id=D")
  }
}
