import Crypto
import Standards
import Testing

@testable import Login
@testable import Providers

/// Kinds without a browser: signed tokens, keys, names with passwords; and what follows a login.
@Suite(.timeLimit(.minutes(10)))
struct OtherKindsTests {
  @Test
  func `a signed token is traded, with itself in the Authorization field`() async throws {
    let keys = try TestKeys.pem(nil)
    let rig = try LoginRig(
      """
      options = { app_id = { required = true }, installation = { pattern = "[0-9]+" } },
      jwt = {
        alg = "RS256", claims = { iss = "{app_id}" }, backdate = 60, lifetime = 600,
        exchange = {
          url = "https://api.example/app/installations/{installation}/access_tokens",
          assertion = "bearer", body = "json",
        },
        response = { access_token = "/token", expires_at = "/expires_at", expiry_unit = "rfc3339" },
      },
      request = { base = "https://api.example" },
      """,
      redirect: ""
    )
    let url = "https://api.example/app/installations/42/access_tokens"
    rig.service.on(
      "POST",
      url,
      json: ["token": "ghs_1", "expires_at": "2027-01-15T09:00:00Z"],
      status: 201
    )
    let options = ["app_id": "7", "installation": "42", "private_key": keys.pem]
    let outcome = try await rig.login(options)
    #expect(outcome.credential.accessToken.text == "ghs_1" && outcome.credential.kind == .jwt)
    let sent = try #require(rig.service.last(url))
    #expect(sent.text == "{}" && sent.headers["Content-Type"] == "application/json")
    let token = sent.headers["Authorization"].map { String($0.dropFirst(7)) }
    let claims = try TestKeys.verified(token, keys.key, .rs256).claims
    #expect(claims["iss"] == "7" && claims["iat"] == 1_799_999_940)
    #expect(claims["exp"] == 1_800_000_540)
    // It is made anew without anybody's help.
    _ = try await rig.token(force: true)
    #expect(rig.service.requests.count == 2)
  }

  @Test
  func `a service account's file gives key and id, and scopes are a claim`() async throws {
    let keys = try TestKeys.pem(nil)
    let file: JSONValue = [
      "type": "service_account", "private_key_id": "kid-1", "private_key": .string(keys.pem),
      "client_email": "robot@project.example",
    ]
    let rig = try LoginRig(
      """
      options = { client_email = { required = true } },
      jwt = {
        claims = { iss = "{client_email}", aud = "{$token_url}", scope = "{$scope}" }, lifetime = 3600,
        exchange = "https://oauth2.example/token", scopes = { "a", "b" },
      },
      """,
      redirect: ""
    )
    rig.service.on("POST", "https://oauth2.example/token", json: ["access_token": "ya29"])
    _ = try await rig.login(
      ["client_email": "robot@project.example", "private_key": file.serialized]
    )
    let form = try #require(rig.service.last("https://oauth2.example/token")?.form)
    #expect(form.first("grant_type") == "urn:ietf:params:oauth:grant-type:jwt-bearer")
    let token = try TestKeys.verified(form.first("assertion"), keys.key, .rs256)
    #expect(token.header["kid"] == "kid-1" && token.claims["scope"] == "a b")
    #expect(token.claims["aud"] == "https://oauth2.example/token")
  }

  @Test
  func `a token of one's own goes with each request, and is new once it is over`() async throws {
    let rig = try LoginRig(
      """
      options = { id = { required = true } },
      jwt = { alg = "HS256", key = "hex", kid = "{id}", claims = { aud = "/admin/" }, lifetime = 300 },
      request = { base = "https://api.example", token = { header = "Authorization", prefix = "Ghost " } },
      """,
      redirect: ""
    )
    rig.service.on("GET", "https://api.example/me", json: [:])
    let secret = String(repeating: "ab", count: 32)
    _ = try await rig.login(["id": "64f", "private_key": secret])
    _ = try await rig.get("/me")
    let key = JWK(.symmetric(Secret([UInt8](repeating: 0xAB, count: 32))))
    let first = rig.service.last("https://api.example/me")?.headers["Authorization"] ?? ""
    let token = try TestKeys.verified(String(first.dropFirst(6)), key, .hs256)
    #expect(token.header["kid"] == "64f" && token.claims["aud"] == "/admin/")
    rig.clock.advance(400)
    _ = try await rig.get("/me")
    #expect(rig.service.last("https://api.example/me")?.headers["Authorization"] != first)
  }

  @Test
  func `the fingerprint of the public key may be part of a claim`() async throws {
    let keys = try TestKeys.pem(nil)
    let rig = try LoginRig(
      """
      options = { user = { required = true } },
      jwt = { claims = { iss = "{user}.{$key_fingerprint}", sub = "{user}" } },
      request = { base = "https://api.example" },
      """,
      redirect: ""
    )
    let outcome = try await rig.login(["user": "ACC.ANN", "private_key": keys.pem])
    let der = try PEM(KeyPEM.write(keys.key, as: .subjectPublicKeyInfo)).content.bytes
    let digest = Base64.encode(OpenSSLHashing().digest(.sha256, der))
    let claims = try JWTClaims.unverified(outcome.credential.accessToken.text).claims
    #expect(claims["iss"] == .string("ACC.ANN.SHA256:\(digest)"))
  }

  @Test
  func `a key goes where the descriptor says, and is tried before it is stored`() async throws {
    let rig = try LoginRig(
      """
      kind = "api_key", api_key = { verify = "/me" },
      options = { app_key = { type = "secret", required = true } },
      request = {
        base = "https://api.example", token = { header = "DD-API-KEY" },
        headers = { ["DD-APPLICATION-KEY"] = "{app_key}" },
      },
      """,
      redirect: ""
    )
    rig.service.on("GET", "https://api.example/me") { request in
      .json([:], status: request.headers["DD-API-KEY"] == "K3Y-good" ? 200 : 403)
    }
    let error = await rig.failure(["api_key": "K3Y-bad", "app_key": "A-1234"])
    #expect(error?.code == .invalidCredentials)
    #expect(try rig.engine.accounts().isEmpty)
    let outcome = try await rig.login(["api_key": "K3Y-good", "app_key": "A-1234"])
    #expect(outcome.credential.kind == .apiKey && outcome.credential.expiresAt == nil)
    #expect(
      rig.service.last("https://api.example/me")?.headers["DD-APPLICATION-KEY"] == "A-1234"
    )
  }

  @Test
  func
    `the descriptor's Accept goes with verify, look-ups and identity, and ours where it has none`()
    async throws
  {
    func accepted(_ request: String, _ own: String = "") async throws -> [String?] {
      let rig = try LoginRig(
        """
        kind = "api_key", api_key = { verify = "/verify" },
        request = { base = "https://api.example"\(request) },
        lookups = { { get = "/lookup"\(own), keep = { "/x" } } },
        identity = { get = "/me"\(own), id = "/id" },
        """,
        redirect: ""
      )
      let paths = ["verify", "lookup", "me"]
      for path in paths {
        rig.service.on("GET", "https://api.example/\(path)", json: ["id": 1])
      }
      _ = try await rig.login(["api_key": "K3Y-good"])
      return paths.map { rig.service.last("https://api.example/\($0)")?.headers["Accept"] }
    }
    let constant = #", headers = { accept = "application/vnd.shop+json" }"#
    let vendor = "application/vnd.shop+json"
    #expect(try await accepted(constant) == [vendor, vendor, vendor])
    #expect(try await accepted("") == Array(repeating: "application/json", count: 3))
    let own = #", headers = { Accept = "text/json" }"#
    #expect(try await accepted(constant, own) == [vendor, "text/json", "text/json"])
  }

  @Test
  func `a name and a password, in the form that the service wants`() async throws {
    let rig = try LoginRig(
      """
      options = { email = { required = true }, api_token = { type = "secret", required = true } },
      basic = { username = "{email}/token", password = "{api_token}" },
      request = { base = "https://api.example" },
      """,
      redirect: ""
    )
    rig.service.on("GET", "https://api.example/me", json: [:])
    _ = try await rig.login(["email": "a@b.example", "api_token": "t0ken"])
    _ = try await rig.get("/me")
    let expected = Base64.encode(Array("a@b.example/token:t0ken".utf8))
    #expect(
      rig.service.last("https://api.example/me")?.headers["Authorization"] == "Basic \(expected)"
    )
    let options = try rig.engine.descriptor("shop").options.map(\.name)
    #expect(options == ["api_token", "email"])
  }

  @Test
  func `a look-up finds the tenant, and what the user gave stays`() async throws {
    let rig = try LoginRig(
      """
      options = { tenant = { pattern = "[a-z0-9-]+" }, site = {} },
      oauth2 = { authorize = "https://as.example/a", token = "https://as.example/token" },
      request = { base = "https://api.example", headers = { ["Xero-Tenant-Id"] = "{tenant}" } },
      lookups = {
        { get = "/connections", list = "", match = { ["/name"] = "{site}" },
          set = { tenant = "/tenantId" }, keep = { "/name" } },
      },
      """
    )
    rig.service.on("POST", "https://as.example/token", json: .grant)
    rig.service.on(
      "GET",
      "https://api.example/connections",
      json: [["tenantId": "t-1", "name": "One"], ["tenantId": "t-2", "name": "Two"]]
    )
    rig.service.on("GET", "https://api.example/me", json: [:])
    let outcome = try await rig.login()
    #expect(outcome.credential.options.text("tenant") == "t-1")
    _ = try await rig.get("/me")
    #expect(rig.service.last("https://api.example/me")?.headers["Xero-Tenant-Id"] == "t-1")
    let client = ["client_id": "ID", "client_secret": "s3cret-value"]
    let second = try await rig.login(client.merging(["site": "Two"]) { $1 })
    #expect(second.credential.options.text("tenant") == "t-2")
    #expect(second.credential.extras["name"] == "Two")
    let third = try await rig.login(client.merging(["tenant": "mine"]) { $1 })
    #expect(third.credential.options.text("tenant") == "mine")
    let error = await rig.failure(client.merging(["site": "Nowhere"]) { $1 })
    #expect(error?.step == "lookup" && error?.code == .providerRefused)
  }

  @Test
  func `a look-up may lead to the API's host, if the option allows it`() async throws {
    let rig = try LoginRig(
      """
      options = { api = { type = "url", pattern = "https://[a-z0-9]+\\\\.api\\\\.mail\\\\.example" } },
      oauth2 = { authorize = "https://as.example/a", token = "https://as.example/token" },
      request = { base = "{api}/3.0" },
      lookups = {
        { get = "https://as.example/metadata", token = { header = "Authorization", prefix = "OAuth " },
          set = { api = "/api_endpoint" } },
      },
      """
    )
    rig.service.on("POST", "https://as.example/token", json: .grant)
    rig.service.on(
      "GET",
      "https://as.example/metadata",
      json: ["dc": "us6", "api_endpoint": "https://us6.api.mail.example"]
    )
    rig.service.on("GET", "https://us6.api.mail.example/3.0/ping", json: [:])
    _ = try await rig.login()
    #expect(
      rig.service.last("https://as.example/metadata")?.headers["Authorization"] == "OAuth T0KEN-1"
    )
    #expect(try await rig.get("/ping").status == 200)
    rig.service.on(
      "GET",
      "https://as.example/metadata",
      json: ["api_endpoint": "https://evil.example"]
    )
    let error = await rig.failure()
    #expect(error?.code == .protocol && error?.step == "lookup")
  }

  @Test
  func `a client registers itself once, and is the same at the next login`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a", token = "https://as.example/token", client_auth = "none",
        registration = { url = "https://as.example/register", client = { software_id = "x1" } },
        scopes = { "s" },
      },
      """
    )
    rig.service.on(
      "POST",
      "https://as.example/register",
      json: ["client_id": "REG-1", "client_secret": ""],
      status: 201
    )
    rig.service.on("POST", "https://as.example/token", json: .grant)
    let outcome = try await rig.login([:])
    #expect(outcome.credential.options.text("client_id") == "REG-1")
    let sent = try #require(rig.service.last("https://as.example/register")?.json)
    #expect(sent["redirect_uris"] == ["https://app.example/cb"])
    #expect(sent["token_endpoint_auth_method"] == "none" && sent["software_id"] == "x1")
    #expect(sent["grant_types"] == ["authorization_code", "refresh_token"])
    _ = try await rig.login([:])
    #expect(rig.user.asked.first("client_id") == "REG-1")
    let count = rig.service.requests.filter { $0.url.path == "/register" }.count
    #expect(count == 1)
    _ = try await rig.login(["client_id": "MINE"])
    #expect(rig.user.asked.first("client_id") == "MINE")
  }

  @Test
  func `a refused registration keeps the provider's words`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a", token = "https://as.example/token", client_auth = "none",
        registration = "https://as.example/register",
      },
      """
    )
    rig.service.on(
      "POST",
      "https://as.example/register",
      json: ["error": "invalid_redirect_uri", "error_description": "https only"],
      status: 400
    )
    let error = await rig.failure([:])
    #expect(error?.code == .providerRefused && error?.providerError == "invalid_redirect_uri")
  }

  @Test
  func `what a token is worth is asked as the descriptor says`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a", token = "https://as.example/token",
        introspect = "https://as.example/introspect",
      },
      """
    )
    rig.service.on("POST", "https://as.example/token", json: .grant)
    rig.service.on(
      "POST",
      "https://as.example/introspect",
      json: ["active": true, "scope": "a", "exp": 1_800_003_600]
    )
    _ = try await rig.login()
    let answer = try await rig.engine.introspect(AccountID(provider: "shop"))
    #expect(answer.isActive && answer.expiresAt == Timestamp(seconds: 1_800_003_600))
    let sent = try #require(rig.service.last("https://as.example/introspect"))
    #expect(sent.form.first("token") == "T0KEN-1")
    #expect(sent.headers["Authorization"]?.hasPrefix("Basic ") == true)
  }

  @Test
  func `a revocation goes by the method and the proof that the descriptor names`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a", token = "https://as.example/token",
        revoke = { url = "https://graph.example/me/permissions", method = "DELETE", auth = "bearer",
          drop = { "token", "token_type_hint" } },
      },
      """
    )
    rig.service.on("POST", "https://as.example/token", json: .grant)
    rig.service.on("DELETE", "https://graph.example/me/permissions", json: ["success": true])
    _ = try await rig.login()
    let result = try await rig.engine.logout(AccountID(provider: "shop"), local: false)
    #expect(result == .revoked)
    let sent = try #require(rig.service.last("https://graph.example/me/permissions"))
    #expect(sent.headers["Authorization"] == "Bearer T0KEN-1")
    #expect(sent.url.query == nil && sent.body.isEmpty)
  }
}
