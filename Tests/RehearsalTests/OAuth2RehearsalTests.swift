import Crypto
import HTTP
import Providers
import Rehearsal
import Standards
import Testing

@Suite(.timeLimit(.minutes(10)))
struct OAuth2RehearsalTests {
  private static let authorize = "https://accounts.spotify.com/authorize"
  private static let token = "https://accounts.spotify.com/api/token"
  private static let redirect = "http://127.0.0.1:43210/callback"
  private static let verifier = String(repeating: "v", count: 43)

  @Test
  func `the whole login, a call and a refresh pass every check`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("spotify"))
    let code = try await code(client)
    let response = try await exchange(client, code)
    #expect(response.status == 200)
    #expect(response.json["token_type"]?.string == "Bearer")
    #expect(response.json["expires_in"]?.int64 == 3_600)
    #expect(response.json["scope"]?.string == "user-read-email")
    #expect(try await call(client, response).json["display_name"]?.string == "Practice User")

    let renewed = try await refresh(client, response)
    #expect(renewed.status == 200)
    #expect(try await call(client, renewed).status == 200)
    let events = await client.finish()
    #expect(events.map(\.step) == ["authorize", "token", "api", "refresh", "api"])
    #expect(events.allSatisfy { $0.passed && !$0.checks.isEmpty })
    #expect(!"\(events)".contains(code) && !"\(events)".contains(Self.verifier))
  }

  @Test
  func `the callback brings state and code`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("spotify"))
    let answer = try await client.get(authorizeURL(client))
    #expect(answer.status == 302)
    #expect(answer.headers["Location"]?.hasPrefix("\(Self.redirect)?") == true)
    #expect(answer.location.values("state") == ["s t&te"])
    _ = await client.finish()
  }

  @Test
  func `a replayed code is refused and ends the tokens it brought`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("spotify"))
    let code = try await code(client)
    let first = try await exchange(client, code)
    let second = try await exchange(client, code)
    #expect(second.status == 400)
    #expect(second.json["error"]?.string == "invalid_grant")
    #expect(try await call(client, first).status == 401)
    #expect(try await refresh(client, first).json["error"]?.string == "invalid_grant")
    let events = await client.finish()
    #expect(events[2].checks.filter { !$0.passed }.map(\.rule) == ["code unused"])
  }

  @Test(arguments: [
    (["code_verifier": String(repeating: "w", count: 43)], ["PKCE verifier"]),
    (["code_verifier": "short"], ["PKCE verifier form", "PKCE verifier"]),
    (["redirect_uri": "http://127.0.0.1:43211/callback"], ["redirect URI the same"]),
    (["code": "invented"], ["code known"]),
  ])
  func `a token request that does not fit is refused`(
    change: [String: String],
    faults: [String]
  ) async throws {
    let client = try await PracticeClient(PracticeClient.shipped("spotify"))
    let response = try await exchange(client, code(client), change)
    #expect(response.status == 400)
    #expect(response.json["error"]?.string == "invalid_grant")
    #expect(await client.finish().lastFaults == faults)
  }

  @Test(arguments: [
    "http://127.0.0.1:43210/callback/", "http://localhost:43210/callback", "https://evil.example/",
  ])
  func `a redirect URI that is not registered gets a page and no redirect`(
    redirect: String
  ) async throws {
    let client = try await PracticeClient(PracticeClient.shipped("spotify"))
    let answer = try await client.get(authorizeURL(client, ["redirect_uri": redirect]))
    #expect(answer.status == 400)
    #expect(answer.headers["Location"] == nil)
    #expect(await client.finish().lastFaults == ["redirect URI registered"])
  }

  @Test(arguments: [
    ("code_challenge", "", "PKCE challenge"),
    ("code_challenge_method", "plain", "PKCE method S256"),
    ("state", "", "state"), ("response_type", "token", "response_type"),
  ])
  func `a fault of the authorization request is told to the redirect URI`(
    name: String,
    value: String,
    rule: String
  ) async throws {
    let client = try await PracticeClient(PracticeClient.shipped("spotify"))
    let answer = try await client.get(authorizeURL(client, [name: value]))
    #expect(answer.status == 302)
    #expect(answer.location.first("error") == "invalid_request")
    #expect(answer.location.first("code") == nil)
    #expect(await client.finish().lastFaults == [rule])
  }

  @Test
  func `the client secret in the authorize URL is refused`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("spotify"))
    let url = authorizeURL(client, ["client_secret": client.option("client_secret")])
    #expect(try await client.get(url).status == 400)
    #expect(await client.finish().lastFaults == ["no secret in the URL"])
  }

  @Test(arguments: ["basic", "basic_raw", "post"])
  func `the client must authenticate as the descriptor says and in no other way`(
    method: String
  ) async throws {
    let (id, secret) = ("id+ü", "a+b %&")
    let fields = """
      kind = "oauth2", oauth2 = { token = "https://a.example/t",
      grants = { "client_credentials" }, client_auth = "\(method)" },
      """
    let client = try await PracticeClient(
      PracticeClient.descriptor("two", fields),
      options: ["client_id": id, "client_secret": secret]
    )
    func basic(_ id: String, _ secret: String) -> [HTTPField] {
      [HTTPField("Authorization", "Basic \(Base64.encode(Array("\(id):\(secret)".utf8)))")]
    }
    let encodedID = FormEncoding.encode(component: id)
    let encoded = basic(encodedID, FormEncoding.encode(component: secret))
    let pair = [("client_id", id), ("client_secret", secret)]
    let ways: [(String, [HTTPField], [(String, String)])] = [
      ("basic", encoded, []), ("basic_raw", basic(id, secret), []), ("post", [], pair),
      ("none", [], [("client_id", id)]), ("two at once", encoded, pair),
      ("a wrong secret", basic(encodedID, "wrong"), []), ("nothing", [], []),
    ]
    for (way, header, form) in ways {
      let all = form + [("grant_type", "client_credentials")]
      let response = try await client.post("https://a.example/t", all, header)
      #expect(response.status == (way == method ? 200 : 401), "\(way): \(response.text)")
    }
    _ = await client.finish()
  }

  @Test
  func `a public client names itself and sends no secret`() async throws {
    let fields = """
      kind = "oauth2", oauth2 = { authorize = "https://a.example/a", token = "https://a.example/t",
      client_auth = "none" },
      """
    let client = try await PracticeClient(PracticeClient.descriptor("open", fields))
    let id = [("client_id", client.option("client_id"))]
    let code = [("grant_type", "authorization_code"), ("code", "invented")]
    // The client is known, so that what is refused is the code.
    let known = try await client.post("https://a.example/t", id + code)
    #expect(known.json["error"]?.string == "invalid_grant")
    for other in [code, id + code + [("client_secret", "any")], [("client_id", "other")] + code] {
      let response = try await client.post("https://a.example/t", other)
      #expect(response.json["error"]?.string == "invalid_client")
    }
    _ = await client.finish()
  }

  @Test
  func `a refresh token works once`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("spotify"))
    let response = try await exchange(client, code(client))
    #expect(try await refresh(client, response).status == 200)
    #expect(try await refresh(client, response).json["error"]?.string == "invalid_grant")
    #expect(await client.finish().lastFaults == ["refresh token"])
  }

  @Test
  func `the token response has the shape that the descriptor describes`() async throws {
    let fields = """
      kind = "oauth2", oauth2 = { token = "https://a.example/t", client_auth = "post",
      grants = { "client_credentials" }, response = { access_token = "/data/0/token",
      expires_at = "/data/0/ends", expiry_unit = "milliseconds", token_type = "/kind",
      error = { at = "/code", is_not = 0 } } },
      """
    let client = try await PracticeClient(PracticeClient.descriptor("three", fields))
    let form = [
      ("grant_type", "client_credentials"), ("client_id", client.option("client_id")),
      ("client_secret", client.option("client_secret")),
    ]
    let body = try await client.post("https://a.example/t", form).json
    #expect(body["code"]?.int64 == 0)
    #expect(body["kind"]?.string == "Bearer")
    let data = body["data"]?.array?.first
    #expect(data?["token"]?.string?.isEmpty == false)
    #expect(data?["ends"]?.int64 ?? 0 > SystemClock().now().seconds * 1_000)
    _ = await client.finish()
  }

  private func authorizeURL(_ client: PracticeClient, _ change: [String: String] = [:]) -> String {
    let challenge = Base64URL.encode(
      OpenSSLHashing().digest(.sha256, Array(Self.verifier.utf8))
    )
    var pairs: [String: String] = [
      "response_type": "code", "client_id": client.option("client_id"), "state": "s t&te",
      "redirect_uri": Self.redirect, "scope": "user-read-email", "code_challenge": challenge,
      "code_challenge_method": "S256",
    ]
    pairs.merge(change) { $1 }
    return "\(Self.authorize)?\(FormEncoding.encode(Parameters(pairs.map { ($0.key, $0.value) })))"
  }

  private func code(_ client: PracticeClient) async throws -> String {
    try #require(try await client.get(authorizeURL(client)).location.first("code"))
  }

  private func basic(_ client: PracticeClient) -> [HTTPField] {
    let pair = "\(client.option("client_id")):\(client.option("client_secret"))"
    return [HTTPField("Authorization", "Basic \(Base64.encode(Array(pair.utf8)))")]
  }

  private func exchange(
    _ client: PracticeClient,
    _ code: String,
    _ change: [String: String] = [:]
  ) async throws -> HTTPResponse {
    var pairs = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": Self.redirect,
      "code_verifier": Self.verifier,
    ]
    pairs.merge(change) { $1 }
    return try await client.post(Self.token, pairs.map { ($0.key, $0.value) }, basic(client))
  }

  private func refresh(
    _ client: PracticeClient,
    _ response: HTTPResponse
  ) async throws -> HTTPResponse {
    let token = response.json["refresh_token"]?.string ?? ""
    let form = [("grant_type", "refresh_token"), ("refresh_token", token)]
    return try await client.post(Self.token, form, basic(client))
  }

  private func call(
    _ client: PracticeClient,
    _ response: HTTPResponse
  ) async throws -> HTTPResponse {
    let token = response.json["access_token"]?.string ?? ""
    let field = HTTPField("Authorization", "Bearer \(token)")
    return try await client.get("https://api.spotify.com/v1/me", [field])
  }
}
