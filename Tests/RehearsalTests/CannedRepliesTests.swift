import HTTP
import Providers
import Rehearsal
import Standards
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CannedRepliesTests {
  private static let url = "https://api.acme.example/client/auth/init"
  private static let form = [("appKey", "practice-app-key"), ("userId", "42")]

  @Test
  func `a request as described brings fresh tokens that the next one may use`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("acme"))
    let first = try await client.post(Self.url, Self.form).json
    let second = try await client.post(Self.url, Self.form).json
    let token = try #require(first["accessToken"]?.string)
    #expect(try JWTClaims.unverified(token).numericDate("exp") != nil)
    #expect(first["refreshToken"] != second["refreshToken"])
    let field = HTTPField("Authorization", "Bearer \(token)")
    // Constant fields of the descriptor's `request` table are part of what must arrive.
    let accept = HTTPField("Accept", "application/json")
    let me = try await client.get("https://api.acme.example/me", [field, accept])
    #expect(me.json["id"]?.int64 == 42)
    let events = await client.finish()
    #expect(events.allSatisfy { $0.passed })
    #expect(!"\(events)".contains("practice-app-key"))
  }

  @Test(arguments: [
    ([("appKey", "other"), ("userId", "42")], "form field appKey"),
    ([("userId", "42")], "form field appKey"),
    (form + [("userId", "42")], "form field userId"),
    (form + [("extra", "1")], "no other form fields"),
  ])
  func `a form that differs is refused with what differs`(
    form: [(String, String)],
    rule: String
  ) async throws {
    let client = try await PracticeClient(PracticeClient.shipped("acme"))
    let response = try await client.post(Self.url, form)
    #expect(response.status == 400)
    #expect(response.text.contains(rule))
    #expect(!response.text.contains("practice-app-key"))
    #expect(await client.finish().lastFaults == [rule])
  }

  @Test
  func `a token that was not given is refused`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("acme"))
    let fields = [
      HTTPField("Authorization", "Bearer invented"), HTTPField("Accept", "application/json"),
    ]
    #expect(try await client.get("https://api.acme.example/me", fields).status == 400)
    #expect(await client.finish().lastFaults == ["access token"])
  }

  @Test
  func `a request that no reply expects is told`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("acme"))
    #expect(try await client.get("https://api.acme.example/elsewhere").status == 404)
    #expect(try await client.get(Self.url).status == 400)
    let events = await client.finish()
    #expect(events.map(\.step) == ["unknown", "reply"])
    #expect(events.lastFaults == ["method POST"])
  }

  private static let session = """
    kind = "custom", hosts = { "depot.example" }, login = function(ctx) end,
    options = { key = { type = "secret" } },
    request = { base = "https://depot.example", token = { cookie = "SID" } },
    rehearsal = { options = { key = "practice-secret" }, replies = {
      { method = "POST", path = "/Login", json = {}, headers = { ["X-Second"] = "{random}" },
        set_cookies = { SID = "{random}" } },
      { path = "/me", bearer = true, json = { id = 1 } },
      { path = "/open", json = {} },
      { path = "/page", status = 302, headers = { location = "http://127.0.0.1/cb" } },
    } },
    """

  @Test
  func `a reply sets cookies, and later requests must carry theirs`() async throws {
    let client = try await PracticeClient(PracticeClient.descriptor("depot", Self.session))
    let login = try await client.post("https://depot.example/Login", [])
    let cookie = try #require(login.headers.setCookie("SID", at: Timestamp(seconds: 0)))
    #expect(cookie != "{random}" && login.headers["X-Second"] != "{random}")
    let me = "https://depot.example/me"
    let own = HTTPField("Cookie", "a=1; SID=\(cookie)")
    let fields = [
      own, HTTPField("Cookie", "SID=other"), HTTPField("Authorization", "Bearer \(cookie)"),
    ]
    let statuses = try await client.provider.callingAPI { () async throws in
      var statuses: [Int] = []
      for field in fields { statuses.append(try await client.get(me, [field]).status) }
      return statuses
    }
    #expect(statuses == [200, 400, 400])
    #expect(await client.finish().lastFaults == ["access token"])
  }

  @Test
  func `a secret may be in the query of a call, and not in that of a page`() async throws {
    let client = try await PracticeClient(PracticeClient.descriptor("depot", Self.session))
    let query = "?key=practice-secret"
    #expect(try await client.get("https://depot.example/open\(query)").status == 200)
    #expect(try await client.get("https://depot.example/page\(query)").status == 400)
    #expect(await client.finish().lastFaults == ["no secret in the URL"])
  }

  @Test
  func `a custom descriptor without replies cannot be rehearsed`() async throws {
    let fields = "kind = \"custom\", hosts = { \"a.example\" }, login = function(ctx) end"
    let descriptor = try PracticeClient.descriptor("bare", fields)
    await #expect(throws: RehearsalError.self) { try await PracticeProvider.start(descriptor) }
  }
}
