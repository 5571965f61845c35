import Crypto
import Standards
import Synchronization
import Testing

@testable import Login
@testable import Providers

/// Tokens bound to a key of the account (RFC 9449), and requests that are signed or left beforehand.
@Suite(.timeLimit(.minutes(10)))
struct BoundTokenTests {
  private static let token = "https://as.example/token"
  private static let par = "https://as.example/par"

  private func verification() -> DPoPVerification {
    DPoPVerification(provider: OpenSSLSignatures(), hashing: OpenSSLHashing())
  }

  private func bound() throws -> LoginRig {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a", token = "\(Self.token)", client_auth = "none", dpop = true,
      },
      request = { base = "https://api.example" },
      """
    )
    rig.service.on(
      "POST",
      Self.token,
      json: [
        "access_token": "T0KEN-1", "token_type": "DPoP", "expires_in": 60,
        "refresh_token": "R3FRESH-1",
      ]
    )
    return rig
  }

  @Test
  func `the login names the key, and each request proves that it is here`() async throws {
    let rig = try bound()
    rig.service.on("GET", "https://api.example/me", json: [:])
    let outcome = try await rig.login(["client_id": "ID"])
    let sent = try #require(rig.service.last(Self.token))
    let proof = try verification().verify(sent, at: rig.clock.now())
    #expect(rig.user.asked.first("dpop_jkt") == proof.thumbprint)
    #expect(outcome.credential.presentation == .header(name: "Authorization", prefix: "DPoP "))
    _ = try await rig.get("/me?x=1")
    let call = try #require(rig.service.last("https://api.example/me"))
    #expect(call.headers["Authorization"] == "DPoP T0KEN-1")
    let second = try verification().verify(
      call,
      at: rig.clock.now(),
      accessToken: Secret("T0KEN-1"),
      thumbprint: proof.thumbprint
    )
    #expect(second.id != proof.id)
    // The key is kept with the account: a refresh proves the same one.
    _ = try await rig.token(force: true)
    let renewed = try #require(rig.service.last(Self.token))
    #expect(renewed.form.first("grant_type") == "refresh_token")
    _ = try verification().verify(renewed, at: rig.clock.now(), thumbprint: proof.thumbprint)
  }

  @Test
  func `a nonce is sent once the server asks, at the token endpoint and at the API`() async throws {
    let rig = try bound()
    let verification = verification()
    let now = rig.clock.now()
    rig.service.on("POST", Self.token) { request in
      if (try? verification.verify(request, at: now, nonce: "n-1")) != nil {
        return .json(["access_token": "T0KEN-1", "token_type": "DPoP"])
      }
      var answer = HTTPResponse.json(["error": "use_dpop_nonce"], status: 400)
      answer.headers["DPoP-Nonce"] = "n-1"
      return answer
    }
    rig.service.on("GET", "https://api.example/me") { request in
      if (try? verification.verify(request, at: now, nonce: "n-2")) != nil { return .json([:]) }
      var answer = HTTPResponse.json([:], status: 401)
      answer.headers["WWW-Authenticate"] = "DPoP error=\"use_dpop_nonce\""
      answer.headers["DPoP-Nonce"] = "n-2"
      return answer
    }
    _ = try await rig.login(["client_id": "ID"])
    #expect(try await rig.get("/me").status == 200)
    #expect(rig.service.requests.map(\.method) == ["POST", "POST", "GET", "GET"])
    #expect(rig.service.requests[0].body == rig.service.requests[1].body)
  }

  @Test
  func `the nonce of the repeated answer serves the next request`() async throws {
    let rig = try bound()
    let verification = verification()
    let now = rig.clock.now()
    _ = try await rig.login(["client_id": "ID"])
    let expected = Mutex(1)
    rig.service.on("GET", "https://api.example/me") { request in
      expected.withLock { number in
        // Every nonce is good once, and every answer brings the next (RFC 9449 §8.2).
        let isGood = (try? verification.verify(request, at: now, nonce: "n-\(number)")) != nil
        if isGood { number += 1 }
        var answer = HTTPResponse.json([:], status: isGood ? 200 : 401)
        if !isGood { answer.headers["WWW-Authenticate"] = "DPoP error=\"use_dpop_nonce\"" }
        answer.headers["DPoP-Nonce"] = "n-\(number)"
        return answer
      }
    }
    for _ in 0..<3 { #expect(try await rig.get("/me").status == 200) }
    #expect(rig.service.requests.count { $0.method == "GET" } == 4)
  }

  @Test
  func `a token that is not bound is refused`() async throws {
    let rig = try bound()
    rig.service.on("POST", Self.token, json: .grant)
    let error = await rig.failure(["client_id": "ID"])
    #expect(error?.code == .protocol && error?.message.contains("not bound") == true)
  }

  private struct CountingRandom: RandomSource {
    let start: UInt8

    func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { start &+ UInt8(truncatingIfNeeded: $0) }
    }
  }

  @Test(arguments: [KeyCurve.p256, .p384])
  func `the random source alone decides the key, which is a sound one`(curve: KeyCurve) throws {
    let key = try KeyGenerator.key(on: curve, from: CountingRandom(start: 1))
    let same = try KeyGenerator.key(on: curve, from: CountingRandom(start: 1))
    let other = try KeyGenerator.key(on: curve, from: CountingRandom(start: 2))
    #expect(key.members(includingPrivate: true) == same.members(includingPrivate: true))
    #expect(key.members(includingPrivate: false) != other.members(includingPrivate: false))
    // Reading it back checks that the point belongs to the number.
    let read = try KeyPEM.read(KeyPEM.write(key, as: .pkcs8))
    #expect(read.members(includingPrivate: true) == key.members(includingPrivate: true))
    #expect(throws: CryptoError.self) {
      _ = try KeyGenerator.key(on: curve, from: ZeroRandom())
    }
  }

  private struct ZeroRandom: RandomSource {
    func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  }

  @Test
  func `sign gives the proof along`() async throws {
    let rig = try bound()
    _ = try await rig.login(["client_id": "ID"])
    let signed = try await rig.engine.sign(
      APIRequest(method: "GET", target: "https://api.example/me"),
      as: AccountID(provider: "shop")
    )
    #expect(signed.fields.map(\.name).sorted() == ["Authorization", "DPoP"])
  }

  @Test
  func `the request is left at the provider, and only its name is in the URL`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a?v=2", token = "\(Self.token)", par = "\(Self.par)",
        scopes = { "s" },
      },
      """
    )
    rig.service.on("POST", Self.token, json: .grant)
    rig.service.on(
      "POST",
      Self.par,
      json: ["request_uri": "urn:ietf:params:oauth:request_uri:x1", "expires_in": 60],
      status: 201
    )
    let service = rig.service
    rig.user.browse { _ in
      let pushed = service.last(Self.par)?.form
      return "https://app.example/cb?code=C0DE&state=\(pushed?.first("state") ?? "")"
    }
    _ = try await rig.login()
    #expect(
      rig.user.authorizeURL?.text
        == "https://as.example/a?v=2&client_id=ID&request_uri=urn%3Aietf%3Aparams%3Aoauth%3Arequest_uri%3Ax1"
    )
    let pushed = try #require(rig.service.last(Self.par))
    #expect(pushed.headers["Authorization"]?.hasPrefix("Basic ") == true)
    #expect(pushed.form.first("redirect_uri") == "https://app.example/cb")
    #expect(pushed.form.first("scope") == "s" && pushed.form.first("code_challenge") != nil)
    #expect(pushed.form.values("client_id") == ["ID"])
  }

  @Test
  func `the request is a signed JWT`() async throws {
    let keys = try TestKeys.pem()
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a", token = "\(Self.token)", jar = { kid = "k9" },
        resource = { "https://r1.example", "https://r2.example" }, rar = { { type = "payment" } },
      },
      """
    )
    rig.service.on("POST", Self.token, json: .grant)
    rig.user.browse { url in
      let request = (try? url.queryParameters())?.first("request") ?? ""
      let state = (try? JWTClaims.unverified(request))?.claims["state"]?.string ?? ""
      return "https://app.example/cb?code=C0DE&state=\(state)"
    }
    _ = try await rig.login(
      ["client_id": "ID", "client_secret": "s3cret-value", "private_key": keys.pem]
    )
    #expect(rig.user.asked.pairs.map(\.nameText) == ["client_id", "request"])
    let object = try TestKeys.verified(rig.user.asked.first("request"), keys.key, .es256)
    #expect(object.header["typ"] == "oauth-authz-req+jwt" && object.header["kid"] == "k9")
    #expect(object.claims["iss"] == "ID" && object.claims["aud"] == "https://as.example")
    #expect(object.claims["redirect_uri"] == "https://app.example/cb")
    #expect(object.claims["resource"] == ["https://r1.example", "https://r2.example"])
    #expect(object.claims["authorization_details"] == [["type": "payment"]])
    #expect(object.claims["exp"] == 1_800_000_060)
  }
}
