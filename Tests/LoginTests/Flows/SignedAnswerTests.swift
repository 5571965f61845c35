import Crypto
import Standards
import Testing

@testable import Login
@testable import Providers

/// Answers that a provider signs: userinfo (OpenID Connect Core §5.3.2) and introspection (RFC 9701).
@Suite(.timeLimit(.minutes(1)))
struct SignedAnswerTests {
  private static let issuer = "https://op.example"
  private static let introspection = "application/token-introspection+jwt"
  private let key: JWK

  init() throws {
    var key = try KeyGenerator.key(on: .p256)
    key.keyID = "k1"
    self.key = key
  }

  private func rig(_ oauth2: String = "") throws -> LoginRig {
    let rig = try LoginRig(
      "kind = 'oidc', oauth2 = { issuer = '\(Self.issuer)', scopes = { 'openid' }, \(oauth2) },"
    )
    rig.service.on(
      "GET",
      "https://op.example/.well-known/openid-configuration",
      json: [
        "issuer": .string(Self.issuer), "authorization_endpoint": "https://op.example/auth",
        "token_endpoint": "https://op.example/token", "jwks_uri": "https://op.example/keys",
        "userinfo_endpoint": "https://op.example/me",
        "introspection_endpoint": "https://op.example/introspect",
        "id_token_signing_alg_values_supported": ["ES256"],
        "userinfo_signing_alg_values_supported": ["none", "HS256", "ES256"],
      ]
    )
    let publicKey = key.publicKey?.members(includingPrivate: false) ?? JSONObject()
    rig.service.on("GET", "https://op.example/keys", json: ["keys": [.object(publicKey)]])
    let (key, user) = (key, rig.user)
    rig.service.on("POST", "https://op.example/token") { _ in
      var claims: JSONObject = [
        "iss": .string(Self.issuer), "aud": "ID", "sub": "user-1", "iat": 1_800_000_000,
        "exp": 1_800_003_600,
      ]
      claims["nonce"] = user.asked.first("nonce").map { .string($0) }
      return .json([
        "access_token": "T0KEN-1", "token_type": "Bearer",
        "id_token": .string(try TestKeys.sign(claims, key, .es256)),
      ])
    }
    return rig
  }

  private func play(
    _ rig: LoginRig,
    _ method: String,
    _ path: String,
    _ type: String,
    _ token: String
  ) {
    rig.service.on(method, "https://op.example/\(path)") { _ in
      HTTPResponse(
        status: 200,
        headers: HTTPFields([HTTPField("Content-Type", type)]),
        body: Array(token.utf8)
      )
    }
  }

  /// The name that a login finds with this token for userinfo, and what it warns of.
  private func login(
    _ token: String,
    type: String = "application/jwt; charset=utf-8"
  ) async throws -> (name: String?, warnings: [String]) {
    let rig = try rig()
    play(rig, "GET", "me", type, token)
    let outcome = try await rig.login()
    return (outcome.credential.identity?.name, rig.user.warnings)
  }

  private static let person: JSONObject = [
    "iss": .string(issuer), "aud": ["other", "ID"], "sub": "user-1", "name": "Ann",
  ]

  @Test
  func `signed userinfo names the person once its signature holds`() async throws {
    let signed = try await login(TestKeys.sign(Self.person, key, .es256))
    #expect(signed.name == "Ann" && !signed.warnings.contains { $0.contains("valid") })
    // It should name issuer and audience, and need not.
    let bare: JSONObject = ["sub": "user-1", "name": "Ann"]
    #expect(try await login(TestKeys.sign(bare, key, .es256)).name == "Ann")
    // What calls itself JSON is JSON.
    let other = try await login(TestKeys.sign(Self.person, key, .es256), type: "application/json")
    #expect(other.name == nil && other.warnings.contains { $0.contains("not JSON") })
  }

  @Test(
    arguments: [
      ("iss", "https://evil.example", "another issuer"), ("aud", "other", "not for this client"),
      ("exp", 1_799_000_000, "expired"), ("sub", "user-2", "another user"),
    ] as [(String, JSONValue, String)]
  )
  func `signed userinfo that fails a check names nobody`(
    claim: String,
    value: JSONValue,
    words: String
  ) async throws {
    var claims = Self.person
    claims[claim] = value
    let result = try await login(TestKeys.sign(claims, key, .es256))
    #expect(result.name == nil)
    #expect(result.warnings.contains { $0.contains(words) }, "\(result.warnings)")
  }

  @Test
  func `neither another's signature nor none, nor the client's secret, vouches for userinfo`()
    async throws
  {
    var stranger = try KeyGenerator.key(on: .p256)
    stranger.keyID = "k1"
    let head = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
    let body = Base64URL.encode(Self.person.serializedBytes)
    let shared = JWK(.symmetric(Secret("s3cret-value-that-is-long-enough-for-it")))
    for token in [
      try TestKeys.sign(Self.person, stranger, .es256), "\(head).\(body).",
      try TestKeys.sign(Self.person, shared, .hs256), "a.b.c.d.e", "no token",
    ] {
      let result = try await login(token)
      #expect(result.name == nil)
      #expect(
        result.warnings.contains { $0.contains("the signed answer is not valid") },
        "\(token)"
      )
      #expect(!result.warnings.contains { $0.contains(body) })
    }
  }

  @Test
  func `a signed introspection is verified, and of its own type`() async throws {
    let rig = try rig("introspect = { headers = { Accept = '\(Self.introspection)' } }")
    _ = try await rig.login()
    func introspect(_ claims: JSONObject, _ key: JWK, _ type: String) async throws -> Introspection
    {
      let token = try TestKeys.sign(claims, key, .es256, header: ["typ": .string(type)])
      play(rig, "POST", "introspect", Self.introspection, token)
      return try await rig.engine.introspect(AccountID(provider: "shop"))
    }
    let type = "token-introspection+jwt"
    let claims: JSONObject = [
      "iss": .string(Self.issuer), "aud": "ID", "iat": 1_800_000_000,
      "token_introspection": ["active": true, "scope": "a"],
    ]
    let answer = try await introspect(claims, key, type)
    #expect(answer.isActive && answer.members["scope"] == "a" && answer.members["iss"] == nil)
    let sent = rig.service.last("https://op.example/introspect")
    #expect(sent?.headers["Accept"] == Self.introspection)
    var faults = [(claims, try KeyGenerator.key(on: .p256), type), (claims, key, "JWT")]
    for (name, value) in [
      ("iss", "https://evil.example"), ("aud", "other"), ("iat", nil), ("iss", nil), ("aud", nil),
      ("token_introspection", "active"),
    ] as [(String, JSONValue?)] {
      var changed = claims
      changed[name] = value
      faults.append((changed, key, type))
    }
    for (claims, key, type) in faults {
      let error = await #expect(throws: AuthRunError.self) {
        _ = try await introspect(claims, key, type)
      }
      #expect(error?.code == .jwtInvalid && error?.step == "introspect", "\(claims)")
    }
  }
}
