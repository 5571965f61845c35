import Crypto
import Standards
import TestSupport
import Testing

/// Each error of keys and tokens, caused with a secret in what is read, says nothing of the secret.
@Suite
struct TokenErrorWalkTests {
  private static let text = Exposure.text
  private static let provider = OpenSSLSignatures()

  private static func encoded(_ json: String) -> String { Base64URL.encode(Array(json.utf8)) }

  private static func keys(
    _ algorithms: [SignatureAlgorithm] = [.hs256],
    _ texts: [String] = [Exposure.key]
  ) throws -> JWSVerificationKeys {
    JWSVerificationKeys(
      JWKSet(keys: try texts.map { try JOSEFixtures.key($0) }),
      algorithms: algorithms,
      provider: provider
    )
  }

  private static func signed(_ header: String) -> String {
    "\(encoded(header)).\(encoded(text)).\(encoded(text))"
  }

  @Test
  func `no error of a JWS shows what it was about`() throws {
    var walk = ErrorWalk()
    let keys = try Self.keys()
    for token in [
      String(repeating: Self.text, count: 1 << 15), Self.text, "!\(Self.text).e30.AA",
      Self.signed(#"{"alg":1,"x":"\#(Self.text)"}"#), Self.signed(Self.text),
      Self.signed(#"{"alg":"HS256","crit":["\#(Self.text)"]}"#),
      Self.signed(#"{"alg":"HS256","crit":["b64"],"b64":false}"#),
      Self.signed(#"{"alg":"\#(Self.text)"}"#), Self.signed(#"{"alg":"HS512"}"#),
      Self.signed(#"{"alg":"HS256","kid":"\#(Self.text)"}"#), Self.signed(#"{"alg":"HS256"}"#),
    ] {
      walk.attempt { _ = try JWS.verify(token, keys: keys) }
    }
    walk.attempt {
      let both = try Self.keys([.hs256], [Exposure.key, Exposure.key])
      _ = try JWS.verify(Self.signed(#"{"alg":"HS256"}"#), keys: both)
    }
    walk.attempt {
      _ = try JWS.verify(
        Self.signed(#"{"alg":"HS256"}"#),
        detachedPayload: Exposure.bytes,
        keys: keys
      )
    }
    walk.attempt {
      let object: JSONObject = [
        "protected": .string(Self.encoded(#"{"alg":"HS256"}"#)),
        "header": ["alg": "HS256", "x": .string(Self.text)], "payload": .string(Self.text),
        "signature": .string(Self.encoded(Self.text)),
      ]
      _ = try JWS.verify(json: object, keys: keys)
    }
    walk.attempt {
      let key = try JWSSigningKey(
        JOSEFixtures.key(Exposure.key),
        algorithm: .hs256,
        provider: FailingProvider()
      )
      _ = try JWS.sign(Exposure.bytes, with: key)
    }
    try walk.expectAll(
      [
        JWSError.tooLong, .badShape, .badBase64URL, .badHeader, .duplicateMember, .badCritical,
        .badUnencodedPayload, .unsupportedAlgorithm, .algorithmNotAllowed, .noKey, .ambiguousKey,
        .badSignature, .badPayload, .cannotSign,
      ],
      in: "JOSE/Signatures/JWSError.swift"
    )
  }

  @Test
  func `no error of a JWE shows what it was about`() throws {
    var walk = ErrorWalk()
    let key = try JOSEFixtures.key(Exposure.key)
    let primitives = OpenSSLEncryption()
    let keys = JWEDecryptionKeys([key], algorithms: [.direct, .pbes2HS256A128KW])
    let part = Self.encoded(Self.text)
    func token(_ header: String, key: String = "") -> String {
      "\(Self.encoded(header)).\(key).\(part).\(part).\(part)"
    }
    for token in [
      String(repeating: Self.text, count: 1 << 15), Self.text, "!\(Self.text).....",
      "!\(Self.text)....", token(#"{"alg":"dir","x":"\#(Self.text)"}"#),
      token(#"{"alg":"dir","enc":"A256CBC-HS512","crit":["\#(Self.text)"]}"#),
      token(#"{"alg":"dir","enc":"A256CBC-HS512","zip":"\#(Self.text)"}"#),
      token(#"{"alg":"\#(Self.text)","enc":"A128GCM"}"#),
      token(#"{"alg":"RSA-OAEP","enc":"A128GCM"}"#),
      token(#"{"alg":"PBES2-HS256+A128KW","enc":"A128GCM","p2c":1,"p2s":"\#(part)"}"#, key: part),
      token(#"{"alg":"dir","enc":"A256CBC-HS512","kid":"\#(Self.text)"}"#),
      token(#"{"alg":"dir","enc":"A128GCM"}"#), token(#"{"alg":"dir","enc":"A256CBC-HS512"}"#),
    ] {
      walk.attempt { _ = try JWE.decrypt(token, keys: keys, primitives: primitives) }
    }
    walk.attempt {
      var two = keys
      two.keys.append(key)
      let header = #"{"alg":"dir","enc":"A256CBC-HS512","kid":"1"}"#
      _ = try JWE.decrypt(token(header), keys: two, primitives: primitives)
    }
    walk.attempt {
      let object: JSONObject = [
        "protected": .string(Self.encoded(#"{"enc":"A128GCM"}"#)),
        "unprotected": ["enc": .string(Self.text)], "ciphertext": .string(part),
      ]
      _ = try JWE.decrypt(json: object, keys: keys, primitives: primitives)
    }
    walk.attempt {
      // A point of small order agrees on nothing.
      let zero = JWK(.okp(OKPKey(curve: .x25519, x: [UInt8](repeating: 0, count: 32))))
      _ = try JWE.encrypt(
        Exposure.bytes,
        for: JWERecipient(key: zero, algorithm: .ecdhES),
        encryption: .a128GCM,
        primitives: primitives
      )
    }
    try walk.expectAll(
      [
        JWEError.tooLong, .badShape, .badBase64URL, .badHeader, .duplicateMember, .badCritical,
        .compressed, .unsupportedAlgorithm, .algorithmNotAllowed, .badPasswordParameters, .noKey,
        .ambiguousKey, .badKey(.badKeyLength), .cannotDecrypt, .cannotEncrypt,
      ],
      in: "JOSE/Encryption/JWEError.swift"
    )
  }

  @Test
  func `no error of a key shows any part of the key`() throws {
    var walk = ErrorWalk()
    let scalar = Base64URL.encode(Array(Exposure.bytes.prefix(32)))
    let point =
      #""x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0""#
    for json in [
      Self.text, #"{"kty":"oct","x":"\#(Self.text)"}"#, #"{"kty":"oct","k":"\#(Self.text)=="}"#,
      #"{"kty":"\#(Self.text)"}"#, #"{"kty":"EC","crv":"\#(Self.text)"}"#,
      #"{"kty":"RSA","n":"\#(Self.encoded(Self.text))","e":"AQAB"}"#,
      #"{"kty":"RSA","n":"\#(Self.smoothModulus)","e":"AQAB","d":"\#(Self.encoded(Self.text))"}"#,
    ] {
      walk.attempt { _ = try JWK.read(Array(json.utf8)) }
    }
    func sign(_ json: String, _ algorithm: SignatureAlgorithm) throws {
      _ = try JWSSigningKey(
        JOSEFixtures.key(json),
        algorithm: algorithm,
        provider: Self.provider
      )
    }
    walk.attempt { try sign(#"{"kty":"oct","k":"\#(Self.encoded("hush-Zq7x9Kw2Lm4T"))"}"#, .hs256) }
    walk.attempt { try sign(#"{"kty":"EC","crv":"P-256",\#(point),"d":"\#(scalar)"}"#, .es256) }
    walk.attempt { try sign(#"{"kty":"EC","crv":"P-256",\#(point)}"#, .es256) }
    walk.attempt { try sign(Exposure.key, .es256) }
    walk.attempt {
      try sign(Exposure.key.replacing("\"kid\"", with: "\"alg\":\"HS512\",\"kid\""), .hs256)
    }
    walk.attempt {
      try sign(Exposure.key.replacing("\"kid\"", with: "\"use\":\"enc\",\"kid\""), .hs256)
    }
    walk.attempt { _ = try KeyPEM.read("-----BEGIN PRIVATE KEY-----\n\(Self.text)\n") }
    walk.attempt { _ = try KeyPEM.read("-----BEGIN PRIVATE KEY-----\\n\(Self.text)\\n") }
    let secret = #"{"kty":"oct","kid":"k","k":"\#(Self.encoded(Self.text))"}"#
    for other in [#"{"kty":"EC","crv":"P-256",\#(point)}"#, #"{"kty":"oct","kid":"k"}"#] {
      walk.attempt {
        let set = try JWKSet.read(Array(#"{"keys":[\#(secret),\#(other)]}"#.utf8))
        let keys = JWSVerificationKeys(set, algorithms: [.es256, .hs256], provider: Self.provider)
        throw try #require(keys.notes.first?.reason)
      }
    }
    walk.attempt {
      let body = Base64.encode(Exposure.bytes)
      _ = try KeyPEM.read("-----BEGIN PRIVATE KEY-----\n\(body)\n-----END PRIVATE KEY-----\n")
    }
    walk.attempt {
      _ = try KeyPEM.read(
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\(Self.text)\n-----END RSA PRIVATE KEY-----\n"
      )
    }
    try walk.expectAll(
      [
        JWKError.badJSON, .missingMember("k"), .badMember("k"), .unknownKeyType, .unknownCurve,
        .weakRSA, .roca, .badKeyLength, .inconsistent, .notPrivate, .algorithmMismatch,
        .sharedID, .secretBesidePublic, .escapedPEM,
        .otherAlgorithm, .notPermitted, .badPEM, .encryptedPEM,
      ],
      in: "JOSE/Keys/JWKError.swift"
    )
  }

  /// One more than a multiple of all primes that the check for CVE-2017-15361 looks at.
  private static let smoothModulus =
    "gA" + String(repeating: "A", count: 322) + "EE3WhcVD48x9NxWmzw"

  @Test
  func `no rejection of a JWT shows its claims`() throws {
    var walk = ErrorWalk()
    let now = Timestamp(seconds: 1_800_000_000)
    var idToken = IDTokenRules(issuer: "i", clientID: "c", nonce: Self.text)
    idToken.accessToken = Exposure.secret
    idToken.maximumAge = 1
    let rules = JWTRules(
      issuer: "i",
      audiences: ["a"],
      subject: "s",
      type: "JWT",
      refusesFutureIssue: true
    )
    func verify(_ claims: String, type: String = "JWT") throws {
      let header: JSONObject = ["typ": .string(type), "x": .string(Self.text)]
      let token = try JOSEFixtures.sign(claims, key: Exposure.key, .hs256, header: header)
      _ = try JWT.verify(token, keys: Self.keys(), rules: rules, now: now)
    }
    let x = #""x":"\#(Self.text)""#
    for claims in [
      "\(Self.text)", "{\(x)}", "{\"exp\":1,\(x)}", "{\"nbf\":1900000000,\(x)}",
      "{\"iat\":1900000000,\(x)}", #"{"iss":"\#(Self.text)"}"#,
      #"{"iss":"i","sub":"\#(Self.text)"}"#, #"{"iss":"i","sub":"s","aud":"\#(Self.text)"}"#,
    ] {
      walk.attempt { try verify(claims) }
    }
    walk.attempt { try verify("{}", type: Self.text) }
    walk.attempt {
      _ = try JWT.verify(
        Self.signed(#"{"alg":"HS256"}"#),
        keys: Self.keys(),
        rules: rules,
        now: now
      )
    }
    walk.attempt {
      let none = JWEDecryptionKeys([], algorithms: [])
      _ = try JWT.decryptAndVerify(
        Self.text,
        decryptionKeys: none,
        primitives: OpenSSLEncryption(),
        keys: Self.keys(),
        rules: rules,
        now: now
      )
    }
    let hash = Self.encoded(Self.text)
    for claims in [
      #""nonce":"x""#, #""azp":"\#(Self.text)""#, #""nonce":"\#(Self.text)","auth_time":1"#,
      #""nonce":"\#(Self.text)","auth_time":1800000000,"at_hash":"\#(hash)""#,
    ] {
      let claims =
        #"{"iss":"i","aud":"c","sub":"\#(Self.text)","iat":1800000000,"exp":1900000000,"# + claims
        + "}"
      let token = try JOSEFixtures.sign(claims, key: Exposure.key, .hs256)
      walk.attempt {
        _ = try idToken.verify(token, keys: Self.keys(), hashing: OpenSSLHashing(), now: now)
      }
    }
    try walk.expectAll(
      [
        JWTRejection.malformed(.badJSON), .signature(.badSignature), .encryption(.badShape),
        .missingClaim(name: "iss"), .expired, .notYetValid, .issuedInFuture,
        .authenticationTooOld, .wrongIssuer, .wrongAudience, .wrongSubject, .wrongType,
        .wrongNonce, .wrongAuthorizedParty, .wrongHash(name: "at_hash"),
      ],
      in: "JOSE/Claims/JWTRejection.swift"
    )
    let claim = Self.encoded(#"{"exp":"\#(Self.text)"}"#)
    for token in [
      String(repeating: Self.text, count: 1 << 15), Self.text, "!\(Self.text).e30.AA",
      "\(Self.encoded(Self.text)).e30.AA",
    ] {
      walk.attempt { _ = try JWTClaims.unverified(token) }
    }
    walk.attempt { _ = try JWTClaims.unverified("e30.\(claim).AA").numericDate("exp") }
    try walk.expectAll(
      [JWTError.tooLong, .badShape, .badBase64URL, .badJSON, .badClaim(name: "exp")],
      in: "JOSE/Claims/JWTError.swift"
    )
  }
}

/// Signs nothing.
private struct FailingProvider: SignatureProvider, MessageSigner, MessageVerifier {
  func signer(_ key: JWK, _ algorithm: SignatureAlgorithm) throws(JWKError) -> any MessageSigner {
    self
  }

  func verifier(
    _ key: JWK,
    _ algorithm: SignatureAlgorithm
  ) throws(JWKError) -> any MessageVerifier {
    self
  }

  func sign(_ message: [UInt8]) -> [UInt8]? { nil }
  func isValid(_ signature: [UInt8], for message: ArraySlice<UInt8>) -> Bool { false }
}
