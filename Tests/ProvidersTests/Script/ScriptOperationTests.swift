import Providers
import Standards
import Testing

@Suite
struct ScriptOperationTests {
  private static let acme = """
    return provider {
      api = 1, id = "acme", kind = "custom",
      login = function(ctx)
        local r = ctx.http.post { url = ctx.opt.base / "client/auth/init",
          form = { appKey = ctx.opt.app_key, userId = ctx.opt.user_id },
          take = { access = "/accessToken", refresh = "/refreshToken" } }
        if r.json.error then
          return ctx.fail("invalid_credentials", r.json.error.desc[1], r.json.error.code)
        end
        return { access = r.taken.access, refresh = r.taken.refresh,
          expires = ctx.jwt.claims(r.taken.access).exp }
      end,
      refresh = function(ctx, token)
        local r = ctx.http.post { url = ctx.opt.base / "refresh", json = { token = token.refresh },
          take = { access = "/accessToken" }, expect = 200 }
        return { access = r.taken.access, expires_in = 60 }
      end,
    }
    """
  private static let operation = ScriptOperation(
    source: Array(acme.utf8),
    chunkName: "acme.lua",
    isolation: .thread
  )
  /// `{"alg":"none"}.{"exp":1700003600}.` and an empty signature's place filled.
  private static let token = "eyJhbGciOiJub25lIn0.eyJleHAiOjE3MDAwMDM2MDB9.AA"

  private func login(_ effects: FakeEffects) async throws(ScriptError) -> ScriptLoginResult {
    try await Self.operation.login(scriptContext(effects))
  }

  @Test
  func `a custom login posts its form and yields tokens and expiry`() async throws {
    let effects = FakeEffects(
      json: #"{"accessToken":"\#(Self.token)","refreshToken":"r-1","other":1}"#
    )
    let result = try await login(effects)
    #expect(result.access.text == Self.token)
    #expect(result.refresh?.text == "r-1")
    #expect(result.expiresAt == Timestamp(seconds: 1_700_003_600))
    let request = try #require(effects.seen.requests.first)
    #expect(request.method == "POST")
    #expect(request.url.text == "https://a.example/v1/client/auth/init")
    #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(String(decoding: request.body, as: UTF8.self) == "appKey=k3y%2Fs3cret&userId=42")
  }

  @Test(arguments: [200, 401])
  func `an error answer ends with its first text and its code`(status: Int) async {
    let effects = FakeEffects(
      status: status,
      json: #"{"error":{"code":12345678901234567890,"desc":["first text","second"]}}"#
    )
    let error = await #expect(throws: ScriptError.self) { try await login(effects) }
    #expect(
      error?.kind == .failed(.invalidCredentials, providerCode: "12345678901234567890")
    )
    #expect(error?.message == "first text")
    #expect(error?.location == "acme.lua:8")
    #expect(error?.hook == "login")
  }

  @Test
  func `a token that is not a JWT is the provider's fault`() async {
    let effects = FakeEffects(json: #"{"accessToken":"opaque-token"}"#)
    let error = await #expect(throws: ScriptError.self) { try await login(effects) }
    #expect(error?.kind == .failed(.protocol, providerCode: nil))
    #expect(
      error?.description.contains("acme.lua:11: jwt.claims: token 'access' is not a JWT") == true
    )
    #expect(error?.description.contains("opaque") == false)
  }

  @Test
  func `a page instead of JSON says so and where`() async {
    let effects = FakeEffects { _ in HTTPResponse(status: 502, body: Array("<html>".utf8)) }
    let error = await #expect(throws: ScriptError.self) { try await login(effects) }
    #expect(error?.kind == .failed(.serviceUnavailable, providerCode: nil))
    #expect(
      error?.description
        == "acme.lua:7: the answer to POST https://a.example/v1/client/auth/init (status 502) is not JSON"
    )
  }

  @Test
  func `a failed network is its own failure, with the cause`() async {
    let effects = FakeEffects { _ in throw ScriptEffectError(.network, "no route") }
    let error = await #expect(throws: ScriptError.self) { try await login(effects) }
    #expect(error?.kind == .failed(.network, providerCode: nil))
    #expect(error?.message == "POST https://a.example/v1/client/auth/init: no route")
    #expect(error?.underlying is ScriptEffectError)
  }

  @Test
  func `refresh gets the tokens as handles`() async throws {
    let effects = FakeEffects(json: #"{"accessToken":"new"}"#)
    let result = try await Self.operation.refresh(
      scriptContext(effects),
      access: Secret("old"),
      refresh: Secret("refresh-token")
    )
    #expect(result.access.text == "new")
    #expect(result.refresh == nil)
    #expect(result.expiresAt == Timestamp(seconds: 1_700_000_060))
    #expect(effects.seen.requests.first?.body == Array(#"{"token":"refresh-token"}"#.utf8))
  }

  @Test(arguments: [
    ("return 1", "login must return"), ("return {}", "no access token"),
    ("return { access = 'a', acess = 1 }", "unknown field 'acess'"),
    ("return { access = 'a', expires = 1700000000000 }", "milliseconds"),
    (
      "return { access = 'a', expires = '2027-01-31T00:00:00Z' }",
      "'expires' as text, not as a number of seconds; ctx.time(…) reads a date"
    ),
    ("return { access = 'a', expires_in = {} }", "'expires_in' as table, not as a number"),
    (
      "local r = ctx.http.get { url = ctx.opt.base, take = { t = '/t' } } return { access = r.json.t }",
      "what take cut out of an answer is in its taken, not in its json"
    ),
    ("return { access = 'a', refresh = true }", "neither a token nor nil"),
    ("return { access = 'a', extras = { k = ctx.opt.app_key } }", "plain data"),
  ])
  func `a wrong result is named at the hook's line`(body: String, message: String) async {
    let source = "return provider {\n\n  login = function(ctx) \(body) end }"
    let operation = ScriptOperation(
      source: Array(source.utf8),
      chunkName: "acme.lua",
      isolation: .thread
    )
    let error = await #expect(throws: ScriptError.self) {
      try await operation.login(scriptContext(FakeEffects(json: #"{"t":"x"}"#)))
    }
    #expect(error?.location == "acme.lua:3")
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test
  func `a hook changes the tables it is given`() async throws {
    let query = ScriptValue.table(ScriptTable(fields: ["scope": .string(Array("a".utf8))]))
    let outcome = try await runScript(
      "local q = ...; q.show = 'true'; q.scope = nil; return ctx.opt.count",
      arguments: [query, .integer(9_007_199_254_740_993)]
    )
    #expect(outcome.returned == .integer(3))
    #expect(
      outcome.arguments == [
        .table(ScriptTable(fields: ["show": .string(Array("true".utf8))])),
        .integer(9_007_199_254_740_993),
      ]
    )
  }

  @Test
  func `a hook that is not declared is an error`() async {
    let error = await #expect(throws: ScriptError.self) {
      try await Self.operation.run(hook: "revoke", context: scriptContext(FakeEffects()))
    }
    #expect(error?.message == "there is no function 'revoke'")
  }

  @Test
  func `options come in their types, and only declared ones`() async throws {
    let outcome = try await runScript(
      """
      assert(ctx.opt.user_id == "42" and ctx.opt.count == 3 and ctx.opt.on == true)
      assert(ctx.opt.missing == nil and tostring(ctx.opt.base) == "https://a.example/v1/")
      assert(ctx.opt.base / "x" == ctx.opt.base / "/x")
      local names = {}
      for name in pairs(ctx.opt) do names[#names + 1] = name end
      table.sort(names)
      return table.concat(names, " ")
      """
    )
    #expect(outcome.returned.text == "app_key base count on user_id")
    let error = await scriptError("return ctx.opt.user")
    #expect(error?.description == "acme.lua:2: ctx.opt has no 'user'")
  }
}
