import Crypto
import Standards
import Testing

@testable import Login
@testable import Providers

/// The functions of a descriptor, each with what it sees and what comes of what it returns.
@Suite(.timeLimit(.minutes(1)))
struct HookTests {
  private static let token = "https://as.example/token"

  private func rig(_ rest: String) throws -> LoginRig {
    let rig = try LoginRig(
      """
      oauth2 = { authorize = "https://as.example/a", token = "\(Self.token)" },
      request = { base = "https://api.example" },
      \(rest)
      """
    )
    rig.service.on("POST", Self.token, json: .grant)
    return rig
  }

  @Test
  func `on_callback sees the answer, the code as a handle, and may refuse it`() async throws {
    let rig = try rig(
      """
      on_callback = function(ctx, params)
        ctx.log(params.shop, params.code)
        if params.shop ~= "a.example" then ctx.fail("access_denied", "the wrong shop") end
      end,
      """
    )
    rig.user.agree(adding: [("shop", "a.example")])
    _ = try await rig.login()
    rig.user.agree(adding: [("shop", "b.example")])
    let error = await rig.failure()
    #expect(error?.code == .accessDenied && error?.message == "the wrong shop")
    #expect(rig.service.requests.count == 1)
  }

  @Test
  func `a call that fails names its line, and so does a result that cannot be`() async throws {
    let reading = try rig(
      """
      on_callback = function(ctx, params)
        ctx.log(ctx.jwt.claims("no token").exp)
      end,
      """
    )
    let failure = await reading.failure()
    #expect(failure?.code == .protocol && failure?.location == "shop.lua:5")
    #expect(
      failure?.step == "on_callback" && failure?.traceback.first?.hasPrefix("shop.lua:5") == true
    )
    #expect(failure?.message.hasPrefix("jwt.claims: the text is not a JWT: ") == true)
    let sending = try rig(
      """
      on_token_response = function(ctx, answer)

        answer.id = ctx.http.get { url = "https://api.example/me", expect = 200 }.json.id
      end,
      """
    )
    sending.service.on("GET", "https://api.example/me", json: [:], status: 404)
    let refused = await sending.failure()
    #expect(refused?.code == .providerRefused && refused?.location == "shop.lua:6")
    let returning = try rig("\n\non_token_request = function(ctx, params) params.x = {} end,")
    let wrong = await returning.failure()
    #expect(
      wrong?.code == .descriptorInvalid && wrong?.location == "shop.lua:6",
      "\(String(describing: wrong))"
    )
  }

  @Test
  func `sign adds what it returns, a token only where it may go`() async throws {
    let rig = try rig(
      """
      sign = function(ctx, request, token)
        local base = request.method .. "\\n" .. request.path .. "\\n" .. request.query
        return {
          headers = {
            ["x-signature"] = ctx.hash.hmac_sha256(ctx.opt.client_secret, base, "base64"),
            ["x-token"] = token.access,
          },
          query = { v = "2" },
        }
      end,
      """
    )
    rig.service.on("GET", "https://api.example/me", json: [:])
    _ = try await rig.login(["client_id": "ID", "client_secret": "s3cret-value-of-many-bytes"])
    _ = try await rig.get("/me?a=1")
    let sent = try #require(rig.service.last("https://api.example/me"))
    let digest = OpenSSLHashing().hmac(
      .sha256,
      key: Array("s3cret-value-of-many-bytes".utf8),
      Array("GET\n/me\na=1".utf8)
    )
    #expect(sent.headers["x-signature"] == Base64.encode(digest))
    #expect(sent.headers["x-token"] == "T0KEN-1" && sent.headers["Authorization"] == nil)
    #expect(sent.url.query == "a=1&v=2")
  }

  @Test(arguments: [
    ("return nil", "returns no table"), ("return { body = 'x' }", "unknown field body"),
    ("return { headers = { Host = 'x' } }", "may not set"),
    ("return { headers = { a = 'x\\ry' } }", "may not set"),
  ])
  func `sign cannot do what is not its business`(body: String, words: String) async throws {
    let rig = try rig("sign = function(ctx, request, token) \(body) end,")
    _ = try await rig.login()
    do {
      _ = try await rig.get("/me")
      Issue.record("the request was sent")
    } catch let error as AuthRunError {
      #expect(error.code == .descriptorInvalid && error.message.contains(words))
    }
    #expect(rig.service.requests.count == 1)
  }

  @Test
  func `revoke gives the tokens back, and nothing is forgotten where it fails`() async throws {
    let rig = try rig(
      """
      revoke = function(ctx, token)
        local r = ctx.http.post { url = "https://as.example/bye", form = { t = token.refresh } }
        if r.status ~= 200 then ctx.fail("provider_refused", "not now") end
      end,
      """
    )
    let account = AccountID(provider: "shop")
    _ = try await rig.login()
    rig.service.on("POST", "https://as.example/bye", json: [:], status: 409)
    await #expect(throws: AuthRunError.self) {
      _ = try await rig.engine.logout(account, local: false)
    }
    #expect(try rig.engine.accounts().count == 1)
    rig.service.on("POST", "https://as.example/bye", json: [:])
    #expect(try await rig.engine.logout(account, local: false) == .revoked)
    #expect(rig.service.last("https://as.example/bye")?.form.first("t") == "R3FRESH-1")
    #expect(try rig.engine.accounts().isEmpty)
  }

  @Test(arguments: [
    ("return true", HealthReport(isWell: true, text: nil)),
    ("return false, 'quota'", HealthReport(isWell: false, text: "quota")),
    ("return false, { 'quota' }", HealthReport(isWell: false, text: nil)),
    ("return true, 'all is well'", HealthReport(isWell: true, text: "all is well")),
    ("return 'the quota is used up'", HealthReport(isWell: false, text: "the quota is used up")),
    (
      "return { ok = true, text = '9 calls left' }",
      HealthReport(isWell: true, text: "9 calls left")
    ),
  ])
  func `health says how things are`(body: String, expected: HealthReport) async throws {
    let rig = try rig("health = function(ctx, token) \(body) end,")
    _ = try await rig.login()
    #expect(try await rig.engine.health(AccountID(provider: "shop")) == expected)
  }

  @Test
  func `a script signs with a key that it never sees`() async throws {
    let keys = try TestKeys.pem()
    let rig = try LoginRig(
      """
      options = { key = { type = "secret", required = true, bind = { "as.example" } } },
      login = function(ctx)
        local jwt = ctx.jwt.sign {
          alg = "ES256", key = ctx.opt.key, header = { kid = "k1" },
          claims = { iss = "me", iat = ctx.now(), exp = ctx.now() + 60 },
        }
        ctx.log(jwt, tostring(jwt))
        local r = ctx.http.post { url = "https://as.example/t", auth = jwt, take = { access = "/t" } }
        return { access = r.taken.access, expires_in = 60 }
      end,
      refresh = function(ctx, token) return { access = token.access, expires_in = 60 } end,
      hosts = { "as.example" },
      """,
      redirect: ""
    )
    rig.service.on("POST", "https://as.example/t", json: ["t": "T-1"])
    _ = try await rig.login(["key": keys.pem])
    let sent = rig.service.last("https://as.example/t")?.headers["Authorization"] ?? ""
    let token = try TestKeys.verified(String(sent.dropFirst(7)), keys.key, .es256)
    #expect(token.header["kid"] == "k1" && token.claims["exp"] == 1_800_000_060)
  }

  @Test
  func `a custom workflow has requests, a browser and a question, and is renewed and revoked`()
    async throws
  {
    let rig = try LoginRig(
      """
      hosts = { "as.example" },
      login = function(ctx)
        local start = ctx.http.get { url = "https://as.example/start", expect = 200 }
        local back = ctx.browser.authorize {
          url = "https://as.example/page",
          query = { redirect_uri = ctx.browser.redirect_uri, state = start.json.state },
        }
        local name = ctx.prompt("Which site?")
        local r = ctx.http.post {
          url = "https://as.example/finish", form = { code = back.code, site = name },
          take = { access = "/access", refresh = "/refresh" },
        }
        return { access = r.taken.access, refresh = r.taken.refresh, expires_in = 60 }
      end,
      refresh = function(ctx, token)
        local r = ctx.http.post {
          url = "https://as.example/renew", form = { r = token.refresh }, take = { access = "/access" },
        }
        return { access = r.taken.access, expires_in = 60 }
      end,
      revoke = function(ctx, token)
        ctx.http.post { url = "https://as.example/bye", form = { t = token.access }, expect = 200 }
      end,
      """
    )
    rig.service.on("GET", "https://as.example/start", json: ["state": "st-1"])
    rig.service.on("POST", "https://as.example/finish", json: ["access": "A-1", "refresh": "R-1"])
    rig.service.on("POST", "https://as.example/renew", json: ["access": "A-2"])
    rig.service.on("POST", "https://as.example/bye", json: [:])
    rig.user.answers("shop 7")
    let outcome = try await rig.login([:])
    #expect(outcome.credential.refreshToken?.text == "R-1")
    #expect(
      rig.service.last("https://as.example/finish")?.form
        == Parameters([("code", "C0DE"), ("site", "shop 7")])
    )
    #expect(try await rig.token(force: true).accessToken.text == "A-2")
    #expect(rig.service.last("https://as.example/renew")?.form.first("r") == "R-1")
    #expect(try await rig.engine.logout(AccountID(provider: "shop"), local: false) == .revoked)
    #expect(rig.service.last("https://as.example/bye")?.form.first("t") == "A-2")
  }

  @Test(arguments: [
    (
      "ctx.browser.authorize { url = 'https://as.example/?state=s' }",
      "only a login may open a browser"
    ),
    ("ctx.prompt('Who?')", "only a login may ask the user"),
  ])
  func `a call in the wrong phase says so`(call: String, words: String) async throws {
    let rig = try LoginRig(
      """
      hosts = { "as.example" },
      login = function(ctx) return { access = "A", expires_in = 60 } end,
      refresh = function(ctx) \(call) end,
      """,
      redirect: ""
    )
    _ = try await rig.login([:])
    do {
      _ = try await rig.token(force: true)
      Issue.record("it went on")
    } catch let error as AuthRunError {
      #expect(error.code == .loginNeeded && error.message.contains(words))
    }
  }

  /// The reference says `{ "loopback" }` where `capture` is absent.
  @Test
  func `a login of the file's own has the usual way back where it opens a browser`() async throws {
    let rig = try LoginRig(
      """
      hosts = { "as.example" },
      login = function(ctx)
        local back = ctx.browser.authorize {
          url = "https://as.example/page",
          query = { redirect_uri = ctx.browser.redirect_uri, state = "st-1" },
        }
        local r = ctx.http.post {
          url = "https://as.example/finish", form = { code = back.code }, take = { access = "/access" },
        }
        return { access = r.taken.access }
      end,
      """,
      redirect: ""
    )
    rig.service.on("POST", "https://as.example/finish", json: ["access": "A-1"])
    let outcome = try await rig.login([:])
    #expect(outcome.credential.accessToken.text == "A-1")
    #expect(rig.user.asked.first("redirect_uri")?.hasPrefix("http://127.0.0.1:") == true)
    #expect(rig.service.last("https://as.example/finish")?.form.first("code") == "C0DE")
  }

  @Test(arguments: [nil, "loopback"])
  func `a login that hides its browser needs a way that is named`(capture: String?) async throws {
    let rig = try LoginRig(
      """
      hosts = { "as.example" },
      login = function(ctx)
        local page = ctx["brow" .. "ser"].authorize
        local back = page { url = "https://as.example/page", state = false,
          query = { redirect_uri = "http://127.0.0.1:1/callback" } }
        return { access = "A-1" }
      end,
      """,
      redirect: ""
    )
    let error = await rig.failure([:], capture: capture)
    guard capture == nil else {
      #expect(error == nil, "\(String(describing: error))")
      return
    }
    #expect(error?.code == .loginNeeded)
    #expect(error?.message.contains("capture = { \"loopback\" }") == true)
  }

  @Test
  func `a code that is none of the list is told with the list`() async throws {
    let rig = try LoginRig(
      "login = function(ctx) ctx.fail('whatever', 'x') end, hosts = { 'as.example' },",
      redirect: ""
    )
    let error = await rig.failure([:])
    #expect(error?.code == .descriptorInvalid)
    #expect(error?.message.contains("unknown code 'whatever'; there are ") == true)
  }
}
