import Providers
import Standards
import Testing

@Suite
struct ScriptHTTPTests {
  @Test
  func `a request carries its query, headers, JSON and authorization`() async throws {
    let effects = FakeEffects()
    _ = try await runScript(
      """
      ctx.http.request { url = "https://a.example/x?a=1", method = "PUT",
        query = { b = { 2, "x y" }, key = ctx.opt.app_key },
        headers = { Accept = "application/json", ["X-Key"] = ctx.opt.app_key },
        json = { list = { 1, 2.5, true }, secret = ctx.opt.app_key, o = {} },
        auth = { basic = { "me", ctx.opt.app_key } } }
      """,
      effects: effects
    )
    let request = try #require(effects.seen.requests.first)
    #expect(request.method == "PUT")
    #expect(request.url.text == "https://a.example/x?a=1&b=2&b=x%20y&key=k3y%2Fs3cret")
    #expect(request.headers["X-Key"] == "k3y/s3cret")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["Authorization"] == "Basic bWU6azN5L3MzY3JldA==")
    let body = String(decoding: request.body, as: UTF8.self)
    #expect(body == #"{"list":[1,2.5,true],"o":{},"secret":"k3y/s3cret"}"#)
  }

  @Test(arguments: [
    ("auth = ctx.opt.app_key", "Bearer k3y/s3cret"),
    ("auth = { bearer = 'tok' }", "Bearer tok"),
    ("auth = { scheme = 'token', value = ctx.opt.app_key }", "token k3y/s3cret"),
  ])
  func `auth knows bearer and other schemes`(field: String, value: String) async throws {
    let effects = FakeEffects()
    _ = try await runScript("ctx.http.get { url = ctx.opt.base, \(field) }", effects: effects)
    #expect(effects.seen.requests.first?.headers["Authorization"] == value)
  }

  @Test
  func `pairs keep their order and repetition`() async throws {
    let effects = FakeEffects()
    let body = "ctx.http.post { url = ctx.opt.base, form = { {'z', 1}, {'a', 2}, {'z', 3} } }"
    _ = try await runScript(body, effects: effects)
    #expect(effects.seen.requests.first?.body == Array("z=1&a=2&z=3".utf8))
  }

  @Test
  func `the response has status, headers, body and exact numbers`() async throws {
    let effects = FakeEffects { _ in
      HTTPResponse(
        status: 201,
        headers: HTTPFields([
          HTTPField("X-A", "1"), HTTPField("x-a", "2"), HTTPField("Set-Cookie", "s=1"),
        ]),
        body: Array(
          #"{"id":9223372036854775807,"big":18446744073709551616,"f":0.5,"n":null,"l":[1,null,3]}"#
            .utf8
        )
      )
    }
    let outcome = try await runScript(
      """
      local r = ctx.http.get(ctx.opt.base / "me")
      assert(r.status == 201 and r.headers["x-a"] == "1, 2" and r.headers["set-cookie"] == nil)
      assert(r.json.id == math.maxinteger and r.json.f == 0.5 and r.json.n == nil)
      assert(r.json.l[1] == 1 and r.json.l[2] == nil and r.json.l[3] == 3)
      assert(#r.body > 10)
      return r.json.big
      """,
      effects: effects
    )
    #expect(outcome.returned.text == "18446744073709551616")
  }

  @Test(arguments: [(200, "ok"), (404, "caught")])
  func `a status is a failure only against an expectation`(status: Int, text: String) async throws {
    let outcome = try await runScript(
      """
      local r = ctx.http.get { url = ctx.opt.base }
      local ok, why = pcall(ctx.http.get, { url = ctx.opt.base, expect = true })
      return (ok and "ok" or "caught"), assert(ok or tostring(why):find("status 404"))
      """,
      effects: FakeEffects(status: status, json: "{}")
    )
    #expect(outcome.returned.text == text)
  }

  @Test(arguments: [(503, ScriptFailureCode.serviceUnavailable), (400, .providerRefused)])
  func `an unexpected status names its kind`(status: Int, code: ScriptFailureCode) async {
    let error = await scriptError(
      "ctx.http.get { url = ctx.opt.base, expect = { 200, 201 } }",
      effects: FakeEffects(status: status, json: "{}")
    )
    #expect(error?.kind == .failed(code, providerCode: nil))
  }

  @Test
  func `pcall around a host call works across the wait`() async throws {
    let effects = FakeEffects { request in
      guard request.url.path == "/good" else { throw ScriptEffectError(.timeout, "too slow") }
      return HTTPResponse(status: 200, body: Array(#"{"x":1}"#.utf8))
    }
    let outcome = try await runScript(
      """
      local ok, why = pcall(function() return ctx.http.get("https://a.example/bad") end)
      assert(not ok)
      local done, r = xpcall(ctx.http.get, error, "https://b.example/good")
      assert(done and r.json.x == 1)
      return tostring(why)
      """,
      effects: effects
    )
    #expect(outcome.returned.text == "GET https://a.example/bad: too slow")
  }

  @Test(arguments: [
    ("'http://a.example/'", "only https"), ("'https://evil.example/'", "not among"),
    ("'https://x@a.example/'", "user information"), ("'https://a.example./'", "dot"),
    ("'https://a.example.evil.example/'", "not among"),
    ("'https://a.example\\\\@evil.example'", "backslash"),
    ("'https://a。example/'", "ASCII"), ("'/relative'", "scheme"),
    ("'https://a.example:99999/'", "port"), ("5", "takes a URL or a table, not number"),
    ("ctx.opt.base / 'x y'", "percent-encoded"), ("ctx.opt.app_key", "not secret"),
  ])
  func `only declared hosts over https are reached`(url: String, message: String) async {
    let effects = FakeEffects()
    let error = await scriptError("ctx.http.get(\(url))", effects: effects)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "no error")")
    #expect(error?.location == "acme.lua:2")
    #expect(effects.seen.requests.isEmpty)
  }

  @Test
  func `http is for loopback alone`() async throws {
    _ = try await runScript("return ctx.http.get('http://127.0.0.1:8080/').status")
  }

  @Test
  func `joining a path cannot leave the host`() async throws {
    let effects = FakeEffects()
    _ = try await runScript(
      "ctx.http.get(ctx.opt.base / '//evil.example/' / '@evil.example')",
      effects: effects
    )
    #expect(
      effects.seen.requests.first?.url.text == "https://a.example/v1/evil.example/@evil.example"
    )
  }

  @Test(arguments: [
    ("headers = { ['X-A'] = 'a\\r\\nX-B: c' }", "line break"),
    ("headers = { Host = 'evil' }", "not for scripts"),
    ("header = { cookie = 'a' }", "not for scripts"),
    ("headers = { ['Content-Length'] = 1 }", "not for scripts"),
    ("headers = { Authorization = 'x' }", "use auth"),
    ("headers = { ['a b'] = 1 }", "no header name"),
    ("qeury = {}", "unknown field 'qeury'"), ("form = {}, json = {}", "exclude each other"),
    ("method = 'CONNECT'", "method"), ("take = { a = 'x' }", "JSON pointer"),
    ("expect = 'ok'", "expect must"), ("timeout = 0", "timeout"),
    ("json = { f = print }", "function"),
    ("json = { 1, a = 2 }", "json: a table with positions and names"),
    ("auth = { basic = {} }", "auth takes"),
    ("auth = 'a\\nb'", "line break"), ("body = ctx.opt.app_key", "body must be text"),
    ("form = { a = ctx.opt }", "table of the host"),
    ("json = { [ctx.opt.app_key] = 1 }", "table key"),
  ])
  func `a wrong request is refused before it is sent`(field: String, message: String) async {
    let effects = FakeEffects()
    let error = await scriptError(
      "ctx.http.request { url = ctx.opt.base, \(field) }",
      effects: effects
    )
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "no error")")
    #expect(error?.location == "acme.lua:2")
    #expect(effects.seen.requests.isEmpty)
  }

  @Test
  func `requests are counted, and the limit cannot be caught`() async {
    let effects = FakeEffects()
    let error = await scriptError(
      "while true do pcall(ctx.http.get, ctx.opt.base) end",
      effects: effects
    )
    #expect(error?.kind == .limit)
    #expect(error?.message == "the script sends more than 20 requests")
    #expect(effects.seen.requests.count == 20)
  }

  @Test
  func `a server that never answers ends the operation in bounded time`() async {
    var limits = ScriptLimits.standard
    limits.requestTime = .milliseconds(50)
    let effects = FakeEffects { _ in
      try await Task.sleep(for: .seconds(600))
      return HTTPResponse(status: 200)
    }
    let error = await scriptError(
      "pcall(ctx.http.get, ctx.opt.base) return 1",
      effects: effects,
      limits: limits
    )
    #expect(error?.kind == .limit)
    #expect(error?.location == "acme.lua:2")
  }

  @Test
  func `a body that is too large is refused`() async {
    let effects = FakeEffects { _ in
      HTTPResponse(status: 200, body: Array(repeating: 0x20, count: (1 << 20) + 1))
    }
    let error = await scriptError("ctx.http.get(ctx.opt.base)", effects: effects)
    #expect(error?.message.contains("larger than 1048576 bytes") == true)
  }

  @Test(arguments: [
    "table.sort({ 1, 2 }, function() CALL end)", "('x'):gsub('x', function() CALL end)",
  ])
  func `a call that waits says where it cannot be made`(template: String) async {
    let body = template.replacing("CALL", with: "ctx.http.get(ctx.opt.base)")
    let error = await scriptError(body)
    #expect(error?.message.contains("cannot be called inside a function that sort") == true)
    #expect(error?.location == "acme.lua:2")
  }

  @Test
  func `a cancelled operation ends while it waits`() async {
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let effects = FakeEffects { _ in
      continuation.yield()
      try await Task.sleep(for: .seconds(600))
      return HTTPResponse(status: 200)
    }
    let task = Task { await scriptError("pcall(ctx.http.get, ctx.opt.base)", effects: effects) }
    for await _ in started { break }
    task.cancel()
    #expect(await task.value?.kind == .cancelled)
  }
}
