import Foundation
import HTTP
import Standards
import Testing

@testable import Login
@testable import Providers

/// The inputs of public reports about provider descriptors that were wrong or too weak.
@Suite(.timeLimit(.minutes(10)))
struct ProviderReportTests {
  private static let token = "https://as.example/token"

  private func rig(
    _ oauth2: String = "",
    _ rest: String = "",
    redirect: String = "https://app.example/cb"
  ) throws -> LoginRig {
    try LoginRig(
      """
      oauth2 = { authorize = "https://as.example/a", token = "\(Self.token)", \(oauth2) },
      request = { base = "https://api.example" },
      \(rest)
      """,
      redirect: redirect
    )
  }

  private func credential(
    _ oauth2: String,
    _ answer: String,
    type: String = "application/json"
  ) async throws -> Credential {
    let rig = try rig(oauth2)
    rig.service.on("POST", Self.token) { _ in
      HTTPResponse(
        status: 200,
        headers: HTTPFields([HTTPField("Content-Type", type)]),
        body: Array(answer.utf8)
      )
    }
    return try await rig.login().credential
  }

  @Test(arguments: ["User Access Token", "Application Access Token"])
  func `requests-oauthlib 403: an odd token type still makes a bearer token`(
    type: String
  ) async throws {
    let rig = try rig()
    rig.service.on(
      "POST",
      Self.token,
      json: [
        "access_token": "T", "expires_in": 7200, "refresh_token": "R",
        "refresh_token_expires_in": 47_304_000, "token_type": .string(type),
      ]
    )
    rig.service.on("GET", "https://api.example/me", json: [:])
    _ = try await rig.login()
    _ = try await rig.get("/me")
    #expect(rig.service.last("https://api.example/me")?.headers["Authorization"] == "Bearer T")
  }

  @Test
  func `requests-oauthlib 509: zero is never where the descriptor says so, else now`()
    async throws
  {
    let body = #"{"access_token":"T","expires_in":0,"scope":null}"#
    let never = try await credential("response = { zero_means_never = true }", body)
    #expect(never.expiresAt == nil && never.grantedScopes.isEmpty)
    let now = try await credential("", body)
    #expect(now.expiresAt == Timestamp(seconds: 1_800_000_000))
  }

  @Test
  func `oauthlib 740: a token below the user, and a failure with status 200`() async throws {
    let slack = """
      response = {
        access_token = "/authed_user/access_token", token_type = "/authed_user/token_type",
        scope = "/authed_user/scope", error = { at = "/ok", is = false },
      }
      """
    let body =
      #"{"ok":true,"app_id":"A","authed_user":{"id":"U1","scope":"identify","access_token":"T","#
      + #""token_type":"user"},"team":{"id":"T1"}}"#
    let granted = try await credential(slack, body)
    #expect(granted.accessToken.text == "T" && granted.grantedScopes == ["identify"])
    let rig = try rig(slack)
    rig.service.on("POST", Self.token, json: ["ok": false, "error": "invalid_code"])
    let error = await rig.failure()
    #expect(error?.providerError == "invalid_code" && error?.code == .providerRefused)
  }

  @Test
  func `next-auth 8867: no token type, and an id of seventeen digits`() async throws {
    let granted = try await credential(
      "response = { keep = { '/user_id' } }",
      #"{"access_token":"IGT","user_id":17841400000000001}"#
    )
    #expect(granted.tokenType == "Bearer")
    #expect(granted.extras["user_id"]?.number?.text == "17841400000000001")
  }

  @Test
  func `next-auth 12655: JSON under text-plain, errors by a code`() async throws {
    let wechat = """
      response = { keep = { "/openid" },
        error = { at = "/errcode", code = "/errcode", message = "/errmsg" } }
      """
    let granted = try await credential(
      wechat,
      #"{"access_token":"T","expires_in":7200,"refresh_token":"R","openid":"o1","scope":"snsapi_login"}"#,
      type: "text/plain"
    )
    #expect(granted.refreshToken?.text == "R" && granted.extras["openid"] == "o1")
    let rig = try rig(wechat)
    rig.service.on("POST", Self.token, text: #"{"errcode":40029,"errmsg":"invalid code"}"#)
    let error = await rig.failure()
    #expect(error?.providerError == "40029" && error?.message == "40029: invalid code")
  }

  @Test
  func `next-auth 8831: a wrong client is told, and PKCE can be left out`() async throws {
    let rig = try rig("pkce = 'forbidden'")
    rig.service.on("POST", Self.token) { request in
      request.form.first("code_verifier") == nil
        ? .json(.grant) : .json(["error": "invalid_client"], status: 401)
    }
    _ = try await rig.login()
    #expect(rig.user.asked.first("code_challenge") == nil)
  }

  @Test
  func `better-auth 4509: a secret in the authorize URL is refused when the file is read`()
    async throws
  {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = { url = "https://as.example/a", params = { client_secret = "{client_secret}" } },
        token = "\(Self.token)",
      },
      """
    )
    let error = await rig.failure()
    #expect(error?.code == .descriptorInvalid && error?.location?.hasPrefix("shop.lua:") == true)
    #expect(rig.service.requests.isEmpty)
  }

  @Test
  func `better-auth 10696: the renamed client in authorize, token and refresh`() async throws {
    let step = "rename = { client_id = 'client_key' }"
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = { url = "https://as.example/a", \(step) },
        token = { url = "\(Self.token)", \(step) }, client_auth = "post",
      },
      """
    )
    rig.service.on("POST", Self.token, json: .grant)
    _ = try await rig.login(["client_id": "K", "client_secret": "S"])
    let sent = try #require(rig.service.last(Self.token)?.form)
    #expect(
      sent.pairs.map(\.nameText).sorted() == [
        "client_key", "client_secret", "code", "code_verifier", "grant_type", "redirect_uri",
      ]
    )
    _ = try await rig.token(force: true)
    let renewed = try #require(rig.service.last(Self.token)?.form)
    #expect(renewed.first("client_key") == "K" && renewed.first("client_id") == nil)
  }

  @Test
  func `better-auth 5243: the answer as a form from another site`() async throws {
    let rig = try rig(
      "response_mode = 'form_post', callback = { keep = { 'user' } }",
      redirect: ""
    )
    rig.service.on("POST", Self.token, json: .grant)
    let posted = Task<HTTPResponse?, any Error> {
      while rig.user.authorizeURL == nil { try await Task.sleep(for: .milliseconds(5)) }
      let redirect = try URI(rig.user.asked.first("redirect_uri") ?? "")
      let form = Parameters([
        ("state", rig.user.asked.first("state") ?? ""), ("code", "C"),
        ("user", #"{"name":{"firstName":"A"}}"#),
      ])
      return try await HTTPClient().send(
        HTTPRequest(
          method: "POST",
          url: redirect,
          headers: HTTPFields([
            HTTPField("Content-Type", "application/x-www-form-urlencoded"),
            HTTPField("Origin", "https://appleid.example"),
          ]),
          body: Array(FormEncoding.encode(form).utf8)
        )
      )
    }
    rig.user.browse { _ in nil }
    let outcome = try await rig.login()
    #expect(try await posted.value?.status == 200)
    #expect(outcome.credential.extras["user"] == #"{"name":{"firstName":"A"}}"#)
    #expect(rig.service.last(Self.token)?.form.first("code") == "C")
  }

  @Test
  func `goth 36: the answer in the fragment, and a fragment that means nothing`() async throws {
    let fragment = try rig("response_mode = 'fragment'")
    fragment.service.on("POST", Self.token, json: .grant)
    fragment.user.browse { url in
      let state = (try? url.queryParameters())?.first("state") ?? ""
      return "https://app.example/cb#access_token=T&expires_in=5183944&code=C&state=\(state)"
    }
    _ = try await fragment.login()
    #expect(fragment.service.last(Self.token)?.form.first("code") == "C")
    let plain = try rig()
    plain.service.on("POST", Self.token, json: .grant)
    plain.user.browse { PlayedUser.agree($0).map { "\($0)#_=_" } }
    _ = try await plain.login()
    #expect(plain.service.last(Self.token)?.form.first("code") == "C0DE")
  }

  @Test
  func `arctic 251: commas between scopes, and the slash at the end of the path`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://www.tiktok.example/v2/auth/authorize/",
        token = "https://open.tiktok.example/v2/oauth/token/",
        scopes = { "user.info.basic", "user.info.stats" }, scope_separator = ",",
      },
      """
    )
    rig.service.on("POST", "https://open.tiktok.example/v2/oauth/token/", json: .grant)
    _ = try await rig.login()
    #expect(
      rig.user.authorizeURL?.text.contains("scope=user.info.basic%2Cuser.info.stats") == true
    )
  }

  @Test
  func `nango 482: an expired token without a refresh token is never handed out`() async throws {
    let rig = try rig()
    rig.service.on("POST", Self.token, json: ["access_token": "T", "expires_in": 10])
    _ = try await rig.login()
    rig.clock.advance(11)
    do {
      _ = try await rig.token()
      Issue.record("a stale token was handed out")
    } catch let error as AuthRunError {
      #expect(error.code == .loginNeeded && error.message.contains("expired"))
    }
  }

  @Test
  func `social-core 141: the redirect URI is sent byte for byte, twice`() async throws {
    let rig = try rig(redirect: "https://h.example/cb?keep=%7e")
    rig.service.on("POST", Self.token, json: .grant)
    _ = try await rig.login()
    #expect(rig.user.asked.first("redirect_uri") == "https://h.example/cb?keep=%7e")
    #expect(
      rig.service.last(Self.token)?.form.first("redirect_uri") == "https://h.example/cb?keep=%7e"
    )
  }

  @Test
  func `OAuthSwift 171: members of any type harm nothing`() async throws {
    let granted = try await credential(
      "",
      #"{"access_token":"T","expires_in":5183999,"extra":{"n":1},"flag":true,"x":null}"#
    )
    #expect(granted.expiresAt == Timestamp(seconds: 1_805_183_999))
  }

  @Test(arguments: [
    (
      #"{"error":"bad_verification_code","error_description":"The code is wrong or old.","error_uri":"https://e/x"}"#,
      "application/json", "bad_verification_code"
    ),
    (
      "error=bad_verification_code&error_description=The+code+is+wrong+or+old.",
      "application/x-www-form-urlencoded", "bad_verification_code"
    ),
    (#"{"error":"access_denied","error_description":""}"#, "application/json", "access_denied"),
  ])
  func `OAuthSwift 150: status 200 with an error alone`(
    body: String,
    type: String,
    code: String
  ) async throws {
    let rig = try rig()
    rig.service.on("POST", Self.token) { _ in
      HTTPResponse(
        status: 200,
        headers: HTTPFields([HTTPField("Content-Type", type)]),
        body: Array(body.utf8)
      )
    }
    #expect(await rig.failure()?.providerError == code)
  }

  @Test(arguments: [
    #"401 {"error":"invalid_request","error_description":"credentials in both places"}"#,
    #"400 {"errors":[{"message":"No client_id","code":6014}]}"#,
  ])
  func `golang oauth2 224: the client proves itself in one place, and the code is used once`(
    answer: String
  ) async throws {
    let rig = try rig("client_auth = 'basic'")
    rig.service.on(
      "POST",
      Self.token,
      text: String(answer.dropFirst(4)),
      status: Int(answer.prefix(3)) ?? 0
    )
    #expect(await rig.failure() != nil)
    #expect(rig.service.requests.count == 1)
    let sent = try #require(rig.service.last(Self.token))
    #expect(sent.headers["Authorization"] != nil && sent.form.first("client_secret") == nil)
  }

  @Test(
    arguments: [
      (#""expires_in":"599""#, 1_800_000_599), (#""expires_in":3.6e3"#, 1_800_003_600),
      (#""expires_in":-1"#, 1_799_999_999), (#""expires_in":"3600abc""#, nil),
      (#""a":1"#, nil), (#""expires_in":1e18"#, nil),
    ] as [(String, Int64?)]
  )
  func `simple-oauth2 115: lifetimes of all sorts`(member: String, end: Int64?) async throws {
    let granted = try await credential("", #"{"access_token":"T",\#(member)}"#)
    #expect(granted.expiresAt?.seconds == end)
  }

  @Test
  func `simple-oauth2 277: the end as a time since 1970`() async throws {
    let granted = try await credential(
      "response = { expires_at = '/expires_at' }",
      #"{"access_token":"T","expires_at":1568775134}"#
    )
    #expect(granted.expiresAt?.seconds == 1_568_775_134)
  }

  @Test
  func `Bdaya-Dev 170: a refresh token stays until another comes`() async throws {
    let rig = try rig()
    rig.service.on("POST", Self.token, json: .grant)
    _ = try await rig.login()
    rig.service.on("POST", Self.token, json: ["access_token": "T2", "refresh_token": ""])
    #expect(try await rig.token(force: true).refreshToken?.text == "R3FRESH-1")
    rig.service.on("POST", Self.token, json: ["access_token": "T3", "refresh_token": "R2"])
    #expect(try await rig.token(force: true).refreshToken?.text == "R2")
  }

  @Test
  func `social-core 1743: the device goes back with the code, the secret does not`() async throws {
    let rig = try rig(
      "client_auth = 'none', callback = { payload = 'payload', send = { device_id = 'device_id' } }"
    )
    rig.service.on("POST", Self.token, json: .grant)
    rig.user.agree(adding: [("device_id", "D")])
    _ = try await rig.login(["client_id": "ID"])
    let sent = try #require(rig.service.last(Self.token)?.form)
    #expect(sent.first("device_id") == "D" && sent.first("client_secret") == nil)
  }

  @Test
  func `grant 279: an envelope with a status, failures with HTTP 200`() async throws {
    let withings = """
      response = {
        access_token = "/body/access_token", refresh_token = "/body/refresh_token",
        expires_in = "/body/expires_in", scope = "/body/scope",
        error = { at = "/status", is_not = 0, code = "/status", message = "/error",
          invalid_grant = { 503 } },
      }, scope_separator = ","
      """
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a",
        token = { url = "\(Self.token)", params = { action = "requesttoken" } }, client_auth = "post",
        \(withings),
      },
      """
    )
    rig.service.on(
      "POST",
      Self.token,
      json: [
        "status": 0,
        "body": [
          "access_token": "T", "refresh_token": "R", "expires_in": 10_800,
          "scope": "user.info,user.metrics",
        ],
      ]
    )
    let granted = try await rig.login().credential
    #expect(granted.grantedScopes == ["user.info", "user.metrics"])
    #expect(rig.service.last(Self.token)?.form.first("action") == "requesttoken")
    rig.service.on("POST", Self.token, json: ["status": 503, "error": "Invalid refresh_token"])
    do {
      _ = try await rig.token(force: true)
      Issue.record("it was renewed")
    } catch let error as AuthRunError {
      #expect(error.code == .loginNeeded && error.providerError == "503")
    }
  }

  @Test
  func `a name that is a callback of a script is unwrapped`() async throws {
    let rig = try rig("response = { format = 'jsonp' }")
    rig.service.on(
      "POST",
      Self.token,
      text: #"callback( {"access_token":"T","expires_in":60} );"#
    )
    #expect(try await rig.login().credential.accessToken.text == "T")
    rig.service.on(
      "POST",
      Self.token,
      text: #"callback( {"error":100019,"error_description":"code to access token error"} );"#
    )
    #expect(await rig.failure()?.providerError == "100019")
  }
}
