import Crypto
import Standards
import Testing

@testable import Login
@testable import Providers

/// Discovery and ID tokens of one provider, as its descriptor asks.
@Suite(.timeLimit(.minutes(10)))
struct OpenIDTests {
  private static let issuer = "https://op.example"
  private let key: JWK

  init() throws {
    var key = try KeyGenerator.key(on: .p256)
    key.keyID = "k1"
    self.key = key
  }

  /// A provider whose ID tokens hold what `change` makes of a sound one.
  private func rig(
    oidc: String = "",
    oauth2: String = "scopes = { 'openid' },",
    metadata changes: JSONObject = JSONObject(),
    rest: String = "",
    algorithm: SignatureAlgorithm = .es256,
    signingKey: JWK? = nil,
    _ change: @escaping @Sendable (inout JSONObject) -> Void = { _ in }
  ) throws -> LoginRig {
    let rig = try LoginRig(
      "kind = 'oidc', oauth2 = { issuer = '\(Self.issuer)', \(oauth2) }, oidc = { \(oidc) }, \(rest)"
    )
    var metadata: JSONObject = [
      "issuer": .string(Self.issuer), "authorization_endpoint": "https://op.example/auth",
      "token_endpoint": "https://op.example/token", "jwks_uri": "https://op.example/keys",
      "userinfo_endpoint": "https://op.example/me",
      "id_token_signing_alg_values_supported": ["RS256", "ES256"],
    ]
    for member in changes.members { metadata[member.name] = member.value }
    rig.service.on(
      "GET",
      "https://op.example/.well-known/openid-configuration",
      json: .object(metadata)
    )
    let publicKey = key.publicKey?.members(includingPrivate: false) ?? JSONObject()
    rig.service.on("GET", "https://op.example/keys", json: ["keys": [.object(publicKey)]])
    let signing = signingKey ?? key
    let user = rig.user
    rig.service.on("POST", "https://op.example/token") { request in
      let isRefresh = request.form.first("grant_type") == "refresh_token"
      var claims: JSONObject = [
        "iss": .string(Self.issuer), "aud": "ID", "sub": "user-1", "iat": 1_800_000_000,
        "exp": 1_800_003_600,
      ]
      if !isRefresh { claims["nonce"] = user.asked.first("nonce").map { .string($0) } }
      change(&claims)
      let idToken = try TestKeys.sign(claims, signing, algorithm)
      return .json([
        "access_token": isRefresh ? "T0KEN-2" : "T0KEN-1", "token_type": "Bearer",
        "expires_in": 60, "refresh_token": "R3FRESH-1", "id_token": .string(idToken),
      ])
    }
    return rig
  }

  @Test
  func `a name of the ID token is still known when userinfo is asked, and has none`() async throws {
    let rig = try rig { claims in
      claims["name"] = "Ada"
      claims["preferred_username"] = ""
    }
    let account = AccountID(provider: "shop")
    #expect(try await rig.login().credential.identity == Identity(id: "user-1", name: "Ada"))
    rig.service.on(
      "GET",
      "https://op.example/me",
      json: ["sub": "user-1", "preferred_username": "ada", "email": "ada@op.example"]
    )
    #expect(
      try await rig.engine.identity(of: account)
        == Identity(id: "user-1", login: "ada", name: "Ada", email: "ada@op.example")
    )
    rig.service.on("GET", "https://op.example/me", json: ["sub": "user-2", "name": "Eve"])
    let error = await #expect(throws: AuthRunError.self) {
      _ = try await rig.engine.identity(of: account)
    }
    #expect(error?.code == .idTokenInvalid)
  }

  @Test
  func `metadata of another issuer names the expected one once`() async throws {
    let rig = try rig(
      oidc: "issuer = '\(Self.issuer)'",
      metadata: ["issuer": "https://evil.example"]
    )
    let error = await rig.failure()
    #expect(error?.code == .issuerMismatch)
    #expect(
      error?.message.hasSuffix("that of the issuer https://evil.example, not of \(Self.issuer)")
        == true,
      "\(error?.message ?? "")"
    )
  }

  @Test
  func `what is discovered is used, and kept for the refresh`() async throws {
    let rig = try rig { $0["preferred_username"] = "ann" }
    let outcome = try await rig.login()
    #expect(outcome.credential.identity == Identity(id: "user-1", login: "ann"))
    #expect(rig.user.authorizeURL?.text.hasPrefix("https://op.example/auth?") == true)
    #expect(rig.user.asked.first("nonce")?.utf8.count == 43)
    _ = try await rig.token(force: true)
    let discoveries = rig.service.requests.filter { $0.url.path.contains("well-known") }
    #expect(discoveries.count == 1)
  }

  @Test
  func `the other place is tried where OpenID Connect's is empty`() async throws {
    let rig = try LoginRig(
      "oauth2 = { issuer = 'https://op.example/tenant/', client_auth = 'none' },"
    )
    rig.service.on(
      "GET",
      "https://op.example/tenant/.well-known/openid-configuration",
      json: [
        "issuer": "https://op.example/tenant/", "authorization_endpoint": "https://op.example/a",
        "token_endpoint": "https://op.example/token",
        "authorization_response_iss_parameter_supported": true,
      ]
    )
    rig.service.on("POST", "https://op.example/token", json: .grant)
    rig.user.agree(adding: [("iss", "https://op.example/tenant/")])
    _ = try await rig.login(["client_id": "ID"])
    #expect(
      rig.service.requests.first?.url.text
        == "https://op.example/.well-known/oauth-authorization-server/tenant"
    )
  }

  @Test(arguments: [nil, "https://evil.example"])
  func `an answer that names no issuer, or another one, is refused`(issuer: String?) async throws {
    let rig = try rig(metadata: ["authorization_response_iss_parameter_supported": true])
    rig.user.agree(adding: issuer.map { [("iss", $0)] } ?? [])
    #expect(await rig.failure()?.code == .issuerMismatch)
  }

  @Test
  func `metadata of another issuer is refused before anything is sent`() async throws {
    let rig = try rig(metadata: ["issuer": "https://www.op.example/oauth"])
    #expect(await rig.failure()?.code == .issuerMismatch)
    #expect(rig.service.requests.count == 1)
  }

  @Test
  func `a host that the descriptor does not name is not reached`() async throws {
    let rig = try rig(metadata: ["token_endpoint": "https://tokens.elsewhere.example/t"])
    let error = await rig.failure()
    #expect(error?.code == .hostNotAllowed)
    #expect(error?.hint?.contains("tokens.elsewhere.example") == true)
    let named = try self.rig(
      metadata: ["jwks_uri": "https://keys.elsewhere.example/k"],
      rest: "hosts = { 'keys.elsewhere.example' },"
    )
    named.service.on(
      "GET",
      "https://keys.elsewhere.example/k",
      json: ["keys": [.object(key.publicKey?.members(includingPrivate: false) ?? JSONObject())]]
    )
    _ = try await named.login()
  }

  @Test(
    arguments: [
      ("iss", "https://evil.example", "another issuer"), ("aud", "other", "not for this client"),
      ("nonce", "other", "another login"), ("exp", 1_799_999_000, "expired"),
      ("azp", "other", "azp"), ("at_hash", "AAAA", "at_hash"), ("sub", .null, "sub"),
    ] as [(String, JSONValue, String)]
  )
  func `an ID token that fails a check ends the login`(
    claim: String,
    value: JSONValue,
    words: String
  ) async throws {
    let rig = try rig { $0[claim] = value == .null ? nil : value }
    let error = await rig.failure()
    #expect(error?.code == .idTokenInvalid)
    #expect(error?.message.contains(words) == true)
    #expect(try rig.engine.accounts().isEmpty)
  }

  @Test
  func `a nonce that is missing is refused, unless the descriptor says otherwise`() async throws {
    #expect(await (try rig { $0["nonce"] = nil }).failure()?.code == .idTokenInvalid)
    _ = try await rig(oidc: "nonce = 'optional'") { $0["nonce"] = nil }.login()
    let forbidden = try rig(oidc: "nonce = 'forbidden'") { $0["nonce"] = nil }
    _ = try await forbidden.login()
    #expect(forbidden.user.asked.first("nonce") == nil)
    let other = try rig(oidc: "nonce = 'optional'") { $0["nonce"] = "other" }
    #expect(await other.failure()?.code == .idTokenInvalid)
  }

  @Test
  func `HS256 holds only where the descriptor names it, and never with a public key`() async throws
  {
    let secret = String(repeating: "s", count: 32)
    let shared = JWK(.symmetric(Secret(secret)))
    let options = ["client_id": "ID", "client_secret": secret]
    let unnamed = try rig(algorithm: .hs256, signingKey: shared)
    #expect(await unnamed.failure(options)?.code == .idTokenInvalid)
    let named = try rig(
      oidc: "algorithms = { 'HS256', 'ES256' }",
      algorithm: .hs256,
      signingKey: shared
    )
    _ = try await named.login(options)
    // The key that everybody can read, taken for a secret (RFC 8725 §2.1).
    let pem = try KeyPEM.write(key, as: .subjectPublicKeyInfo)
    let confused = try rig(
      oidc: "algorithms = { 'HS256', 'ES256' }",
      algorithm: .hs256,
      signingKey: JWK(.symmetric(Secret(pem)))
    )
    #expect(await confused.failure(options)?.code == .idTokenInvalid)
  }

  @Test
  func `an algorithm that is not expected is refused`() async throws {
    let rig = try rig(oidc: "algorithms = { 'RS256' }")
    #expect(await rig.failure()?.code == .idTokenInvalid)
  }

  @Test
  func `an issuer with a place is filled in from the token's own claim`() async throws {
    let oidc = "issuer = 'https://op.example/{{tenantid}}/v2', issuer_claims = { tenantid = 'tid' }"
    let rig = try rig(oidc: oidc) {
      $0["tid"] = "t-42"
      $0["iss"] = "https://op.example/t-42/v2"
    }
    _ = try await rig.login()
    let other = try self.rig(oidc: oidc) {
      $0["tid"] = "t/../x"
      $0["iss"] = "https://op.example/t/../x/v2"
    }
    #expect(await other.failure()?.code == .idTokenInvalid)
  }

  @Test
  func `the age of the login is asked for and checked`() async throws {
    let fresh = try rig(oidc: "max_age = 60") { $0["auth_time"] = 1_799_999_990 }
    _ = try await fresh.login()
    #expect(fresh.user.asked.first("max_age") == "60")
    let old = try rig(oidc: "max_age = 60") { $0["auth_time"] = 1_799_990_000 }
    #expect(await old.failure()?.code == .idTokenInvalid)
  }

  @Test
  func `userinfo names the person, if it is the same one`() async throws {
    let rig = try rig()
    rig.service.on(
      "GET",
      "https://op.example/me",
      json: ["sub": "user-1", "name": "Ann", "email": "a@op.example"]
    )
    rig.service.on("POST", "https://op.example/me", json: [:])
    let spec = try rig.engine.descriptor("shop").oauth2
    #expect(spec?.userinfo?.urls.isEmpty == true)
    let outcome = try await rig.login()
    #expect(outcome.credential.identity?.name == "Ann")
    rig.service.on("GET", "https://op.example/me", json: ["sub": "user-2", "name": "Eve"])
    _ = try await rig.login()
    #expect(rig.user.warnings.contains { $0.contains("another user") })
  }

  @Test
  func `a refresh that brings another user's ID token is refused`() async throws {
    let rig = try rig()
    _ = try await rig.login()
    let key = key
    rig.service.on("POST", "https://op.example/token") { _ in
      let claims: JSONObject = [
        "iss": .string(Self.issuer), "aud": "ID", "sub": "user-2", "iat": 1_800_000_000,
        "exp": 1_800_003_600,
      ]
      return .json([
        "access_token": "T0KEN-2", "id_token": .string(try TestKeys.sign(claims, key, .es256)),
      ])
    }
    await #expect(throws: AuthRunError.self) { _ = try await rig.token(force: true) }
    #expect(try await rig.token().accessToken.text == "T0KEN-1")
  }

  @Test
  func `a token response without an ID token is refused`() async throws {
    let rig = try rig()
    rig.service.on("POST", "https://op.example/token", json: .grant)
    let error = await rig.failure()
    #expect(error?.code == .idTokenInvalid && error?.hint?.contains("openid") == true)
  }
}
