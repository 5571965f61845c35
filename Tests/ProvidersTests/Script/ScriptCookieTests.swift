import Providers
import Standards
import Testing

/// Session cookies in a script: sent from a slot, taken out of an answer, never read.
@Suite
struct ScriptCookieTests {
  private static func answering(_ cookies: String...) -> FakeEffects {
    FakeEffects { _ in
      HTTPResponse(
        status: 200,
        headers: HTTPFields(cookies.map { HTTPField("Set-Cookie", $0) }),
        body: Array("{}".utf8)
      )
    }
  }

  @Test
  func `a request carries the cookies of its slot in one field`() async throws {
    let effects = FakeEffects()
    _ = try await runScript(
      """
      ctx.http.post { url = ctx.opt.base / "Logout",
        cookies = { SID = ctx.opt.app_key, ROUTE = ".node1", n = 7 } }
      """,
      effects: effects
    )
    #expect(
      effects.seen.requests.first?.headers.values("Cookie")
        == ["ROUTE=.node1; SID=k3y/s3cret; n=7"]
    )
  }

  @Test(arguments: [
    ("cookies = { a = 'x; b=1' }", "cookies.a holds a byte that no cookie may"),
    ("cookies = { a = 'x\\r\\nX: y' }", "cookies.a holds a byte"),
    ("cookies = { a = 'ü' }", "cookies.a holds a byte"),
    ("cookies = { ['a=b'] = 'x' }", "'a=b' is no cookie's name"),
    ("cookies = { a = {} }", "cookies.a must be text"), ("cookies = 'a=b'", "must be a table"),
    ("headers = { Cookie = 'a=b' }", "use cookies"), ("cookie = {}", "unknown field 'cookie'"),
    ("take = { a = { cookie = 'a;b' } }", "take.a takes"),
    ("take = { a = { cookie = 'a', header = 'b' } }", "take.a takes"),
    ("take = { a = {} }", "take.a takes"),
  ])
  func `a wrong cookie is refused before anything is sent`(
    field: String,
    message: String
  ) async {
    let effects = FakeEffects()
    let error = await scriptError(
      "ctx.http.request { url = ctx.opt.base, \(field) }",
      effects: effects
    )
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "no error")")
    #expect(effects.seen.requests.isEmpty)
  }

  @Test
  func `take cuts a cookie out, which the script then passes on unread`() async throws {
    let effects = Self.answering("SID=t0ken-of-session; Path=/; HttpOnly", "ROUTE=.node1")
    let outcome = try await runScript(
      """
      local r = ctx.http.post { url = ctx.opt.base / "Login", json = {},
        take = { access = { cookie = "SID" }, route = { cookie = "ROUTE" }, none = { cookie = "X" } } }
      assert(r.taken.none == nil)
      assert(not pcall(function() return r.taken.access .. "" end))
      ctx.http.post { url = ctx.opt.base / "Next", cookies = { SID = r.taken.access } }
      return tostring(r.taken.access) .. tostring(r.headers["set-cookie"])
      """,
      effects: effects
    )
    #expect(outcome.returned.text == "<secret access>nil")
    #expect(effects.seen.requests.last?.headers["Cookie"] == "SID=t0ken-of-session")
  }

  @Test
  func `a removed cookie is not taken, and a field can be named by a table`() async throws {
    let effects = FakeEffects { _ in
      HTTPResponse(
        status: 200,
        headers: HTTPFields([
          HTTPField("Set-Cookie", "SID=old; Max-Age=0"), HTTPField("X-Token", "t0k"),
        ]),
        body: Array("{}".utf8)
      )
    }
    _ = try await runScript(
      """
      local r = ctx.http.post { url = ctx.opt.base,
        take = { sid = { cookie = "SID" }, token = { header = "X-Token" } } }
      assert(r.taken.sid == nil and r.headers["x-token"] == nil)
      ctx.http.get { url = ctx.opt.base, auth = r.taken.token }
      """,
      effects: effects
    )
    #expect(effects.seen.requests.last?.headers["Authorization"] == "Bearer t0k")
  }

  @Test
  func `a header's value can be parts that stand together`() async throws {
    let effects = FakeEffects()
    _ = try await runScript(
      """
      ctx.http.get { url = ctx.opt.base,
        headers = { ["X-Auth"] = { "Key ", ctx.opt.app_key, ";v=", 2 } } }
      """,
      effects: effects
    )
    #expect(effects.seen.requests.first?.headers["X-Auth"] == "Key k3y/s3cret;v=2")
  }
}
