import Standards
import Testing

@testable import Login
@testable import Providers

/// What a descriptor's fields make of the authorization code login, request by request.
@Suite(.timeLimit(.minutes(10)))
struct CodeLoginTests {
  private static let token = "https://as.example/token"

  private func rig(_ oauth2: String, _ rest: String = "") throws -> LoginRig {
    let rig = try LoginRig(
      "oauth2 = { authorize = 'https://as.example/authorize', token = '\(Self.token)', \(oauth2) },\n"
        + rest
    )
    rig.service.on("POST", Self.token, json: .grant)
    return rig
  }

  @Test
  func `renamed parameters and a separator of its own are sent, and no others`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = { url = "https://as.example/auth", rename = { client_id = "client_key" } },
        token = { url = "https://as.example/v2/oauth/token/", rename = { client_id = "client_key" } },
        client_auth = "post", scope_separator = ",",
        scopes = { "user.info.basic", "user.info.stats" },
      },
      """
    )
    rig.service.on("POST", "https://as.example/v2/oauth/token/", json: .grant)
    _ = try await rig.login()
    #expect(
      rig.user.authorizeURL?.text.contains("scope=user.info.basic%2Cuser.info.stats") == true
    )
    #expect(rig.user.asked.first("client_key") == "ID" && rig.user.asked.first("client_id") == nil)
    let sent = try #require(rig.service.last("https://as.example/v2/oauth/token/")?.form)
    #expect(sent.first("client_key") == "ID" && sent.first("client_id") == nil)
    #expect(sent.first("client_secret") == "s3cret-value" && sent.first("code") == "C0DE")
  }

  @Test
  func `with scope_raw the separator stands in the URL as it is`() async throws {
    let rig = try rig(#"scopes = { "a", "b" }, scope_separator = "+", scope_raw = true"#)
    _ = try await rig.login()
    #expect(rig.user.authorizeURL?.text.contains("scope=a+b&") == true)
  }

  @Test
  func `the page takes a fragment, and parameters in their order`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = { url = "https://as.example/a", fragment = "wechat_redirect", sorted = true },
        token = "\(Self.token)",
      },
      """
    )
    rig.service.on("POST", Self.token, json: .grant)
    _ = try await rig.login()
    let text = try #require(rig.user.authorizeURL?.text)
    #expect(text.hasSuffix("#wechat_redirect"))
    let names = rig.user.asked.pairs.map(\.nameText)
    #expect(names == names.sorted() && names.count >= 6)
  }

  @Test
  func `parameters go behind the fragment where the page is one script`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = { url = "https://as.example/", fragment = "/oauth/authorize", place = "fragment" },
        token = "\(Self.token)",
      },
      """
    )
    rig.service.on("POST", Self.token, json: .grant)
    rig.user.browse { url in
      guard let fragment = url.fragment,
        let query = fragment.split(separator: "?").last,
        let parameters = try? FormEncoding.decode(Array(query.utf8))
      else { return nil }
      return "https://app.example/cb?code=C0DE&state=\(parameters.first("state") ?? "")"
    }
    _ = try await rig.login()
    #expect(
      rig.user.authorizeURL?.text.hasPrefix("https://as.example/#/oauth/authorize?response_type=")
        == true
    )
  }

  @Test
  func `of several URLs the first counts whose options have values`() async throws {
    let rig = try LoginRig(
      """
      options = { host = { pattern = "[a-z]+\\\\.corp\\\\.example" } },
      oauth2 = {
        authorize = { "https://{host}/authorize", "https://as.example/authorize" },
        token = { url = { "https://{host}/token", "\(Self.token)" } },
      },
      """
    )
    rig.service.on("POST", Self.token, json: .grant)
    rig.service.on("POST", "https://a.corp.example/token", json: .grant)
    _ = try await rig.login()
    #expect(rig.user.authorizeURL?.host == "as.example")
    _ = try await rig.login(
      ["client_id": "ID", "client_secret": "s3cret-value", "host": "a.corp.example"]
    )
    #expect(rig.user.authorizeURL?.host == "a.corp.example")
    #expect(rig.service.last("https://a.corp.example/token") != nil)
  }

  @Test
  func `values that a step makes itself stand where the descriptor puts them`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = { url = "https://as.example/a", params = { nonce2 = "{$random}" } },
        token = {
          url = "\(Self.token)",
          params = { state = "{$state}", cb = "{$redirect_host}" },
          headers = { ["X-Correlation-Id"] = "{$uuid}", ["X-Time"] = "{$now}" },
        },
      },
      """
    )
    rig.service.on("POST", Self.token, json: .grant)
    _ = try await rig.login()
    #expect(rig.user.asked.first("nonce2")?.utf8.count == 32)
    let sent = try #require(rig.service.last(Self.token))
    #expect(sent.form.first("state") == rig.user.asked.first("state"))
    #expect(sent.form.first("cb") == "app.example")
    #expect(sent.headers["X-Time"] == "1800000000")
    let uuid = Array((sent.headers["X-Correlation-Id"] ?? "").utf8)
    #expect(uuid.count == 36 && uuid.count > 14 && uuid[14] == UInt8(ascii: "4"))
  }

  @Test
  func `what the callback carries is sent back, kept, and fills options in`() async throws {
    let rig = try rig(
      """
      callback = {
        send = { device_id = "device_id" }, keep = { "realmId" }, set = { dc = "location" },
      }
      """,
      """
      options = { dc = { pattern = "[a-z]{2}" } },
      request = { base = "https://{dc}.api.example" },
      """
    )
    rig.user.agree(adding: [("device_id", "D 1"), ("realmId", "42"), ("location", "eu")])
    let outcome = try await rig.login()
    #expect(rig.service.last(Self.token)?.form.first("device_id") == "D 1")
    #expect(outcome.credential.extras["realmId"] == "42")
    #expect(outcome.credential.options.text("dc") == "eu")
    rig.service.on("GET", "https://eu.api.example/me", json: ["id": 1])
    #expect(try await rig.get("/me").status == 200)
  }

  @Test
  func `a value that does not suit its option ends the login`() async throws {
    let rig = try rig(
      "callback = { set = { dc = 'location' } }",
      "options = { dc = { pattern = '[a-z]{2}' } },"
    )
    rig.user.agree(adding: [("location", "evil.example/")])
    let error = await rig.failure()
    #expect(error?.code == .protocol && error?.message.contains("the option dc") == true)
    #expect(rig.service.last(Self.token) == nil)
  }

  @Test
  func `a payload in JSON is read like a query`() async throws {
    let rig = try rig("callback = { payload = 'payload', send = { device_id = 'device_id' } }")
    rig.user.browse { url in
      let state = (try? url.queryParameters())?.first("state") ?? ""
      let json = #"{"code":"C0DE","state":"\#(state)","device_id":"D"}"#
      return "https://app.example/cb?payload=\(PercentEncoding.encode(json))"
    }
    _ = try await rig.login()
    #expect(rig.service.last(Self.token)?.form.first("device_id") == "D")
  }

  @Test
  func `the code and the state have the names that the descriptor gives them`() async throws {
    let rig = try rig("callback = { code = 'auth_code', state = 'st', error = 'denied' }")
    rig.user.browse { url in
      let state = (try? url.queryParameters())?.first("state") ?? ""
      return "https://app.example/cb?auth_code=X1&st=\(state)"
    }
    _ = try await rig.login()
    #expect(rig.service.last(Self.token)?.form.first("code") == "X1")
    rig.user.browse { url in
      let state = (try? url.queryParameters())?.first("state") ?? ""
      return "https://app.example/cb?denied=access_denied&st=\(state)"
    }
    #expect(await rig.failure()?.code == .accessDenied)
  }

  @Test
  func `an answer without a state counts only where the descriptor says so`() async throws {
    let bare: @Sendable (URI) -> String? = { _ in "https://app.example/cb?code=C0DE" }
    let lax = try rig("callback = { missing_state = 'accepted' }")
    lax.user.browse(bare)
    _ = try await lax.login()
    #expect(
      try lax.engine.descriptor("shop").loosened.map(\.field) == [
        "oauth2.callback.missing_state"
      ]
    )
    lax.user.browse { _ in "https://app.example/cb?code=C0DE&state=other" }
    var request = LoginRequest(provider: "shop")
    request.timeout = 1
    await #expect(throws: AuthRunError.self) {
      _ = try await lax.engine.login(request, interaction: lax.user)
    }
  }

  @Test
  func `the digest over the callback must hold`() async throws {
    let rig = try rig("callback = { hmac = { param = 'hmac' }, keep = { 'shop' } }")
    let hashing = rig.engine.tools.hashing
    @Sendable
    func callback(_ url: URI, shop: String) -> String? {
      let state = (try? url.queryParameters())?.first("state") ?? ""
      let text = "code=C0DE&shop=a.example&state=\(state)"
      let digest = hashing.hmac(.sha256, key: Array("s3cret-value".utf8), Array(text.utf8))
      return
        "https://app.example/cb?code=C0DE&hmac=\(Hex.encode(digest))&shop=\(shop)&state=\(state)"
    }
    rig.user.browse { callback($0, shop: "a.example") }
    #expect(try await rig.login().credential.extras["shop"] == "a.example")
    rig.user.browse { callback($0, shop: "b.example") }
    var request = LoginRequest(provider: "shop")
    request.timeout = 1
    await #expect(throws: AuthRunError.self) {
      _ = try await rig.engine.login(request, interaction: rig.user)
    }
  }

  @Test
  func `details, resources and the audience are asked for`() async throws {
    let rig = try rig(
      """
      rar = { { type = "payment", creditor = "{who}" } }, audience = "aud",
      resource = { "https://r1.example", "https://r2.example" }, response_mode = "form_post",
      """,
      "options = { who = { default = 'me' } },"
    )
    _ = try await rig.login()
    let asked = rig.user.asked
    #expect(asked.first("authorization_details") == #"[{"creditor":"me","type":"payment"}]"#)
    #expect(asked.values("resource") == ["https://r1.example", "https://r2.example"])
    #expect(asked.first("audience") == "aud" && asked.first("response_mode") == "form_post")
    let sent = try #require(rig.service.last(Self.token)?.form)
    #expect(sent.values("resource").count == 2 && sent.first("authorization_details") == nil)
  }

  @Test
  func `a second request trades the first token for the one to keep`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a", token = "\(Self.token)", client_auth = "post",
        extend = {
          url = "https://graph.example/access_token", method = "GET", drop = { "client_id" },
          params = { grant_type = "ig_exchange_token" },
        },
        refresh = {
          url = "https://graph.example/refresh_access_token", method = "GET", auth = "none",
          params = { grant_type = "ig_refresh_token" }, rename = { refresh_token = "access_token" },
        },
        refresh_token = { use = "access_token" },
      },
      """
    )
    rig.service.on("POST", Self.token, json: ["access_token": "SH0RT", "user_id": 17_841])
    rig.service.on(
      "GET",
      "https://graph.example/access_token",
      json: ["access_token": "L0NG", "expires_in": 5_183_944]
    )
    let outcome = try await rig.login()
    #expect(outcome.credential.accessToken.text == "L0NG")
    let traded = try #require(rig.service.last("https://graph.example/access_token")?.query)
    #expect(
      traded.pairs.map(\.nameText).sorted() == ["access_token", "client_secret", "grant_type"]
    )
    #expect(traded.first("access_token") == "SH0RT")
    rig.service.on(
      "GET",
      "https://graph.example/refresh_access_token",
      json: ["access_token": "L0NG-2", "expires_in": 5_183_944]
    )
    #expect(try await rig.token(force: true).accessToken.text == "L0NG-2")
    let renewed = try #require(
      rig.service.last("https://graph.example/refresh_access_token")?.query
    )
    #expect(
      renewed == Parameters([("grant_type", "ig_refresh_token"), ("access_token", "L0NG")])
    )
  }

  @Test
  func `a token that is never renewed asks for a login once it is over`() async throws {
    let rig = try rig("refresh_token = { use = 'none' }")
    _ = try await rig.login()
    rig.clock.advance(4_000)
    await #expect(throws: AuthRunError.self) { _ = try await rig.token() }
    #expect(rig.service.requests.count == 1)
  }

  @Test
  func `the user's password is traded once and not kept`() async throws {
    let rig = try LoginRig(
      "oauth2 = { token = '\(Self.token)', grants = { 'password' }, client_auth = 'none' },",
      redirect: ""
    )
    rig.service.on("POST", Self.token, json: .grant)
    let outcome = try await rig.login(["client_id": "ID", "username": "u", "password": "pw-12345"])
    let sent = try #require(rig.service.last(Self.token)?.form)
    #expect(
      sent
        == Parameters([
          ("grant_type", "password"), ("username", "u"), ("password", "pw-12345"),
          ("client_id", "ID"),
        ])
    )
    #expect(outcome.credential.options["password"] == nil)
  }

  @Test
  func `a scheme or a window is refused in clear words, and the next way is taken`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = { authorize = "https://as.example/a", token = "\(Self.token)" },
      capture = {
        { via = "scheme", redirect_uri = "shop.example:/cb" }, "webview",
        { via = "paste", redirect_uri = "https://app.example/cb" },
      },
      """,
      redirect: ""
    )
    rig.service.on("POST", Self.token, json: .grant)
    _ = try await rig.login()
    #expect(rig.user.warnings.contains { $0.contains("shop.example:/cb") })
    #expect(rig.user.warnings.contains { $0.contains("a window of its own") })
    let error = await rig.failure(capture: "scheme")
    #expect(error?.code == .inputInvalid && error?.hint?.contains("--capture paste") == true)
  }
}
