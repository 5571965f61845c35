import Standards
import Testing

@testable import Login
@testable import Providers

/// Services that log in with a session cookie, as SAP Business One's Service Layer does.
@Suite(.timeLimit(.minutes(1)))
struct SessionCookieTests {
  private static let login = """
    options = { base = { type = "url", default = "https://b1.example/b1s/v1" },
      user = {}, password = { type = "secret" } },
    login = function(ctx)
      local r = ctx.http.post { url = ctx.opt.base / "Login", expect = 200,
        json = { UserName = ctx.opt.user, Password = ctx.opt.password },
        take = { access = { cookie = "B1SESSION" }, route = { cookie = "ROUTEID" } } }
      return { access = r.taken.access, expires_in = r.json.SessionTimeout * 60,
        secrets = { route = r.taken.route } }
    end,
    request = { base = "{base}", token = { cookie = "B1SESSION" } },
    """

  private static func rig(_ more: String = "", fields: String = login) throws -> LoginRig {
    let rig = try LoginRig(fields + more, redirect: "")
    rig.service.on("POST", "https://b1.example/b1s/v1/Login") { request in
      guard request.json["Password"]?.string == "p4ss" else { return .json([:], status: 401) }
      var response = HTTPResponse.json(["SessionId": "s3ss-ion", "SessionTimeout": 30])
      response.headers.fields += [
        HTTPField("Set-Cookie", "B1SESSION=s3ss-ion; HttpOnly; SameSite=None"),
        HTTPField("Set-Cookie", "ROUTEID=.node2; Path=/b1s"),
      ]
      return response
    }
    rig.service.on("GET", "https://b1.example/b1s/v1/Items", json: [:])
    return rig
  }

  private static let options = ["user": "ada", "password": "p4ss"]

  @Test
  func `the session goes with each request as a cookie`() async throws {
    let rig = try Self.rig()
    let outcome = try await rig.login(Self.options)
    #expect(outcome.credential.presentation == .cookie(name: "B1SESSION"))
    #expect(outcome.credential.expiresAt == rig.clock.now().adding(1800))
    _ = try await rig.get("/Items")
    let sent = try #require(rig.service.last("https://b1.example/b1s/v1/Items"))
    #expect(sent.headers["Cookie"] == "B1SESSION=s3ss-ion")
    #expect(sent.headers["Authorization"] == nil)
  }

  @Test
  func `other cookies of a request stay, and the session's own is not the caller's`() async throws {
    let rig = try Self.rig()
    _ = try await rig.login(Self.options)
    func send(_ cookie: String) async throws {
      let fields = HTTPFields([HTTPField("Cookie", cookie)])
      _ = try await rig.engine.send(
        APIRequest(method: "GET", target: "/Items", headers: fields),
        as: AccountID(provider: "shop")
      )
    }
    try await send("a=1")
    let sent = try #require(rig.service.last("https://b1.example/b1s/v1/Items"))
    #expect(sent.headers.values("Cookie") == ["a=1; B1SESSION=s3ss-ion"])
    let error = await #expect(throws: AuthRunError.self) { try await send("B1SESSION=mine") }
    #expect(error?.code == .inputInvalid)
  }

  @Test
  func `sign adds cookies and any form of Authorization`() async throws {
    let rig = try Self.rig(
      """
      sign = function(ctx, request, token)
        return { cookies = { B1SESSION = token.access, ROUTEID = token.secrets.route },
          auth = { basic = { "0", token.access } }, headers = { ["X-S"] = { "S ", token.access } } }
      end,
      revoke = function(ctx, token)
        ctx.http.post { url = ctx.opt.base / "Logout", expect = 204,
          cookies = { B1SESSION = token.access, ROUTEID = token.secrets.route } }
      end,
      """
    )
    let outcome = try await rig.login(Self.options)
    #expect(outcome.credential.presentation == .signed)
    #expect(TokenText.header(outcome.credential) == nil)
    _ = try await rig.get("/Items")
    let sent = try #require(rig.service.last("https://b1.example/b1s/v1/Items"))
    #expect(sent.headers["Cookie"] == "B1SESSION=s3ss-ion; ROUTEID=.node2")
    #expect(sent.headers["Authorization"] == "Basic MDpzM3NzLWlvbg==")
    #expect(sent.headers["X-S"] == "S s3ss-ion")
    rig.service.on("POST", "https://b1.example/b1s/v1/Logout", text: "", status: 204)
    let account = AccountID(provider: "shop")
    #expect(try await rig.engine.logout(account, local: false) == .revoked)
    #expect(
      rig.service.last("https://b1.example/b1s/v1/Logout")?.headers["Cookie"]
        == "B1SESSION=s3ss-ion; ROUTEID=.node2"
    )
  }

  @Test
  func `a session that no cookie can hold is not stored`() async throws {
    let rig = try LoginRig(
      """
      hosts = { "b1.example" },
      login = function(ctx) return { access = "a;b" } end,
      request = { base = "https://b1.example/", token = { cookie = "SID" } },
      """,
      redirect: ""
    )
    let error = await rig.failure([:])
    #expect(error?.code == .protocol && error?.message.contains("cookie SID") == true)
    #expect(try rig.engine.accounts().isEmpty)
  }

  @Test
  func `an API key can be a cookie`() async throws {
    let rig = try LoginRig(
      """
      api_key = {}, request = { base = "https://b1.example/", token = { cookie = "key" } },
      """,
      redirect: ""
    )
    rig.service.on("GET", "https://b1.example/me", json: [:])
    _ = try await rig.login(["api_key": "k3y-value"])
    _ = try await rig.get("/me")
    #expect(rig.service.last("https://b1.example/me")?.headers["Cookie"] == "key=k3y-value")
  }
}
