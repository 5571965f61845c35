import Crypto
import HTTP
import Standards
import Testing

@testable import Login
@testable import Providers

/// How a client proves who it is, in the requests that it sends.
@Suite(.timeLimit(.minutes(10)))
struct ClientAuthenticationTests {
  private static let token = "https://as.example/token"

  private func rig(_ authentication: String, _ more: String = "") throws -> LoginRig {
    let rig = try LoginRig(
      """
      kind = "client_credentials",
      oauth2 = { token = "\(Self.token)", client_auth = "\(authentication)", \(more) },
      """,
      redirect: ""
    )
    rig.service.on("POST", Self.token, json: ["access_token": "T0KEN-1", "expires_in": 60])
    return rig
  }

  @Test
  func `the secret as the user's name`() async throws {
    let rig = try rig("basic_secret")
    _ = try await rig.login()
    let sent = try #require(rig.service.last(Self.token))
    #expect(sent.headers["Authorization"] == "Basic \(Base64.encode(Array("s3cret-value:".utf8)))")
    #expect(sent.text == "grant_type=client_credentials")
  }

  @Test
  func `an assertion signed with a private key, new for each request`() async throws {
    let keys = try TestKeys.pem()
    let rig = try rig("private_key_jwt", "client_assertion = { kid = 'k1', lifetime = 120 }")
    let options = ["client_id": "ID", "private_key": keys.pem]
    _ = try await rig.login(options)
    let sent = try #require(rig.service.last(Self.token))
    #expect(sent.headers["Authorization"] == nil && sent.form.first("client_secret") == nil)
    #expect(
      sent.form.first("client_assertion_type")
        == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    )
    let first = try TestKeys.verified(sent.form.first("client_assertion"), keys.key, .es256)
    #expect(first.claims["iss"] == "ID" && first.claims["sub"] == "ID")
    #expect(first.claims["aud"] == .string(Self.token))
    #expect(first.claims["exp"] == 1_800_000_120 && first.header["kid"] == "k1")
    _ = try await rig.token(force: true)
    let second = try TestKeys.verified(
      rig.service.last(Self.token)?.form.first("client_assertion"),
      keys.key,
      .es256
    )
    #expect(first.claims["jti"] != second.claims["jti"])
  }

  @Test
  func `an assertion made with the secret`() async throws {
    let rig = try rig("client_secret_jwt", "client_assertion = { audience = 'https://as.example' }")
    let secret = String(repeating: "k", count: 32)
    _ = try await rig.login(["client_id": "ID", "client_secret": secret])
    let sent = try #require(rig.service.last(Self.token)?.form)
    let claims = try TestKeys.verified(
      sent.first("client_assertion"),
      JWK(.symmetric(Secret(secret))),
      .hs256
    )
    #expect(claims.claims["aud"] == "https://as.example")
    #expect(sent.first("client_secret") == nil)
  }

  @Test
  func `a signed JWT in the place of the secret`() async throws {
    let keys = try TestKeys.pem()
    let rig = try LoginRig(
      """
      kind = "client_credentials", options = { team_id = { required = true } },
      oauth2 = {
        token = "\(Self.token)", client_auth = "post_jwt",
        client_assertion = {
          kid = "AB12", audience = "https://appleid.example", lifetime = 300,
          claims = { iss = "{team_id}" },
        },
      },
      """,
      redirect: ""
    )
    rig.service.on("POST", Self.token, json: ["access_token": "T0KEN-1"])
    _ = try await rig.login(["client_id": "ID", "private_key": keys.pem, "team_id": "TEAM"])
    let sent = try #require(rig.service.last(Self.token)?.form)
    #expect(sent.first("client_id") == "ID" && sent.first("client_assertion") == nil)
    let claims = try TestKeys.verified(sent.first("client_secret"), keys.key, .es256)
    #expect(claims.claims["iss"] == "TEAM" && claims.claims["sub"] == "ID")
    #expect(claims.claims["aud"] == "https://appleid.example")
    #expect(claims.header["kid"] == "AB12")
  }

  @Test(arguments: ["tls", "basic"])
  func `the certificate goes with the token request and with the API`(
    authentication: String
  ) async throws {
    let rig = try LoginRig(
      """
      kind = "client_credentials",
      oauth2 = { token = "\(Self.token)", client_auth = "\(authentication)", mtls = true },
      request = { base = "https://api.example" },
      """,
      redirect: ""
    )
    rig.service.on("POST", Self.token, json: ["access_token": "T0KEN-1"])
    rig.service.on("GET", "https://api.example/me", json: [:])
    var options = [
      "client_id": "ID", "tls_certificate": "-----BEGIN C-----\nA", "tls_key": "K3Y-abc",
    ]
    if authentication == "basic" { options["client_secret"] = "s3cret-value" }
    _ = try await rig.login(options)
    _ = try await rig.get("/me")
    #expect(rig.service.identities.map { $0?.key.text } == ["K3Y-abc", "K3Y-abc"])
    let sent = try #require(rig.service.last(Self.token))
    #expect((sent.headers["Authorization"] == nil) == (authentication == "tls"))
    #expect((sent.form.first("client_id") == "ID") == (authentication == "tls"))
  }

  @Test(arguments: [
    "nonsense", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "{\"kty\":\"EC\"}",
  ])
  func `a key that is none is told without any part of it`(key: String) async throws {
    let rig = try rig("private_key_jwt")
    let error = await rig.failure(["client_id": "ID", "private_key": key])
    #expect(error?.code == .inputInvalid && error?.step == "options")
    #expect(error?.message.contains("AAAA") == false)
    #expect(rig.service.requests.isEmpty)
  }
}
