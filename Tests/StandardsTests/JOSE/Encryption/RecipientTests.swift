import Crypto
import Standards
import Testing

/// The JSON serializations of RFC 7516 §7.2: which of several recipients a reader is.
@Suite
struct RecipientTests {
  private static let primitives = OpenSSLEncryption()
  private static let plaintext = Array("content".utf8)

  private static func encrypt(_ recipients: [JWERecipient]) throws -> JSONObject {
    try JWE.encryptJSON(
      plaintext,
      for: recipients,
      encryption: .a128GCM,
      primitives: primitives
    )
  }

  private static func open(
    _ object: JSONObject,
    _ keys: [JWK],
    _ algorithms: Set<KeyManagementAlgorithm>
  ) throws -> [UInt8] {
    try JWE.decrypt(
      json: object,
      keys: JWEDecryptionKeys(keys, algorithms: algorithms),
      primitives: primitives
    ).plaintext
  }

  @Test(arguments: [
    KeyManagementAlgorithm.a256KW, .a256GCMKW, .rsaOAEP256, .ecdhESA256KW, .pbes2HS256A128KW,
  ])
  func `every one of several recipients without an id opens it`(
    _ algorithm: KeyManagementAlgorithm
  ) throws {
    let keys = try (0..<3).map { index in
      switch algorithm {
      case .rsaOAEP256: try index == 0 ? RSAFixture.privateKey : KeyGenerator.rsa()
      case .ecdhESA256KW: try KeyGenerator.key(on: .p256)
      default: KeyGenerator.symmetric(byteCount: 32)
      }
    }
    let object = try Self.encrypt(
      keys.map { JWERecipient(key: $0.publicKey ?? $0, algorithm: algorithm, iterations: 1000) }
    )
    for key in keys { #expect(try Self.open(object, [key], [algorithm]) == Self.plaintext) }
    let stranger: JWK =
      switch algorithm {
      case .rsaOAEP256: try KeyGenerator.rsa()
      case .ecdhESA256KW: try KeyGenerator.key(on: .p256)
      default: KeyGenerator.symmetric(byteCount: 32)
      }
    #expect(throws: JWEError.cannotDecrypt) { try Self.open(object, [stranger], [algorithm]) }
  }

  @Test
  func `a key without an id opens it for its holder, whatever ids the recipients have`() throws {
    var first = KeyGenerator.symmetric(byteCount: 32)
    var second = KeyGenerator.symmetric(byteCount: 32)
    first.keyID = "a"
    second.keyID = "b"
    let object = try Self.encrypt([
      JWERecipient(key: first, algorithm: .a256KW), JWERecipient(key: second, algorithm: .a256KW),
    ])
    second.keyID = nil
    #expect(try Self.open(object, [second], [.a256KW]) == Self.plaintext)
    // With an id, only the recipient of that id is meant.
    second.keyID = "a"
    #expect(throws: JWEError.cannotDecrypt) { try Self.open(object, [second], [.a256KW]) }
    second.keyID = "c"
    #expect(throws: JWEError.noKey) { try Self.open(object, [second], [.a256KW]) }
  }

  @Test
  func `what another recipient got wrong is in nobody else's way`() throws {
    let mine = KeyGenerator.symmetric(byteCount: 32)
    let other = JWK(.symmetric(Secret("a long and quiet password")))
    let sound = try Self.encrypt([
      JWERecipient(key: other, algorithm: .pbes2HS256A128KW, iterations: 1000),
      JWERecipient(key: mine, algorithm: .a256KW),
    ])
    let parts = try #require(sound["recipients"]?.array)
    let algorithms: Set<KeyManagementAlgorithm> = [.a256KW, .pbes2HS256A128KW, .ecdhESA128KW]
    for header: JSONObject in [
      ["alg": "RSA1_5"], ["alg": 1], ["alg": "PBES2-HS256+A128KW", "p2s": "AA", "p2c": 4096],
      ["alg": "PBES2-HS256+A128KW", "p2s": "AAAAAAAAAAAAAA", "p2c": 1_000_001], [:],
      ["alg": "A256KW", "kid": 1], ["alg": "ECDH-ES+A128KW"],
    ] {
      var object = sound
      object["recipients"] = [["header": .object(header), "encrypted_key": "AAAA"], parts[1]]
      #expect(try Self.open(object, [mine], algorithms) == Self.plaintext)
    }
    func refuse(_ fault: JWEError, _ first: JSONValue) {
      var object = sound
      object["recipients"] = [first, parts[1]]
      #expect(throws: fault) { try Self.open(object, [mine], algorithms) }
    }
    refuse(.badCritical, ["header": ["alg": "A256KW", "crit": ["x"], "x": 1]])
    refuse(.compressed, ["header": ["alg": "A256KW", "zip": "DEF"]])
    for name in ["A128GCM", "A256GCM"] {
      refuse(.duplicateMember, ["header": ["alg": "A256KW", "enc": .string(name)]])
    }
    refuse(.badBase64URL, ["header": ["alg": "A256KW"], "encrypted_key": "A"])
    refuse(.badShape, ["header": ["alg": "A256KW"], "encrypted_key": 1])
    refuse(.badShape, ["header": []])
  }

  @Test
  func `the content has one encryption for all recipients`() throws {
    let key = KeyGenerator.symmetric(byteCount: 32)
    var object = try Self.encrypt([JWERecipient(key: key, algorithm: .a256KW)])
    let wrapped = try #require(object["recipients"]?.array?.first?["encrypted_key"])
    object["protected"] = nil
    func recipient(_ encryption: String) -> JSONValue {
      ["header": ["alg": "A256KW", "enc": .string(encryption)], "encrypted_key": wrapped]
    }
    object["recipients"] = [recipient("A128GCM"), recipient("A128GCM")]
    // The protected header that was signed is gone.
    #expect(throws: JWEError.cannotDecrypt) { try Self.open(object, [key], [.a256KW]) }
    object["recipients"] = [recipient("A128GCM"), recipient("A256GCM")]
    #expect(throws: JWEError.badHeader) { try Self.open(object, [key], [.a256KW]) }
  }

  @Test
  func `a fault that anybody can see is told where no recipient opens it`() throws {
    let key = KeyGenerator.symmetric(byteCount: 32)
    let object = try Self.encrypt([
      JWERecipient(key: key, algorithm: .a256KW), JWERecipient(key: key, algorithm: .a256KW),
    ])
    #expect(throws: JWEError.algorithmNotAllowed) { try Self.open(object, [key], [.direct]) }
    #expect(throws: JWEError.ambiguousKey) {
      try Self.open(object, [key, KeyGenerator.symmetric(byteCount: 32)], [.a256KW])
    }
    #expect(throws: JWEError.noKey) { try Self.open(object, [], [.a256KW]) }
  }

  @Test
  func `the rounds of many passwords together keep within the bounds for one`() throws {
    let mine = JWK(.symmetric(Secret("my own password")))
    let others = (0..<3).map { JWK(.symmetric(Secret("another password \($0)"))) }
    let object = try Self.encrypt(
      (others + [mine]).map {
        JWERecipient(key: $0, algorithm: .pbes2HS256A128KW, iterations: 3000)
      }
    )
    func open(_ bounds: ClosedRange<Int>) throws -> [UInt8] {
      try JWE.decrypt(
        json: object,
        keys: JWEDecryptionKeys([mine], algorithms: [.pbes2HS256A128KW], iterations: bounds),
        primitives: Self.primitives
      ).plaintext
    }
    #expect(try open(1000...12_000) == Self.plaintext)
    #expect(throws: JWEError.cannotDecrypt) { try open(1000...11_999) }
  }

  @Test
  func `length and number of recipients are capped`() throws {
    let key = KeyGenerator.symmetric(byteCount: 32)
    let recipient = JWERecipient(key: key, algorithm: .a256KW)
    let most = try Self.encrypt(Array(repeating: recipient, count: 16))
    #expect(try Self.open(most, [key], [.a256KW]) == Self.plaintext)
    var object = try Self.encrypt(Array(repeating: recipient, count: 17))
    #expect(throws: JWEError.badShape) { try Self.open(object, [key], [.a256KW]) }
    object = most
    object["more"] = ""
    let room = JWE.maximumLength - object.serializedBytes.count
    object["more"] = .string(String(repeating: "a", count: room))
    #expect(try Self.open(object, [key], [.a256KW]) == Self.plaintext)
    object["more"] = .string(String(repeating: "a", count: room + 1))
    #expect(throws: JWEError.tooLong) { try Self.open(object, [key], [.a256KW]) }
  }

  @Test
  func `both parties' names are sent, and agreed upon`() throws {
    let key = try KeyGenerator.key(on: .p256)
    var recipient = JWERecipient(key: try #require(key.publicKey), algorithm: .ecdhESA128KW)
    recipient.partyU = Array("Alice".utf8)
    recipient.partyV = Array("Bob".utf8)
    var object = try Self.encrypt([recipient])
    var parts = try #require(object["recipients"]?.array)
    #expect(parts[0]["header"]?["apu"] == "QWxpY2U" && parts[0]["header"]?["apv"] == "Qm9i")
    #expect(try Self.open(object, [key], [.ecdhESA128KW]) == Self.plaintext)
    for name in ["apu", "apv"] {
      var header = try #require(parts[0]["header"]?.object)
      header[name] = "AAAA"
      var changed = try #require(parts[0].object)
      changed["header"] = .object(header)
      object["recipients"] = [.object(changed)]
      #expect(throws: JWEError.cannotDecrypt) { try Self.open(object, [key], [.ecdhESA128KW]) }
    }
    parts = []
    let token = try JWE.encrypt(
      Self.plaintext,
      for: recipient,
      encryption: .a256GCM,
      primitives: Self.primitives
    )
    let keys = JWEDecryptionKeys([key], algorithms: [.ecdhESA128KW])
    let opened = try JWE.decrypt(token, keys: keys, primitives: Self.primitives)
    #expect(opened.header.members["apu"] == "QWxpY2U" && opened.header.members["apv"] == "Qm9i")
  }

  @Test
  func `a recipient's own header cannot name another algorithm than was used`() throws {
    let key = KeyGenerator.symmetric(byteCount: 32)
    let object = try Self.encrypt([
      JWERecipient(
        key: key,
        algorithm: .a256KW,
        header: ["alg": "dir", "enc": "A256GCM", "kid": "k", "x": 1]
      )
    ])
    let header = object["recipients"]?.array?.first?["header"]
    #expect(header == ["alg": "A256KW", "kid": "k", "x": 1])
    #expect(try Self.open(object, [key], [.a256KW]) == Self.plaintext)
  }
}
