import Crypto
import Standards
import TestSupport
import Testing

@Suite
struct JWSStrictnessTests {
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let expected: String
    let token: String
    var testDescription: String { id }
  }

  /// Cases whose verdict depends on claims; they are tested with the claims.
  private static let claimCases: Set<String> = [
    "exp-string", "exp-neg", "exp-bool", "aud-empty", "aud-num",
  ]

  @Test(arguments: try vectors("jwt-strictness", as: Row.self, in: .module))
  func `each token of the list gets its verdict`(row: Row) throws {
    let isEC = row.id.hasPrefix("es256")
    let result = Result {
      try JOSEFixtures.verify(
        row.token,
        key: isEC ? JOSEFixtures.ecKey : JOSEFixtures.hmacKey,
        isEC ? [.es256] : [.hs256, .hs384, .hs512]
      )
    }
    let isAccepted = (try? result.get()) != nil
    #expect(
      isAccepted == (row.expected == "accept" || Self.claimCases.contains(row.id)),
      "\(result)"
    )
  }

  @Test(arguments: ["none", "None", "nOnE", "", "HS257", "hs256", "ES256\u{212A}"])
  func `J-01 no algorithm but the exact registered names`(name: String) throws {
    let header = Base64URL.encode(Array(#"{"alg":"\#(name)"}"#.utf8))
    for signature in ["", "AAAA"] {
      #expect(throws: JWSError.unsupportedAlgorithm) {
        try JOSEFixtures.verify("\(header).e30.\(signature)", key: JOSEFixtures.hmacKey, [.hs256])
      }
    }
  }

  @Test
  func `J-02 a public key never serves as an HMAC key`() throws {
    let rsa = try RSAFixture.privateKey
    let publicKey = try #require(rsa.publicKey)
    for secret in [
      publicKey.members(includingPrivate: false).serializedBytes,
      Array(try KeyPEM.write(publicKey, as: .subjectPublicKeyInfo).utf8),
    ] {
      let forged = try JWS.sign(
        Array("{}".utf8),
        with: JWSSigningKey(
          JWK(.symmetric(Secret(secret))),
          algorithm: .hs256,
          provider: JOSEFixtures.signatures
        )
      )
      let keys = try JWSVerificationKeys(
        publicKey,
        algorithms: SignatureAlgorithm.allCases,
        provider: JOSEFixtures.signatures
      )
      #expect(throws: JWSError.algorithmNotAllowed) { try JWS.verify(forged, keys: keys) }
    }
  }

  @Test
  func `J-03 a key's own algorithm binds, and a key without one takes those listed`() throws {
    var key = try RSAFixture.privateKey
    let token = try JWS.sign(
      [1],
      with: JWSSigningKey(key, algorithm: .ps256, provider: JOSEFixtures.signatures)
    )
    let listed = try JWSVerificationKeys(
      key,
      algorithms: [.rs256, .ps256],
      provider: JOSEFixtures.signatures
    )
    #expect(try JWS.verify(token, keys: listed).payload == [1])
    let unlisted = try JWSVerificationKeys(
      key,
      algorithms: [.rs256],
      provider: JOSEFixtures.signatures
    )
    #expect(throws: JWSError.algorithmNotAllowed) { try JWS.verify(token, keys: unlisted) }
    key.algorithm = "RS256"
    let bound = try JWSVerificationKeys(
      key,
      algorithms: [.rs256, .ps256],
      provider: JOSEFixtures.signatures
    )
    #expect(throws: JWSError.algorithmNotAllowed) { try JWS.verify(token, keys: bound) }
    #expect(throws: JWKError.otherAlgorithm) {
      try JWSSigningKey(key, algorithm: .ps256, provider: JOSEFixtures.signatures)
    }
  }

  @Test(arguments: ["jwk", "jku", "x5u", "x5c"])
  func `J-04 keys in the header are not looked at`(member: String) throws {
    let attacker = #"{"kty":"oct","k":"\#(Base64URL.encode([UInt8](repeating: 7, count: 32)))"}"#
    let value: JSONValue =
      member == "jwk"
      ? .object(try JOSEFixtures.key(attacker).members(includingPrivate: true))
      : "https://evil.example/keys"
    let token = try JOSEFixtures.sign("{}", key: attacker, .hs256, header: [member: value])
    #expect(throws: JWSError.badSignature) {
      try JOSEFixtures.verify(token, key: JOSEFixtures.hmacKey, [.hs256])
    }
  }

  @Test(arguments: [
    #"["exp"]"#, "[]", #""exp""#, "[null]", #"["b64","b64"]"#, #"["alg"]"#, #"["b64"]"#, "{}",
    "null",
    #"["http://example.test/x"]"#,
  ])
  func `J-12 a crit that is not understood is refused`(crit: String) throws {
    let header = #"{"alg":"HS256","exp":1,"http://example.test/x":true,"crit":\#(crit)}"#
    let input = "\(Base64URL.encode(Array(header.utf8))).e30"
    let key = try JOSEFixtures.key(JOSEFixtures.hmacKey)
    let signer = try JOSEFixtures.signatures.signer(key, .hs256)
    let signature = try #require(signer.sign(Array(input.utf8)))
    #expect(throws: JWSError.badCritical) {
      try JOSEFixtures.verify(
        "\(input).\(Base64URL.encode(signature))",
        key: JOSEFixtures.hmacKey,
        [.hs256]
      )
    }
  }

  private static let good =
    "eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLCJleHAiOjQxMDI0NDQ4MDB9.OQVCAxs4jJ06PnJCoQf2CwNGiawmVDfivhtkPtsztTE"

  @Test(arguments: ["=", "A", "+", "/", "\n", " ", ".", "==", "%3D"])
  func `J-13 nothing may be added to a part`(suffix: String) {
    #expect(throws: JWSError.self) {
      try JOSEFixtures.verify(Self.good + suffix, key: JOSEFixtures.hmacKey, [.hs256])
    }
    #expect(throws: JWSError.self) {
      try JOSEFixtures.verify(suffix + Self.good, key: JOSEFixtures.hmacKey, [.hs256])
    }
  }

  @Test
  func `J-14 padding is taken only where it was asked for`() throws {
    let options = JWS.Options(allowsPadding: true)
    let token = Self.good + "="
    #expect(
      try !JOSEFixtures.verify(token, key: JOSEFixtures.hmacKey, [.hs256], options: options).payload
        .isEmpty
    )
    for wrong in [Self.good + "==", Self.good.replacing(".", with: "=.")] {
      #expect(throws: JWSError.self) {
        try JOSEFixtures.verify(wrong, key: JOSEFixtures.hmacKey, [.hs256], options: options)
      }
    }
  }

  @Test
  func `J-15 and J-17 ECDSA signatures are two numbers of fixed length and not zero`() throws {
    let token = try JOSEFixtures.sign("{}", key: JOSEFixtures.ecKey, .es256)
    let parts = token.split(separator: ".")
    let signature = try Base64URL.decode(String(parts[2]))
    #expect(signature.count == 64)
    for wrong in [
      [], [UInt8](repeating: 0, count: 64), signature + [0], Array(signature.dropLast()),
    ] {
      #expect(throws: JWSError.badSignature) {
        try JOSEFixtures.verify(
          "\(parts[0]).\(parts[1]).\(Base64URL.encode(wrong))",
          key: JOSEFixtures.ecKey,
          [.es256]
        )
      }
    }
  }

  @Test
  func `J-19 both names of Ed25519 verify with its key`() throws {
    for name in [SignatureAlgorithm.edDSA, .ed25519] {
      let token = try JOSEFixtures.sign("{}", key: JOSEFixtures.ed25519Key, name)
      for listed in [SignatureAlgorithm.edDSA, .ed25519] {
        #expect(
          try JOSEFixtures.verify(token, key: JOSEFixtures.ed25519Key, [listed]).header.algorithm
            == name
        )
      }
      #expect(throws: JWKError.algorithmMismatch) {
        try JOSEFixtures.verify(token, key: JOSEFixtures.ed25519Key, [.ed448])
      }
    }
  }

  @Test
  func `J-22 an unknown kid never falls to a default key`() throws {
    let provider = JOSEFixtures.signatures
    var first = try JOSEFixtures.key(JOSEFixtures.hmacKey)
    var second = JWK(.symmetric(Secret([UInt8](repeating: 9, count: 32))))
    first.keyID = "one"
    second.keyID = "two"
    let set = JWSVerificationKeys(
      JWKSet(keys: [first, second]),
      algorithms: [.hs256],
      provider: provider
    )
    let alone = JWSVerificationKeys(JWKSet(keys: [first]), algorithms: [.hs256], provider: provider)
    func token(_ keyID: String?) throws -> String {
      var key = first
      key.keyID = keyID
      return try JWS.sign([], with: JWSSigningKey(key, algorithm: .hs256, provider: provider))
    }
    #expect(try JWS.verify(token("one"), keys: set).payload.isEmpty)
    #expect(throws: JWSError.badSignature) { try JWS.verify(token("two"), keys: set) }
    #expect(throws: JWSError.noKey) { try JWS.verify(token("three"), keys: set) }
    #expect(throws: JWSError.noKey) { try JWS.verify(token("three"), keys: alone) }
    #expect(throws: JWSError.ambiguousKey) { try JWS.verify(token(nil), keys: set) }
    #expect(try JWS.verify(token(nil), keys: alone).payload.isEmpty)
    second.keyID = "one"
    let doubled = JWSVerificationKeys(
      JWKSet(keys: [first, second]),
      algorithms: [.hs256],
      provider: provider
    )
    #expect(throws: JWSError.ambiguousKey) { try JWS.verify(token("one"), keys: doubled) }
  }

  @Test(arguments: [(SignatureAlgorithm.hs256, 32), (.hs384, 48), (.hs512, 64)])
  func `J-27 HMAC keys have a floor`(algorithm: SignatureAlgorithm, floor: Int) throws {
    let provider = JOSEFixtures.signatures
    for count in [0, 1, floor - 1] {
      let key = JWK(.symmetric(Secret([UInt8](repeating: 1, count: count))))
      #expect(throws: JWKError.badKeyLength) {
        try JWSSigningKey(key, algorithm: algorithm, provider: provider)
      }
      #expect(throws: JWKError.badKeyLength) {
        try JWSVerificationKeys(key, algorithms: [algorithm], provider: provider)
      }
    }
    let key = JWK(.symmetric(Secret([UInt8](repeating: 1, count: floor))))
    _ = try JWSSigningKey(key, algorithm: algorithm, provider: provider)
  }

  @Test
  func `J-29 length, dots and depth are capped before anything is decoded`() throws {
    let keys = try JWSVerificationKeys(
      JOSEFixtures.key(JOSEFixtures.hmacKey),
      algorithms: [.hs256],
      provider: JOSEFixtures.signatures
    )
    #expect(throws: JWSError.tooLong) {
      try JWS.verify(String(repeating: ".", count: 2_000_000), keys: keys)
    }
    #expect(throws: JWSError.badShape) {
      try JWS.verify(String(repeating: ".", count: 900_000), keys: keys)
    }
    #expect(throws: JWSError.tooLong) {
      try JWS.verify(String(repeating: "A", count: 5_000_000) + "..", keys: keys)
    }
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let header = Base64URL.encode(Array(#"{"alg":"HS256","x":\#(deep)}"#.utf8))
    #expect(throws: JWSError.badHeader) { try JWS.verify("\(header)..", keys: keys) }
  }

  @Test(arguments: [
    "../../dev/null", "x' OR 1=1", String(repeating: "k", count: 10_000), "\u{0}", "",
  ])
  func `J-30 a kid is a plain name`(keyID: String) throws {
    var key = try JOSEFixtures.key(JOSEFixtures.hmacKey)
    key.keyID = keyID
    let token = try JWS.sign(
      [],
      with: JWSSigningKey(key, algorithm: .hs256, provider: JOSEFixtures.signatures)
    )
    var other = key
    other.keyID = "other"
    let keys = JWSVerificationKeys(
      JWKSet(keys: [other]),
      algorithms: [.hs256],
      provider: JOSEFixtures.signatures
    )
    #expect(throws: JWSError.noKey) { try JWS.verify(token, keys: keys) }
  }

  @Test(arguments: [
    "{\"alg\":\"HS256\",\"alg\":\"none\"}", "\u{FEFF}{\"alg\":\"HS256\"}", "[\"HS256\"]",
    "{\"alg\":1}", "{}",
    "{\"alg\":\"HS256\",\"kid\":7}", "{\"alg\":\"HS256\"} x",
    "{\"alg\":\"HS256\",\"x\":\"\\ud800\"}", "",
  ])
  func `a header that is not one clean object is refused`(header: String) {
    let text = Base64URL.encode(Array(header.utf8))
    #expect(throws: JWSError.badHeader) {
      try JOSEFixtures.verify("\(text).e30.AAAA", key: JOSEFixtures.hmacKey, [.hs256])
    }
  }

  @Test
  func `a header in UTF-16 is refused`() {
    let text = Base64URL.encode(
      #"{"alg":"HS256"}"#.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    )
    #expect(throws: JWSError.badHeader) {
      try JOSEFixtures.verify("\(text).e30.AAAA", key: JOSEFixtures.hmacKey, [.hs256])
    }
  }
}
