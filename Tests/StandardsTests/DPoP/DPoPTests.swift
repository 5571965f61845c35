import Crypto
import Standards
import Testing

@Suite
struct DPoPTests {
  private static let hashing = OpenSSLHashing()
  private static let now = Timestamp(seconds: 1_562_262_616)

  /// The example key of RFC 7515 A.3 with its private half.
  private static func key(_ change: (inout JSONObject) -> Void = { _ in }) throws -> DPoPKey {
    var object: JSONObject = [
      "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
      "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
      "d": "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI", "kid": "mine", "use": "sig",
    ]
    change(&object)
    return try DPoPKey(try JWK(object), provider: OpenSSLSignatures())
  }

  private static func request(
    _ method: String = "POST",
    _ url: String = "https://server.example.com/token"
  ) throws -> HTTPRequest {
    HTTPRequest(method: method, url: try URI(url))
  }

  private static func proven(
    _ request: HTTPRequest,
    accessToken: String? = nil,
    nonce: String? = nil
  ) throws -> HTTPRequest {
    var request = request
    request.headers["DPoP"] = try DPoPProof(
      for: request,
      key: key(),
      at: now,
      id: "id-1",
      accessToken: accessToken.map { Secret($0) },
      nonce: nonce,
      hashing: hashing
    ).token
    return request
  }

  private static let verification = DPoPVerification(
    provider: OpenSSLSignatures(),
    hashing: hashing
  )

  // MARK: The specification's own examples

  private static let header =
    "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19"
  /// The proof of RFC 9449 §4.1.
  private static let tokenProof =
    "\(header).eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg"
  /// The proof of RFC 9449 §5 for a refresh.
  private static let refreshProof =
    "\(header).eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjY1Mjk2fQ.pAqut2IRDm_De6PR93SYmGBPXpwrAk90e8cP2hjiaG5QsGSuKDYW7_X620BxqhvYC8ynrrvZLTk41mSRroapUA"
  /// The proof of RFC 9449 §7.1.
  private static let resourceProof =
    "\(header).eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9.2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA"
  private static let resourceToken = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"
  private static let thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"

  @Test
  func `the specification's proofs hold`() throws {
    var token = try Self.request()
    token.headers["DPoP"] = Self.tokenProof
    let proof = try Self.verification.verify(token, at: Self.now)
    #expect(proof.thumbprint == Self.thumbprint)
    #expect(proof.id == "-BwC3ESc6acc2lTc")
    token.headers["DPoP"] = Self.refreshProof
    let refresh = try Self.verification.verify(token, at: Timestamp(seconds: 1_562_265_296))
    #expect(refresh.thumbprint == Self.thumbprint)
    var resource = try Self.request("GET", "https://resource.example.org/protectedresource")
    resource.headers["DPoP"] = Self.resourceProof
    let bound = try Self.verification.verify(
      resource,
      at: Self.now,
      accessToken: Secret(Self.resourceToken),
      thumbprint: Self.thumbprint
    )
    #expect(bound.thumbprint == Self.thumbprint)
  }

  @Test
  func `a proof made here holds and carries the public key alone`() throws {
    let request = try Self.proven(
      Self.request("GET", "https://h/a?b=1#c"),
      accessToken: "T",
      nonce: "n1"
    )
    let proof = try Self.verification.verify(
      request,
      at: Self.now,
      accessToken: Secret("T"),
      thumbprint: try Self.key().thumbprint(Self.hashing),
      nonce: "n1"
    )
    #expect(proof.id == "id-1")
    let token = try JWTClaims.unverified(try #require(request.headers["DPoP"]))
    #expect(token.header["jwk"]?.object?.members.map(\.name).sorted() == ["crv", "kty", "x", "y"])
    #expect(token.header["kid"] == nil)
    #expect(token.claims["htu"] == "https://h/a")
    #expect(token.claims["htm"] == "GET")
    #expect(token.claims["iat"] == .integer(Self.now.seconds))
  }

  @Test
  func `the hash of the token is that of the specification`() throws {
    let request = try Self.proven(Self.request(), accessToken: Self.resourceToken)
    let token = try JWTClaims.unverified(try #require(request.headers["DPoP"]))
    #expect(token.claims["ath"] == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
  }

  @Test(arguments: [
    ("https://H:443/p", "https://h/p"), ("https://h", "https://h/"),
    ("https://h/p?q#f", "https://h/p"),
    ("https://h:8443/p/", "https://h:8443/p/"), ("https://h/%7ea%2fb", "https://h/~a%2Fb"),
    ("http://[2001:DB8::1]:80/", "http://[2001:db8::1]/"),
  ])
  func `P-08 URLs are normalised before they are named and compared`(
    _ url: String,
    _ target: String
  ) throws {
    #expect(DPoPProof.target(try URI(url)) == target)
  }

  @Test
  func `what does not fit the proof is found out`() throws {
    let good = try Self.proven(Self.request(), accessToken: "T", nonce: "n1")
    let verify = {
      (request: HTTPRequest, at: Timestamp, token: String, jkt: String?, nonce: String) in
      try Self.verification.verify(
        request,
        at: at,
        accessToken: Secret(token),
        thumbprint: jkt,
        nonce: nonce
      )
    }
    typealias Fault = DPoPVerification.Fault
    #expect(throws: Never.self) { try verify(good, Self.now.adding(300), "T", nil, "n1") }
    #expect(throws: Fault.wrongTime) { try verify(good, Self.now.adding(301), "T", nil, "n1") }
    #expect(throws: Fault.wrongTime) { try verify(good, Self.now.adding(-301), "T", nil, "n1") }
    #expect(throws: Fault.wrongToken) { try verify(good, Self.now, "U", nil, "n1") }
    #expect(throws: Fault.wrongNonce) { try verify(good, Self.now, "T", nil, "n2") }
    #expect(throws: Fault.wrongBinding) { try verify(good, Self.now, "T", "x", "n1") }
    var other = good
    other.method = "PUT"
    #expect(throws: Fault.wrongMethod) { try verify(other, Self.now, "T", nil, "n1") }
    other = good
    other.url = try URI("https://server.example.com/other")
    #expect(throws: Fault.wrongTarget) { try verify(other, Self.now, "T", nil, "n1") }
    other = good
    other.headers.fields.append(HTTPField("dpop", try #require(good.headers["DPoP"])))
    #expect(throws: Fault.notOneField) { try verify(other, Self.now, "T", nil, "n1") }
    other.headers["DPoP"] = nil
    #expect(throws: Fault.notOneField) { try verify(other, Self.now, "T", nil, "n1") }
    other = good
    other.headers["DPoP"]?.removeLast(6)
    other.headers["DPoP"]?.append("AAAAAA")
    #expect(throws: Fault.self) { try verify(other, Self.now, "T", nil, "n1") }
  }

  /// A proof with another header, signed by the key that `signer` is.
  private static func forged(
    _ header: JSONObject,
    signer: JWK? = nil,
    payload: String? = nil
  ) throws -> HTTPRequest {
    var request = try request()
    let claims =
      payload
      ?? #"{"jti":"i","htm":"POST","htu":"https://server.example.com/token","iat":1562262616}"#
    let secret = JWK(.symmetric(Secret([UInt8](repeating: 1, count: 32))))
    let key = signer ?? secret
    request.headers["DPoP"] = try JWS.sign(
      Array(claims.utf8),
      header: header,
      with: JWSSigningKey(
        key,
        algorithm: key.isSymmetric ? .hs256 : .es256,
        provider: OpenSSLSignatures()
      )
    )
    return request
  }

  @Test
  func `a proof by a key that anybody knows, or of another type, is none`() throws {
    typealias Fault = DPoPVerification.Fault
    let pair = try JOSEFixtures.key(JOSEFixtures.ecKey)
    let publicHalf = try #require(pair.publicKey).members(includingPrivate: false)
    func fault(_ request: HTTPRequest) -> Fault? {
      let outcome = Result { () throws(Fault) in
        try Self.verification.verify(request, at: Self.now)
      }
      guard case .failure(let fault) = outcome else { return nil }
      return fault
    }
    let sound: JSONObject = ["typ": "dpop+jwt", "jwk": .object(publicHalf)]
    #expect(fault(try Self.forged(sound, signer: pair)) == nil)
    // RFC 9449 §4.3, steps 5 to 7: an asymmetric signature, by a jwk that holds no private key.
    let privateKey: JSONObject = [
      "typ": "dpop+jwt", "jwk": .object(pair.members(includingPrivate: true)),
    ]
    #expect(fault(try Self.forged(privateKey, signer: pair)) == .badKey)
    let shared = JWK(.symmetric(Secret([UInt8](repeating: 1, count: 32))))
    let symmetric: JSONObject = [
      "typ": "dpop+jwt", "jwk": .object(shared.members(includingPrivate: true)),
    ]
    #expect(fault(try Self.forged(symmetric)) == .badKey)
    let curve = try KeyGenerator.key(on: .x25519)
    let agreement: JSONObject = [
      "typ": "dpop+jwt", "jwk": .object(curve.members(includingPrivate: false)),
    ]
    #expect(fault(try Self.forged(agreement, signer: pair)) == .badKey)
    #expect(
      fault(try Self.forged(["typ": "dpop+jwt", "jwk": ["kty": "EC"]], signer: pair)) == .badKey
    )
    // A symmetric signature beside a public key: the key's text must not pass for the secret.
    #expect(fault(try Self.forged(sound)) == .badSignature)
    for typ in ["JWT", "DPoP+JWT", "dpop", ""] {
      var header = sound
      header["typ"] = .string(typ)
      #expect(fault(try Self.forged(header, signer: pair)) == .malformed, "\(typ)")
    }
    for name in ["typ", "jwk"] {
      var header = sound
      header[name] = nil
      #expect(fault(try Self.forged(header, signer: pair)) == .malformed, "\(name)")
    }
    for jti in ["", #""jti":"","#, #""jti":1,"#] {
      let payload =
        "{\(jti)\"htm\":\"POST\",\"htu\":\"https://server.example.com/token\",\"iat\":1562262616}"
      #expect(fault(try Self.forged(sound, signer: pair, payload: payload)) == .malformed, "\(jti)")
    }
    for payload in ["[]", "x", ""] {
      #expect(fault(try Self.forged(sound, signer: pair, payload: payload)) == .malformed)
    }
    for field in ["", "a.b", "a.b.c", "x"] {
      var request = try Self.request()
      request.headers["DPoP"] = field
      #expect(fault(request) == .malformed, "\(field)")
    }
  }

  @Test
  func `a symmetric key or a public one makes no proof`() throws {
    #expect(throws: (any Error).self) { try Self.key { $0["d"] = nil } }
    let secret = try JWK([
      "kty": "oct", "k": .string(Base64URL.encode(Array(repeating: 1, count: 64))),
    ])
    #expect(throws: (any Error).self) {
      try DPoPKey(secret, algorithm: .hs256, provider: OpenSSLSignatures())
    }
  }

  @Test
  func `the trace shows formulas and no token`() throws {
    let proof = try DPoPProof(
      for: Self.request(),
      key: Self.key(),
      at: Self.now,
      id: DPoPProof.id(from: SystemRandom()),
      accessToken: Secret("secret-token"),
      hashing: Self.hashing
    )
    #expect(
      proof.derivations.map(\.name) == [
        "htu", "jkt", "ath", "jti", "iat", "header", "claims", "signing_input", "signature",
        "token",
      ]
    )
    #expect(!"\(proof.derivations)".contains("secret-token"))
    let input = try #require(proof.derivations.first { $0.name == "signing_input" }?.value)
    #expect(proof.token.hasPrefix(input + "."))
    #expect(proof.derivations.suffix(2).allSatisfy { $0.value == nil })
    #expect(
      proof.derivations.contains {
        $0.formula == "r . s of ECDSA-SHA-256(private_key, signing_input)"
      }
    )
    let asked = try DPoPProof(
      for: Self.request(),
      key: Self.key(),
      at: Self.now,
      id: "i",
      nonce: "n-1",
      hashing: Self.hashing
    )
    #expect(asked.derivations.first { $0.name == "nonce" }?.value == "n-1")
    #expect(asked.derivations.first { $0.name == "iat" }?.value == "1562262616")
  }
}

@Suite
struct DPoPNoncesTests {
  private static func refusal(
    _ status: Int,
    body: String = "",
    challenge: String? = nil,
    nonce: String? = "n1"
  ) -> HTTPResponse {
    var response = HTTPResponse(status: status, body: Array(body.utf8))
    response.headers["WWW-Authenticate"] = challenge
    response.headers["DPoP-Nonce"] = nonce
    return response
  }

  @Test
  func `P-04 a token endpoint that asks for a nonce is asked once more with it`() throws {
    var nonces = DPoPNonces()
    let url = try URI("https://AS.test/token")
    let response = Self.refusal(400, body: #"{"error":"use_dpop_nonce"}"#)
    let first = nonces.update(from: response, to: url, as: .authorizationServer, sent: nil)
    #expect(first)
    #expect(nonces[try URI("https://as.test:443/other"), .authorizationServer] == "n1")
    let second = nonces.update(from: response, to: url, as: .authorizationServer, sent: "n1")
    #expect(!second)
  }

  @Test
  func `P-06 a resource asks by its challenge and has nonces of its own`() throws {
    var nonces = DPoPNonces()
    let server = try URI("https://as.test/")
    let resource = try URI("https://api.test/x")
    _ = nonces.update(
      from: Self.refusal(200, nonce: "as"),
      to: server,
      as: .authorizationServer,
      sent: nil
    )
    let response = Self.refusal(401, challenge: #"DPoP error="use_dpop_nonce", algs="ES256""#)
    let asked = nonces.update(from: response, to: resource, as: .resourceServer, sent: "old")
    #expect(asked)
    #expect(nonces[resource, .resourceServer] == "n1")
    #expect(nonces[server, .authorizationServer] == "as")
  }

  @Test
  func `one origin in two roles has two nonces`() throws {
    var nonces = DPoPNonces()
    let url = try URI("https://one.test/x")
    _ = nonces.update(
      from: Self.refusal(200, nonce: "t"),
      to: url,
      as: .authorizationServer,
      sent: nil
    )
    #expect(nonces[url, .resourceServer] == nil)
    _ = nonces.update(from: Self.refusal(200, nonce: "r"), to: url, as: .resourceServer, sent: nil)
    #expect(nonces[url, .authorizationServer] == "t")
    #expect(nonces[url, .resourceServer] == "r")
  }

  @Test
  func `every response may bring a new nonce and none asks again by that alone`() throws {
    var nonces = DPoPNonces()
    let url = try URI("https://api.test/")
    let afterSuccess = nonces.update(
      from: Self.refusal(200, nonce: "n2"),
      to: url,
      as: .resourceServer,
      sent: nil
    )
    #expect(!afterSuccess)
    #expect(nonces[url, .resourceServer] == "n2")
    let other = Self.refusal(401, challenge: "Bearer", nonce: "n3")
    let afterOther = nonces.update(from: other, to: url, as: .resourceServer, sent: nil)
    #expect(!afterOther)
    #expect(nonces[url, .resourceServer] == "n3")
  }

  @Test(arguments: ["", "a b", "a\"", "a\\", "é"])
  func `what is no nonce is not kept`(_ nonce: String) throws {
    var nonces = DPoPNonces()
    let url = try URI("https://api.test/")
    let response = Self.refusal(400, body: #"{"error":"use_dpop_nonce"}"#, nonce: nonce)
    let asked = nonces.update(from: response, to: url, as: .resourceServer, sent: nil)
    #expect(!asked)
    #expect(nonces[url, .resourceServer] == nil)
  }
}
