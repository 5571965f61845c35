import Crypto
import Standards
import Testing

@Suite
struct JWETests {
  private static let primitives = OpenSSLEncryption()
  private static let plaintext = Array("content".utf8)

  private static func key(
    _ algorithm: KeyManagementAlgorithm,
    _ encryption: ContentEncryption
  ) throws -> JWK {
    switch algorithm {
    case .rsaOAEP, .rsaOAEP256: try RSAFixture.privateKey
    case .ecdhES, .ecdhESA128KW: try KeyGenerator.key(on: .p256)
    case .ecdhESA192KW: try KeyGenerator.key(on: .p521)
    case .ecdhESA256KW: try KeyGenerator.key(on: .x25519)
    case .direct: KeyGenerator.symmetric(byteCount: encryption.keySize)
    case .a128KW, .a128GCMKW: KeyGenerator.symmetric(byteCount: 16)
    case .a192KW, .a192GCMKW: KeyGenerator.symmetric(byteCount: 24)
    case .a256KW, .a256GCMKW: KeyGenerator.symmetric(byteCount: 32)
    default: JWK(.symmetric(Secret("a long and quiet password")))
    }
  }

  @Test(arguments: KeyManagementAlgorithm.allCases, ContentEncryption.allCases)
  func `every pair of algorithms opens what it sealed, and nothing that was changed`(
    algorithm: KeyManagementAlgorithm,
    encryption: ContentEncryption
  ) throws {
    let key = try Self.key(algorithm, encryption)
    let recipient = JWERecipient(
      key: key.publicKey ?? key,
      algorithm: algorithm,
      iterations: 1000
    )
    let token = try JWE.encrypt(
      Self.plaintext,
      for: recipient,
      encryption: encryption,
      header: ["cty": "text"],
      primitives: Self.primitives
    )
    let keys = JWEDecryptionKeys([key], algorithms: [algorithm], encryptions: [encryption])
    let opened = try JWE.decrypt(token, keys: keys, primitives: Self.primitives)
    #expect(opened.plaintext == Self.plaintext)
    #expect(opened.header.members["cty"] == "text")
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for index in 1..<5 where !parts[index].isEmpty {
      var changed = parts
      var bytes = try Base64URL.decode(parts[index])
      bytes[0] ^= 1
      changed[index] = Base64URL.encode(bytes)
      #expect(throws: JWEError.cannotDecrypt) {
        try JWE.decrypt(changed.joined(separator: "."), keys: keys, primitives: Self.primitives)
      }
      changed[index] = Base64URL.encode(Array(bytes.dropLast()))
      #expect(throws: JWEError.cannotDecrypt) {
        try JWE.decrypt(changed.joined(separator: "."), keys: keys, primitives: Self.primitives)
      }
    }
  }

  @Test
  func `several recipients open one JSON text, each with the own key`() throws {
    let first = try KeyGenerator.key(on: .p384)
    let second = KeyGenerator.symmetric(byteCount: 32)
    let object = try JWE.encryptJSON(
      Self.plaintext,
      for: [
        JWERecipient(
          key: try #require(first.publicKey),
          algorithm: .ecdhESA256KW,
          header: ["x": "1"]
        ),
        JWERecipient(key: second, algorithm: .a256GCMKW),
      ],
      encryption: .a256CBCHS512,
      protected: ["cty": "text"],
      unprotected: ["jku": "https://x.example/"],
      additionalData: [1, 2, 3],
      primitives: Self.primitives
    )
    for (key, algorithm) in [(first, KeyManagementAlgorithm.ecdhESA256KW), (second, .a256GCMKW)] {
      let keys = JWEDecryptionKeys([key], algorithms: [algorithm])
      #expect(
        try JWE.decrypt(json: object, keys: keys, primitives: Self.primitives).plaintext
          == Self.plaintext
      )
      var changed = object
      changed["aad"] = "AQIE"
      #expect(throws: JWEError.cannotDecrypt) {
        try JWE.decrypt(json: changed, keys: keys, primitives: Self.primitives)
      }
    }
    let flat = try JWE.encryptJSON(
      Self.plaintext,
      for: [JWERecipient(key: second, algorithm: .direct)],
      encryption: .a256GCM,
      flattened: true,
      primitives: Self.primitives
    )
    let keys = JWEDecryptionKeys([second], algorithms: [.direct])
    #expect(
      try JWE.decrypt(json: flat, keys: keys, primitives: Self.primitives).plaintext
        == Self.plaintext
    )
  }

  @Test
  func `the caller's lists decide, not the header`() throws {
    let key = KeyGenerator.symmetric(byteCount: 32)
    let token = try JWE.encrypt(
      [],
      for: JWERecipient(key: key, algorithm: .a256KW),
      encryption: .a256GCM,
      primitives: Self.primitives
    )
    #expect(throws: JWEError.algorithmNotAllowed) {
      try JWE.decrypt(
        token,
        keys: JWEDecryptionKeys([key], algorithms: [.a256GCMKW]),
        primitives: Self.primitives
      )
    }
    #expect(throws: JWEError.algorithmNotAllowed) {
      try JWE.decrypt(
        token,
        keys: JWEDecryptionKeys([key], algorithms: [.a256KW], encryptions: [.a128GCM]),
        primitives: Self.primitives
      )
    }
    var named = key
    named.algorithm = "A256GCMKW"
    #expect(throws: JWEError.badKey(.otherAlgorithm)) {
      try JWE.decrypt(
        token,
        keys: JWEDecryptionKeys([named], algorithms: [.a256KW]),
        primitives: Self.primitives
      )
    }
    named.algorithm = nil
    named.use = "sig"
    #expect(throws: JWEError.badKey(.notPermitted)) {
      try JWE.decrypt(
        token,
        keys: JWEDecryptionKeys([named], algorithms: [.a256KW]),
        primitives: Self.primitives
      )
    }
  }

  @Test
  func `rounds of a password are bounded before they are computed`() throws {
    let key = JWK(.symmetric(Secret("password")))
    func token(_ count: String) -> String {
      let header =
        #"{"alg":"PBES2-HS256+A128KW","enc":"A128GCM","p2s":"AAAAAAAAAAAAAA","p2c":\#(count)}"#
      return "\(Base64URL.encode(Array(header.utf8))).AAAA.AAAA.AAAA.AAAA"
    }
    let keys = JWEDecryptionKeys([key], algorithms: [.pbes2HS256A128KW])
    for count in ["999", "1000001", "1e30", "-1", "0", "\"4096\"", "1000.5", "null"] {
      #expect(throws: JWEError.badPasswordParameters) {
        try JWE.decrypt(token(count), keys: keys, primitives: Self.primitives)
      }
    }
    #expect(throws: JWEError.cannotDecrypt) {
      try JWE.decrypt(token("1000"), keys: keys, primitives: Self.primitives)
    }
  }

  @Test(arguments: [
    (#"{"alg":"dir","enc":"A128GCM","zip":"DEF"}"#, JWEError.compressed),
    (#"{"alg":"dir","enc":"A128GCM","crit":["exp"],"exp":1}"#, .badCritical),
    (#"{"alg":"dir","enc":"A128GCM","crit":["b64"],"b64":false}"#, .badCritical),
    (#"{"alg":"RSA1_5","enc":"A128GCM"}"#, .unsupportedAlgorithm),
    (#"{"alg":"dir","enc":"A128CBC"}"#, .unsupportedAlgorithm),
    (#"{"alg":"dir"}"#, .badHeader), (#"{"alg":"dir","alg":"dir","enc":"A128GCM"}"#, .badHeader),
    (#"{"alg":"dir","enc":"A128GCM","kid":1}"#, .badHeader), ("[]", .badHeader),
    ("\u{FEFF}{}", .badHeader),
  ])
  func `a header that is not understood is refused`(header: String, expected: JWEError) {
    let keys = JWEDecryptionKeys(
      [KeyGenerator.symmetric(byteCount: 16)],
      algorithms: Set(KeyManagementAlgorithm.allCases)
    )
    #expect(throws: expected) {
      try JWE.decrypt(
        "\(Base64URL.encode(Array(header.utf8)))..AAAA.AAAA.AAAA",
        keys: keys,
        primitives: Self.primitives
      )
    }
  }

  @Test(arguments: [
    #"{"kty":"EC","crv":"P-256","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","y":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#,
    #"{"kty":"EC","crv":"P-384","x":"AA","y":"AA"}"#, #"{"kty":"oct","k":"AA"}"#, #""x""#,
    #"{"kty":"OKP","crv":"X25519","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#,
  ])
  func `an ephemeral key that is no point of the curve yields nothing`(ephemeral: String) throws {
    let header = #"{"alg":"ECDH-ES","enc":"A128GCM","epk":\#(ephemeral)}"#
    for curve in [KeyCurve.p256, .x25519] {
      let keys = JWEDecryptionKeys([try KeyGenerator.key(on: curve)], algorithms: [.ecdhES])
      #expect(throws: JWEError.self) {
        try JWE.decrypt(
          "\(Base64URL.encode(Array(header.utf8)))..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA",
          keys: keys,
          primitives: Self.primitives
        )
      }
    }
  }

  @Test
  func `length and dots are counted first`() throws {
    let keys = JWEDecryptionKeys([], algorithms: [])
    #expect(throws: JWEError.tooLong) {
      try JWE.decrypt(
        String(repeating: ".", count: 2_000_000),
        keys: keys,
        primitives: Self.primitives
      )
    }
    for wrong in ["", "a.b.c", "a.b.c.d", "a.b.c.d.e.f"] {
      #expect(throws: JWEError.badShape) {
        try JWE.decrypt(wrong, keys: keys, primitives: Self.primitives)
      }
    }
    #expect(throws: JWEError.badBase64URL) {
      try JWE.decrypt("a....", keys: keys, primitives: Self.primitives)
    }
  }

  @Test
  func `the key derivation of RFC 7518 appendix C comes out`() throws {
    let alice = try JOSEFixtures.key(
      #"{"kty":"EC","crv":"P-256","x":"gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0","y":"SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps","d":"0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo"}"#
    )
    let bob = try JOSEFixtures.key(
      #"{"kty":"EC","crv":"P-256","x":"weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ","y":"e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck","d":"VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw"}"#
    )
    let (alicePublic, bobPublic) = (try #require(alice.publicKey), try #require(bob.publicKey))
    let first = try #require(Self.primitives.agree(alice, with: bobPublic))
    let second = try #require(Self.primitives.agree(bob, with: alicePublic))
    #expect(first == second)
    #expect(Hex.encode(first) == "9e56d91d817135d372834283bf84269cfb316ea3da806a48f6daa7798cfe90c4")
  }

  @Test
  func `AES key wrap gives the values of RFC 3394`() throws {
    let kek = try Hex.decode("000102030405060708090A0B0C0D0E0F")
    let data = try Hex.decode("00112233445566778899AABBCCDDEEFF")
    let wrapped = try #require(Self.primitives.wrap(data, with: kek))
    #expect(Hex.encode(wrapped) == "1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5")
    #expect(Self.primitives.unwrap(wrapped, with: kek) == data)
  }
}
