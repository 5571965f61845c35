import Crypto
import Providers
import Standards
import Testing

@Suite
struct ScriptSecretTests {
  private static let key = "k3y/s3cret"

  @Test(arguments: [
    "s .. 'x'", "'x' .. s", "#s", "s < s", "s <= s", "s + 1", "s[1]", "s.bytes", "s()", "-s",
    "s / 'x'", "ctx.opt.base / s", "ctx.opt.base .. s", "('x'):rep(s)", "string.byte(s)",
    "table.concat({ s })", "('%d'):format(s)", "('%q'):format(s)", "pairs(s)", "ipairs(s)()",
    "setmetatable(s, {})", "rawget(s, 1)", "rawlen(s)", "utf8.len(s)", "('x'):find(s)",
    "math.abs(s)", "tonumber(s, 16)", "error(s)", "s == ctx.jwt.claims(s)",
  ])
  func `a secret cannot be read, measured or joined`(expression: String) async {
    let error = await scriptError("local s = ctx.opt.app_key; local _ = \(expression)")
    #expect(error != nil)
    #expect(error?.location == "acme.lua:2" || error?.location == "acme.lua")
    #expect("\(error as Any)".contains(Self.key) == false)
  }

  @Test
  func `a secret prints as its name`() async throws {
    let effects = FakeEffects()
    let outcome = try await runScript(
      """
      print(ctx.opt.app_key)
      ctx.log("key", ctx.opt.app_key, { k = ctx.opt.app_key })
      assert(getmetatable(ctx.opt.app_key) == false)
      return string.format("%s", ctx.opt.app_key) .. tostring(ctx.opt.app_key)
      """,
      effects: effects
    )
    #expect(outcome.returned.text == "<secret app_key><secret app_key>")
    #expect(
      effects.seen.log == [
        "<secret app_key>", #"key <secret app_key> {"k":"<secret app_key>"}"#,
      ]
    )
  }

  @Test(arguments: [
    "query = { k = s }", "form = { k = s }", "json = { a = { s } }", "auth = s",
    "headers = { k = s }", "auth = { basic = { 'u', s } }",
  ])
  func `a secret goes only to the hosts it is bound to`(field: String) async {
    let effects = FakeEffects()
    let error = await scriptError(
      "local s = ctx.opt.app_key; ctx.http.request { url = 'https://b.example/', method = 'POST', \(field) }",
      effects: effects
    )
    #expect(error?.kind == .failed(.hostNotAllowed, providerCode: nil))
    #expect(error?.message == "http.request: secret 'app_key' is not bound to b.example")
    #expect(effects.seen.requests.isEmpty)
  }

  @Test
  func `take cuts a token out before the script sees the answer`() async throws {
    let effects = FakeEffects { _ in
      HTTPResponse(
        status: 200,
        headers: HTTPFields([HTTPField("X-Token", "header-token")]),
        body: Array(#"{"a":{"token":"t0ken-value","n":1},"echo":"t0ken-value","pin":123456}"#.utf8)
      )
    }
    let outcome = try await runScript(
      """
      local r = ctx.http.get { url = ctx.opt.base,
        take = { token = "/a/token", pin = "/pin", head = "header:x-token", none = "/b" } }
      assert(r.json.a.token == nil and r.json.a.n == 1 and r.json.pin == nil)
      assert(r.json.echo == "<secret token>" and r.headers["x-token"] == nil)
      assert(r.taken.none == nil and tostring(r.taken.token) == "<secret token>")
      assert(not r.body:find("t0ken"))
      return { r.taken.token, r.taken.pin, r.taken.head }
      """,
      effects: effects
    )
    let handles = try #require(outcome.returned.table).sequence
    #expect(handles.map { outcome.secret($0)?.text } == ["t0ken-value", "123456", "header-token"])
  }

  @Test
  func `a form-encoded answer is read and cut as well`() async throws {
    let effects = FakeEffects { _ in
      HTTPResponse(
        status: 200,
        headers: HTTPFields([HTTPField("Content-Type", "application/x-www-form-urlencoded")]),
        body: Array("oauth_token=t1-value&user_id=42".utf8)
      )
    }
    let outcome = try await runScript(
      """
      local r = ctx.http.get { url = ctx.opt.base, take = { token = "/oauth_token" } }
      assert(r.body == "user_id=42", r.body)
      return r.json.user_id
      """,
      effects: effects
    )
    #expect(outcome.returned.text == "42")
  }

  @Test
  func `an echoed secret is redacted in bodies, errors and logs`() async {
    let effects = FakeEffects(json: #"{"e":"bad key k3y/s3cret","enc":"k3y%2Fs3cret"}"#)
    let error = await scriptError(
      """
      local r = ctx.http.get(ctx.opt.base)
      ctx.log(r.body, r.json.enc)
      ctx.fail("invalid_credentials", r.json.e)
      """,
      effects: effects
    )
    #expect(error?.message == "bad key <secret app_key>")
    #expect(effects.seen.log.joined().contains("s3cret\"") == false)
    #expect(effects.seen.log.joined().contains("k3y") == false)
  }

  @Test
  func `an echo as the name of a member is taken out as well`() async throws {
    let outcome = try await runScript(
      """
      local r = ctx.http.get(ctx.opt.base)
      for name in pairs(r.json) do return name end
      """,
      effects: FakeEffects(json: #"{"k3y/s3cret":1}"#)
    )
    #expect(outcome.returned.text == "<secret app_key>")
  }

  @Test
  func `a secret that the script itself writes out is redacted too`() async {
    let effects = FakeEffects()
    let error = await scriptError("ctx.log('k3y/s3cret') error('see k3y/s3cret')", effects: effects)
    #expect(error?.message == "see <secret app_key>")
    #expect(effects.seen.log == ["<secret app_key>"])
  }

  @Test
  func `a digest of a secret is a secret, a keyed digest of open text is open`() async throws {
    _ = try await runScript(
      """
      local h = ctx.hash
      assert(h.sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
      assert(h.sha256({ "a", "bc" }, "base64") == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
      assert(h.hmac_sha256("key", "x", "base64url"):find("^[%w_-]+$"))
      assert(tostring(h.hmac_sha1(ctx.opt.app_key, "x")) == "<secret hmac_sha1 of app_key>")
      assert(h.random(2) == "0000")
      assert(tostring(h.md5(ctx.opt.app_key)) == "<secret md5 of app_key>")
      """
    )
    let error = await scriptError(
      "ctx.http.post { url = 'https://b.example/', form = { k = ctx.hash.md5(ctx.opt.app_key) } }"
    )
    #expect(error?.message == "http.post: secret 'md5 of app_key' is not bound to b.example")
  }

  /// Comparing with guesses would tell a script an answer of four digits.
  @Test(arguments: [
    "ctx.hash.hmac_sha1(answer, 'x')", "ctx.hash.hmac_sha256({ 'a', answer }, 'x')",
    "ctx.hash.hmac_sha512({ long, answer }, 'x')",
    "ctx.hash.hmac_sha256(ctx.hash.sha256(answer), 'x')",
    "ctx.hash.hmac_sha256(ctx.hash.hmac_sha1(answer, 'x'), 'y')",
    "ctx.hash.hmac_sha256(ctx.opt.app_key, 'x')",
  ])
  func `a digest keyed with what can be guessed is a handle`(call: String) async throws {
    let outcome = try await runScript(
      """
      local long = ...
      local answer = ctx.prompt { text = "PIN", secret = true }
      return type(\(call))
      """,
      effects: FakeEffects(answer: "4711"),
      lend: { [$0.lend(Secret("a-secret-of-many-bytes"), name: "long")] }
    )
    #expect(outcome.returned.text == "userdata")
  }

  @Test
  func `a digest keyed with a long secret is text, as signatures are`() async throws {
    let outcome = try await runScript(
      "return ctx.hash.hmac_sha256((...), 'x')",
      lend: { [$0.lend(Secret("a-secret-of-many-bytes"), name: "long")] }
    )
    let digest = OpenSSLHashing().hmac(.sha256, key: Array("a-secret-of-many-bytes".utf8), [0x78])
    #expect(outcome.returned.text == Hex.encode(digest))
  }

  @Test
  func `a token signed with a short secret goes where the secret goes`() async {
    let error = await scriptError(
      """
      local jwt = ctx.jwt.sign { alg = "HS256", key = ctx.opt.app_key, claims = { a = 1 } }
      ctx.http.post { url = "https://b.example/", auth = jwt }
      """
    )
    #expect(error?.kind == .failed(.hostNotAllowed, providerCode: nil))
  }

  @Test
  func `a browser's URL holds no secret`() async {
    let effects = FakeEffects()
    let error = await scriptError(
      "ctx.browser.authorize { url = ctx.opt.base, query = { k = ctx.opt.app_key } }",
      effects: effects
    )
    #expect(error?.message.contains("a secret cannot be part of a browser's URL") == true)
    #expect(effects.seen.authorized.isEmpty)
  }

  @Test
  func `the browser step gives parameters, the code as a secret`() async throws {
    let effects = FakeEffects(
      callback: Parameters([("code", "c0de-value"), ("state", "s-1"), ("x", "1")])
    )
    let outcome = try await runScript(
      """
      local back = ctx.browser.authorize { url = ctx.opt.base / "auth",
        query = { redirect_uri = ctx.browser.redirect_uri, state = "s-1" } }
      assert(back.x == "1" and tostring(back.code) == "<secret code>")
      return back.code
      """,
      effects: effects
    )
    #expect(outcome.secret(outcome.returned)?.text == "c0de-value")
    #expect(
      effects.seen.authorized.first?.query
        == "redirect_uri=http%3A%2F%2F127.0.0.1%3A8000%2Fcallback&state=s-1"
    )
    let error = await scriptError(
      "ctx.browser.authorize { url = ctx.opt.base, query = { state = 'other' } }",
      effects: effects
    )
    #expect(error?.kind == .failed(.stateMismatch, providerCode: nil))
  }

  /// Last.fm's `token`, say, is what another service calls its code.
  @Test(arguments: ["token", "auth_code", "oauth_token", "ticket", "sessionKey"])
  func `what a callback brings under a name that is not known is a handle`(
    name: String
  ) async throws {
    let effects = FakeEffects(
      callback: Parameters([
        (name, "a1b2c3d4e5"), ("region", "eu-west-1"), ("asked", "for-this-very-value"),
      ])
    )
    let outcome = try await runScript(
      """
      local back = ctx.browser.authorize { url = ctx.opt.base, state = false,
        query = { asked = "for-this-very-value" } }
      assert(back.region == "eu-west-1" and back.asked == "for-this-very-value")
      return type(back["\(name)"])
      """,
      effects: effects
    )
    #expect(outcome.returned.text == "userdata")
  }

  @Test
  func `a prompt's secret answer stays closed`() async throws {
    let effects = FakeEffects(answer: "0-t-p-4")
    let outcome = try await runScript(
      """
      assert(ctx.prompt("Name?") == "0-t-p-4")
      local code = ctx.prompt { text = "Code\\27[2J?", secret = true }
      assert(tostring(code) == "<secret answer>")
      return code
      """,
      effects: effects
    )
    #expect(outcome.secret(outcome.returned)?.text == "0-t-p-4")
    #expect(effects.seen.prompts == ["Name?", #"Code\u{1b}[2J?"#])
  }
}
