import Crypto
import Standards
import TestSupport
import Testing

@Suite
struct JWTRulesTests {
  private static let now = Timestamp(seconds: 1_800_000_000)

  private func verify(
    _ claims: String,
    _ rules: JWTRules,
    header: JSONObject = ["typ": "JWT"]
  ) throws -> JWTClaims {
    let token = try JOSEFixtures.sign(claims, key: JOSEFixtures.hmacKey, .hs256, header: header)
    let keys = try JWSVerificationKeys(
      JOSEFixtures.key(JOSEFixtures.hmacKey),
      algorithms: [.hs256],
      provider: JOSEFixtures.signatures
    )
    return try JWT.verify(token, keys: keys, rules: rules, now: Self.now)
  }

  private func rejection(_ claims: String, _ rules: JWTRules) throws -> JWTRejection? {
    do {
      _ = try verify(claims, rules)
      return nil
    } catch let error as JWTRejection {
      return error
    }
  }

  @Test(
    arguments: [
      ("1800000001", nil), ("1800000000", .expired), ("1799999999.9", .expired),
      ("1800000000.9", .expired),
      ("-386380800", .expired), ("-1", .expired), ("0", .expired), ("1e300", nil),
      ("-1e300", .expired),
      ("\"4102444800\"", .malformed(.badClaim(name: "exp"))),
      ("true", .malformed(.badClaim(name: "exp"))),
      ("{}", .malformed(.badClaim(name: "exp"))), ("null", .malformed(.badClaim(name: "exp"))),
      ("[1900000000]", .malformed(.badClaim(name: "exp"))),
    ] as [(String, JWTRejection?)]
  )
  func `J-05 and J-08 exp is a number in the future`(value: String, expected: JWTRejection?) throws
  {
    #expect(try rejection(#"{"exp":\#(value)}"#, JWTRules(leeway: 0)) == expected)
  }

  @Test
  func `J-09 leeway widens both ends, and iat alone never rejects unless asked`() throws {
    let rules = JWTRules(leeway: 60)
    #expect(try rejection(#"{"exp":1799999941}"#, rules) == nil)
    #expect(try rejection(#"{"exp":1799999940}"#, rules) == .expired)
    #expect(try rejection(#"{"nbf":1800000030}"#, rules) == nil)
    #expect(try rejection(#"{"nbf":1800000061}"#, rules) == .notYetValid)
    #expect(try rejection(#"{"nbf":1800000001}"#, JWTRules(leeway: 0)) == .notYetValid)
    #expect(try rejection(#"{"nbf":1800000000}"#, JWTRules(leeway: 0)) == nil)
    // Before the named instant is before it, by however little (RFC 7519 §4.1.5).
    for time in ["1800000000.9", "1800000000.000001", "18000000001e-1"] {
      #expect(try rejection("{\"nbf\":\(time)}", JWTRules(leeway: 0)) == .notYetValid)
      #expect(
        try rejection("{\"iat\":\(time)}", JWTRules(leeway: 0, refusesFutureIssue: true))
          == .issuedInFuture
      )
    }
    #expect(try rejection(#"{"nbf":1800000000.0}"#, JWTRules(leeway: 0)) == nil)
    #expect(try rejection(#"{"nbf":1799999999.9}"#, JWTRules(leeway: 0)) == nil)
    #expect(try rejection(#"{"iat":1900000000}"#, rules) == nil)
    #expect(
      try rejection(#"{"iat":1900000000}"#, JWTRules(refusesFutureIssue: true)) == .issuedInFuture
    )
    #expect(try rejection(#"{"iat":"x"}"#, rules) == .malformed(.badClaim(name: "iat")))
    #expect(try rejection("{}", JWTRules(requiresExpiry: true)) == .missingClaim(name: "exp"))
  }

  @Test(
    arguments: [
      (#""a""#, nil), (#"["a","b"]"#, nil), (#"["b","a"]"#, nil), ("[]", .wrongAudience),
      (#""b""#, .wrongAudience),
      ("[1]", .malformed(.badClaim(name: "aud"))),
      (#"["a",1]"#, .malformed(.badClaim(name: "aud"))),
      ("1", .malformed(.badClaim(name: "aud"))), (#""A""#, .wrongAudience),
      (#""a ""#, .wrongAudience),
    ] as [(String, JWTRejection?)]
  )
  func `J-10 any of several audiences matches, an empty list matches nobody`(
    audience: String,
    expected: JWTRejection?
  ) throws {
    #expect(try rejection(#"{"aud":\#(audience)}"#, JWTRules(audiences: ["a"])) == expected)
    #expect(try rejection("{}", JWTRules(audiences: ["a"])) == .missingClaim(name: "aud"))
  }

  @Test
  func `issuer and subject compare byte for byte`() throws {
    let rules = JWTRules(issuer: "https://K.example/", subject: "é")
    #expect(try rejection(#"{"iss":"https://K.example/","sub":"é"}"#, rules) == nil)
    #expect(
      try rejection("{\"iss\":\"https://\u{212A}.example/\",\"sub\":\"é\"}", rules) == .wrongIssuer
    )
    #expect(
      try rejection("{\"iss\":\"https://K.example/\",\"sub\":\"e\u{301}\"}", rules) == .wrongSubject
    )
    #expect(try rejection(#"{"iss":"https://K.example","sub":"é"}"#, rules) == .wrongIssuer)
    #expect(try rejection(#"{"sub":"é"}"#, rules) == .missingClaim(name: "iss"))
    #expect(try rejection(#"{"iss":1}"#, JWTRules()) == .malformed(.badClaim(name: "iss")))
  }

  @Test
  func `a typ is compared without case and prefix`() throws {
    let rules = JWTRules(type: "at+jwt")
    #expect(throws: Never.self) { try verify("{}", rules, header: ["typ": "application/AT+JWT"]) }
    #expect(throws: JWTRejection.wrongType) { try verify("{}", rules, header: ["typ": "JWT"]) }
    #expect(throws: JWTRejection.wrongType) { try verify("{}", rules, header: ["cty": "x"]) }
  }

  @Test(arguments: ["[]", "1", "\"x\"", "", "{\"a\":1,\"a\":2}", "\u{FEFF}{}"])
  func `claims that are not one clean object are refused`(claims: String) throws {
    #expect(try rejection(claims, JWTRules()) == .malformed(.badJSON))
  }

  @Test
  func `J-31 a JWT never has an unencoded payload`() throws {
    let key = try JWSSigningKey(
      JOSEFixtures.key(JOSEFixtures.hmacKey),
      algorithm: .hs256,
      provider: JOSEFixtures.signatures
    )
    #expect(throws: JWSError.badUnencodedPayload) {
      try JWT.sign([:], header: ["b64": false, "crit": ["b64"]], with: key)
    }
    let token = try JWS.sign(Array("{}".utf8), header: ["b64": false, "crit": ["b64"]], with: key)
    let keys = try JWSVerificationKeys(
      JOSEFixtures.key(JOSEFixtures.hmacKey),
      algorithms: [.hs256],
      provider: JOSEFixtures.signatures
    )
    #expect(throws: JWTRejection.signature(.badUnencodedPayload)) {
      try JWT.verify(token, keys: keys, rules: JWTRules(), now: Self.now)
    }
  }

  @Test(arguments: try vectors("jwt-strictness", as: JWSStrictnessTests.Row.self, in: .module))
  func `each token of the list gets its verdict, claims included`(
    row: JWSStrictnessTests.Row
  ) throws {
    let isEC = row.id.hasPrefix("es256")
    let keys = try JWSVerificationKeys(
      JOSEFixtures.key(isEC ? JOSEFixtures.ecKey : JOSEFixtures.hmacKey),
      algorithms: isEC ? [.es256] : [.hs256],
      provider: JOSEFixtures.signatures
    )
    let rules = JWTRules(audiences: row.id.hasPrefix("aud") ? ["b"] : [])
    let isAccepted = (try? JWT.verify(row.token, keys: keys, rules: rules, now: Self.now)) != nil
    #expect(isAccepted == (row.expected == "accept"))
  }

  @Test
  func `a nested token is verified inside and refused when it holds bare claims`() throws {
    let primitives = OpenSSLEncryption()
    let key = try JWSSigningKey(
      JOSEFixtures.key(JOSEFixtures.hmacKey),
      algorithm: .hs256,
      provider: JOSEFixtures.signatures
    )
    let outer = KeyGenerator.symmetric(byteCount: 32)
    let recipient = JWERecipient(key: outer, algorithm: .a256KW)
    let keys = try JWSVerificationKeys(
      JOSEFixtures.key(JOSEFixtures.hmacKey),
      algorithms: [.hs256],
      provider: JOSEFixtures.signatures
    )
    let decryption = JWEDecryptionKeys([outer], algorithms: [.a256KW])
    let token = try JWT.signAndEncrypt(
      ["sub": "x"],
      with: key,
      for: recipient,
      encryption: .a256GCM,
      primitives: primitives
    )
    let claims = try JWT.decryptAndVerify(
      token,
      decryptionKeys: decryption,
      primitives: primitives,
      keys: keys,
      rules: JWTRules(),
      now: Self.now
    )
    #expect(claims.claims["sub"] == "x")
    let bare = try JWE.encrypt(
      Array(#"{"sub":"x"}"#.utf8),
      for: recipient,
      encryption: .a256GCM,
      primitives: primitives
    )
    #expect(throws: JWTRejection.malformed(.badShape)) {
      try JWT.decryptAndVerify(
        bare,
        decryptionKeys: decryption,
        primitives: primitives,
        keys: keys,
        rules: JWTRules(),
        now: Self.now
      )
    }
  }
}

@Suite
struct IDTokenRulesTests {
  private static let now = Timestamp(seconds: 1_800_000_000)
  private static let good: JSONObject = [
    "iss": "https://as.example", "sub": "u1", "aud": "client", "exp": 1_800_000_300,
    "iat": 1_800_000_000, "nonce": "n",
  ]

  private func rejection(
    _ change: (inout JSONObject) -> Void,
    rules: (inout IDTokenRules) -> Void = { _ in }
  ) throws -> JWTRejection? {
    var claims = Self.good
    change(&claims)
    var demands = IDTokenRules(issuer: "https://as.example", clientID: "client", nonce: "n")
    rules(&demands)
    let key = try JWSSigningKey(
      JOSEFixtures.key(JOSEFixtures.hmacKey),
      algorithm: .hs256,
      provider: JOSEFixtures.signatures
    )
    let keys = try JWSVerificationKeys(
      JOSEFixtures.key(JOSEFixtures.hmacKey),
      algorithms: [.hs256],
      provider: JOSEFixtures.signatures
    )
    let token = try JWT.sign(claims, with: key)
    do throws(JWTRejection) {
      _ = try demands.verify(
        token,
        keys: keys,
        hashing: OpenSSLHashing(),
        now: Self.now
      )
      return nil
    } catch {
      return error
    }
  }

  @Test
  func `a good token passes and each missing claim is named`() throws {
    #expect(try rejection { _ in } == nil)
    for name in ["iss", "sub", "aud", "exp", "iat", "nonce"] {
      #expect(try rejection { $0[name] = nil } == .missingClaim(name: name))
    }
  }

  /// The access token of OpenID Connect Core, appendix A.3, and its hashes as another program makes them.
  @Test(arguments: [
    (KeyCurve.p384, SignatureAlgorithm.es384, "jtAeDp945y1dDqU3nkIVGNZP1HjH_MFs"),
    (.p521, .es512, "q7nS86GgvvFaZkzALLWqJYaJIKw2wCDAVfCAsm5CrBM"),
    (.ed25519, .edDSA, "q7nS86GgvvFaZkzALLWqJYaJIKw2wCDAVfCAsm5CrBM"),
    (.ed25519, .ed25519, "q7nS86GgvvFaZkzALLWqJYaJIKw2wCDAVfCAsm5CrBM"),
    (
      .ed448, .edDSA,
      "W6Ie3EoycJT-JESJ2WSAWX7LRP3FuHvmvNycBMeL-NngYGhJXChp7YRUBdOXcrKGZD4qnhCAstjO"
    ),
    (
      .ed448, .ed448,
      "W6Ie3EoycJT-JESJ2WSAWX7LRP3FuHvmvNycBMeL-NngYGhJXChp7YRUBdOXcrKGZD4qnhCAstjO"
    ),
  ])
  func `the hash of an access token goes with the algorithm of the signature`(
    _ curve: KeyCurve,
    _ algorithm: SignatureAlgorithm,
    _ hash: String
  ) throws {
    let key = try KeyGenerator.key(on: curve)
    let signing = try JWSSigningKey(key, algorithm: algorithm, provider: JOSEFixtures.signatures)
    let keys = try JWSVerificationKeys(
      key,
      algorithms: [algorithm],
      provider: JOSEFixtures.signatures
    )
    var rules = IDTokenRules(issuer: "https://as.example", clientID: "client", nonce: "n")
    rules.accessToken = Secret("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y")
    func verify(_ hash: String) throws(JWTRejection) {
      var claims = Self.good
      claims["at_hash"] = .string(hash)
      guard let token = try? JWT.sign(claims, with: signing) else { throw .malformed(.badShape) }
      _ = try rules.verify(token, keys: keys, hashing: OpenSSLHashing(), now: Self.now)
    }
    #expect(throws: Never.self) { try verify(hash) }
    for wrong in [String(hash.dropLast(2)), "77QmUPtjPfzWtF2AnpK9RQ", ""] {
      #expect(throws: JWTRejection.wrongHash(name: "at_hash")) { try verify(wrong) }
    }
  }

  @Test
  func `J-11 azp may be missing but not name another`() throws {
    #expect(try rejection { $0["azp"] = "client" } == nil)
    #expect(try rejection { $0["azp"] = "other" } == .wrongAuthorizedParty)
    #expect(try rejection { $0["azp"] = 1 } == .malformed(.badClaim(name: "azp")))
  }

  @Test
  func `an audience that is not trusted is refused even beside our own`() throws {
    #expect(try rejection { $0["aud"] = ["client", "other"] } == .wrongAudience)
    #expect(
      try rejection(
        { $0["aud"] = ["client", "other"] },
        rules: { $0.trustedAudiences = ["other"] }
      ) == nil
    )
    #expect(try rejection { $0["aud"] = ["other"] } == .wrongAudience)
  }

  @Test
  func `nonce, age and subject are checked`() throws {
    #expect(try rejection { $0["nonce"] = "N" } == .wrongNonce)
    #expect(
      try rejection({ _ in }, rules: { $0.maximumAge = 10 }) == .missingClaim(name: "auth_time")
    )
    #expect(
      try rejection({ $0["auth_time"] = 1_799_999_929 }, rules: { $0.maximumAge = 10 })
        == .authenticationTooOld
    )
    #expect(
      try rejection({ $0["auth_time"] = 1_799_999_930 }, rules: { $0.maximumAge = 10 }) == nil
    )
    #expect(try rejection { $0["sub"] = "" } == .malformed(.badClaim(name: "sub")))
    #expect(try rejection { $0["sub"] = "é" } == .malformed(.badClaim(name: "sub")))
  }

  @Test
  func `hashes of access token and code are the left halves`() throws {
    // The example of OpenID Connect Core, appendix A.3 and A.4.
    let token = Secret("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y")
    let code = Secret("Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk")
    #expect(
      try rejection({ $0["at_hash"] = "77QmUPtjPfzWtF2AnpK9RQ" }, rules: { $0.accessToken = token })
        == nil
    )
    #expect(
      try rejection({ $0["at_hash"] = "77QmUPtjPfzWtF2AnpK9RA" }, rules: { $0.accessToken = token })
        == .wrongHash(name: "at_hash")
    )
    #expect(try rejection({ _ in }, rules: { $0.accessToken = token }) == nil)
    #expect(
      try rejection(
        { _ in },
        rules: {
          $0.accessToken = token; $0.requiresAccessTokenHash = true
        }
      ) == .missingClaim(name: "at_hash")
    )
    #expect(
      try rejection({ $0["c_hash"] = "LDktKdoQak3Pk0cnXxCltA" }, rules: { $0.code = code }) == nil
    )
    #expect(
      try rejection({ $0["c_hash"] = "LDktKdoQak3Pk0cnXxClta" }, rules: { $0.code = code })
        == .wrongHash(name: "c_hash")
    )
    #expect(try rejection({ _ in }, rules: { $0.code = code }) == .missingClaim(name: "c_hash"))
  }
}

@Suite
struct JWKSetCacheTests {
  private func isFetch(_ action: JWKSetCache.Action) -> Bool {
    if case .fetch = action { true } else { false }
  }

  private func isUse(_ action: JWKSetCache.Action) -> Bool {
    if case .use = action { true } else { false }
  }

  @Test
  func `J-23 a hundred unknown ids cost one request in thirty seconds`() throws {
    var cache = JWKSetCache()
    var key = try JOSEFixtures.key(JOSEFixtures.hmacKey)
    key.keyID = "known"
    var fetches = 0
    for second in 0..<100 {
      let now = Timestamp(seconds: 1000 + Int64(second) / 2)
      if isFetch(cache.action(for: "random\(second)", now: now)) {
        fetches += 1
        cache.received(JWKSet(keys: [key]), at: now)
      }
    }
    #expect(fetches == 2)
    #expect(isUse(cache.action(for: "known", now: Timestamp(seconds: 1050))))
    #expect(isUse(cache.action(for: nil, now: Timestamp(seconds: 1050))))
  }

  @Test
  func `a failed request counts and keeps the keys`() throws {
    var cache = JWKSetCache(maximumAge: 100)
    #expect(isFetch(cache.action(for: nil, now: Timestamp(seconds: 0))))
    cache.failed(at: Timestamp(seconds: 0))
    #expect(!isFetch(cache.action(for: nil, now: Timestamp(seconds: 29))))
    #expect(isFetch(cache.action(for: nil, now: Timestamp(seconds: 30))))
    cache.received(JWKSet(keys: []), at: Timestamp(seconds: 30))
    #expect(isUse(cache.action(for: nil, now: Timestamp(seconds: 129))))
    #expect(isFetch(cache.action(for: nil, now: Timestamp(seconds: 130))))
    cache.failed(at: Timestamp(seconds: 131))
    #expect(isUse(cache.action(for: nil, now: Timestamp(seconds: 132))))
  }
}
