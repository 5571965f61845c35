import Crypto
import Standards
import TestSupport
import Testing

/// The JSON serializations of RFC 7515 §7.2: several signers, of whom a reader may know some.
@Suite
struct GeneralJWSTests {
  private static let provider = JOSEFixtures.signatures
  private static let payload = Array("payload".utf8)

  private static func signer(
    _ json: String,
    _ algorithm: SignatureAlgorithm,
    id: String?
  ) throws -> JWSSigningKey {
    var key = try JOSEFixtures.key(json)
    key.keyID = id
    return try JWSSigningKey(key, algorithm: algorithm, provider: provider)
  }

  private static func keys(_ entries: [(String, String?)]) throws -> JWSVerificationKeys {
    JWSVerificationKeys(
      JWKSet(
        keys: try entries.map { json, id in
          var key = try JOSEFixtures.key(json)
          key.keyID = id
          return key.publicKey ?? key
        }
      ),
      algorithms: [.es256, .ed25519],
      provider: provider
    )
  }

  private static func both() throws -> JSONObject {
    try JWS.signGeneral(
      payload,
      parts: [
        JWS.Part(key: signer(JOSEFixtures.ecKey, .es256, id: "ec"), protected: ["cty": "a"]),
        JWS.Part(
          key: signer(JOSEFixtures.ed25519Key, .ed25519, id: "ed"),
          unprotected: ["note": "b"]
        ),
      ]
    )
  }

  private static let ec = (JOSEFixtures.ecKey, String?.some("ec"))
  private static let ed = (JOSEFixtures.ed25519Key, String?.some("ed"))

  @Test
  func `what several signers signed is verified by whoever knows them`() throws {
    let object = try Self.both()
    let all = try JWS.verify(json: object, keys: Self.keys([Self.ec, Self.ed]))
    #expect(all.map(\.payload) == [Self.payload, Self.payload])
    #expect(all.map(\.header.keyID) == ["ec", "ed"])
    #expect(all[0].header.protected["cty"] == "a" && all[1].header.unprotected["note"] == "b")
    for (known, id) in [(Self.ec, "ec"), (Self.ed, "ed")] {
      let keys = try Self.keys([known])
      #expect(throws: JWSError.noKey) { try JWS.verify(json: object, keys: keys) }
      let some = try JWS.verify(json: object, keys: keys, accepting: .anyOf)
      #expect(some.map(\.header.keyID) == [id])
      let results = try JWS.results(json: object, keys: keys)
      #expect(
        results.map { (try? $0.get())?.header.keyID } == (id == "ec" ? ["ec", nil] : [nil, "ed"])
      )
    }
    let stranger = (JOSEFixtures.ecKey, String?.some("other"))
    #expect(throws: JWSError.noKey) {
      try JWS.verify(json: object, keys: Self.keys([stranger]), accepting: .anyOf)
    }
  }

  @Test
  func `RFC 7515 A 6 holds for a reader who has one of its two keys`() throws {
    let rows = try vectors("jws-json-rfc", as: RFCVectorTests.SignedObject.self, in: .module)
    let row = try #require(rows.first { $0.id == "A.6" })
    let object = try JOSEFixtures.object(JSONReader.read(Array(row.object.utf8)))
    for (text, algorithm) in zip(row.keys, [SignatureAlgorithm.rs256, .es256]) {
      let keys = JWSVerificationKeys(
        JWKSet(keys: [try JOSEFixtures.key(text)]),
        algorithms: [.rs256, .es256],
        provider: Self.provider
      )
      let verified = try JWS.verify(json: object, keys: keys, accepting: .anyOf)
      #expect(verified.map(\.header.algorithm) == [algorithm])
      #expect(throws: JWSError.noKey) { try JWS.verify(json: object, keys: keys) }
      var changed = object
      changed["payload"] = "e30"
      #expect(throws: JWSError.badSignature) {
        try JWS.verify(json: changed, keys: keys, accepting: .anyOf)
      }
    }
  }

  @Test
  func `one bad signature spoils the whole, or is named beside the good one`() throws {
    var object = try Self.both()
    var parts = try #require(object["signatures"]?.array)
    var first = try #require(parts[0].object)
    first["signature"] = try #require(parts[1].object)["signature"]
    parts[0] = .object(first)
    object["signatures"] = .array(parts)
    let keys = try Self.keys([Self.ec, Self.ed])
    #expect(throws: JWSError.badSignature) { try JWS.verify(json: object, keys: keys) }
    #expect(
      try JWS.verify(json: object, keys: keys, accepting: .anyOf).map(\.header.keyID) == ["ed"]
    )
    #expect(throws: JWSError.badSignature) {
      try JWS.results(json: object, keys: keys)[0].get()
    }
    let onlyFirst = try Self.keys([Self.ec])
    #expect(throws: JWSError.badSignature) {
      try JWS.verify(json: object, keys: onlyFirst, accepting: .anyOf)
    }
  }

  @Test
  func `a header that one signer alone got wrong is that signer's fault`() throws {
    var object = try Self.both()
    var parts = try #require(object["signatures"]?.array)
    for (header, fault) in [
      (#"{"alg":"none"}"#, JWSError.unsupportedAlgorithm),
      (#"{"alg":"ES256","crit":["x"],"x":1}"#, .badCritical), ("[]", .badHeader),
      (#"{"alg":"ES256","kid":1}"#, .badHeader),
    ] {
      var first = try #require(parts[0].object)
      first["protected"] = .string(Base64URL.encode(Array(header.utf8)))
      parts[0] = .object(first)
      object["signatures"] = .array(parts)
      let keys = try Self.keys([Self.ec, Self.ed])
      #expect(throws: fault) { try JWS.verify(json: object, keys: keys) }
      let some = try JWS.verify(json: object, keys: keys, accepting: .anyOf)
      #expect(some.map(\.header.keyID) == ["ed"])
    }
  }

  @Test
  func `what is wrong with the whole is refused whatever is asked`() throws {
    let sound = try Self.both()
    let parts = try #require(sound["signatures"]?.array)
    let keys = try Self.keys([Self.ec, Self.ed])
    func refuse(_ fault: JWSError, _ change: (inout JSONObject) -> Void) {
      var object = sound
      change(&object)
      for acceptance in [JWS.Acceptance.every, .anyOf] {
        #expect(throws: fault) { try JWS.verify(json: object, keys: keys, accepting: acceptance) }
      }
    }
    refuse(.badShape) { $0["signatures"] = [] }
    refuse(.badShape) { $0["signatures"] = .array(parts + ["x"]) }
    refuse(.badShape) { $0["signatures"] = .array(parts + [["protected": 1, "signature": "AA"]]) }
    refuse(.badShape) { $0["signatures"] = .array(parts + [["protected": "e30"]]) }
    refuse(.badShape) { $0["signature"] = "AA" }
    refuse(.badShape) { $0["payload"] = 1 }
    refuse(.badPayload) { $0["payload"] = nil }
    refuse(.badShape) {
      $0["signatures"] = .array(Array(repeating: parts[0], count: 17))
    }
    refuse(.tooLong) { $0["more"] = .string(String(repeating: "a", count: JWS.maximumLength)) }
    let sixteen = Array(repeating: parts[0], count: 16)
    var most = sound
    most["signatures"] = .array(sixteen)
    #expect(try JWS.verify(json: most, keys: keys).count == 16)
  }

  @Test
  func `the length counts what is around the payload too, to the byte`() throws {
    let keys = try Self.keys([Self.ec, Self.ed])
    var object = try Self.both()
    object["more"] = ""
    let room = JWS.maximumLength - object.serializedBytes.count
    object["more"] = .string(String(repeating: "a", count: room))
    #expect(try JWS.verify(json: object, keys: keys).count == 2)
    object["more"] = .string(String(repeating: "a", count: room + 1))
    #expect(throws: JWSError.tooLong) { try JWS.verify(json: object, keys: keys) }
  }

  @Test
  func `algorithm and id may stand where nothing protects them, and detached content fits`() throws
  {
    var part = JWS.Part(key: try Self.signer(JOSEFixtures.ecKey, .es256, id: "ec"))
    part.protectsAlgorithm = false
    let keys = try Self.keys([Self.ec])
    for object in [
      try JWS.signGeneral(Self.payload, parts: [part], detached: true),
      try JWS.signFlattened(Self.payload, part: part, detached: true),
    ] {
      let signature = object["signatures"]?.array?.first?.object ?? object
      #expect(signature["protected"] == nil && object["payload"] == nil)
      #expect(signature["header"]?["alg"] == "ES256" && signature["header"]?["kid"] == "ec")
      let verified = try JWS.verify(json: object, detachedPayload: Self.payload, keys: keys)
      #expect(verified.map(\.payload) == [Self.payload])
      #expect(throws: JWSError.badSignature) {
        try JWS.verify(json: object, detachedPayload: [], keys: keys)
      }
      #expect(throws: JWSError.badPayload) { try JWS.verify(json: object, keys: keys) }
    }
    // Some of it protected, some not (RFC 7515 §7.2.1).
    part.protected = ["cty": "a"]
    let mixed = try JWS.signGeneral(Self.payload, parts: [part])
    #expect(try JWS.verify(json: mixed, keys: keys)[0].header.protected["cty"] == "a")
    part.unprotected = ["cty": "b"]
    #expect(throws: JWSError.duplicateMember) {
      try JWS.signGeneral(Self.payload, parts: [part])
    }
    #expect(throws: JWSError.noKey) { try JWS.signGeneral(Self.payload, parts: []) }
  }

  @Test
  func `all signers must read the payload the same way`() throws {
    let plain: JSONObject = ["b64": false, "crit": ["b64"]]
    let first = try Self.signer(JOSEFixtures.ecKey, .es256, id: "ec")
    let second = try Self.signer(JOSEFixtures.ed25519Key, .ed25519, id: "ed")
    #expect(throws: JWSError.badUnencodedPayload) {
      try JWS.signGeneral(
        Self.payload,
        parts: [JWS.Part(key: first, protected: plain), JWS.Part(key: second)]
      )
    }
    let keys = try Self.keys([Self.ec, Self.ed])
    let object = try JWS.signGeneral(
      Self.payload,
      parts: [JWS.Part(key: first, protected: plain), JWS.Part(key: second, protected: plain)]
    )
    let options = JWS.Options(allowsUnencodedPayload: true)
    #expect(try JWS.verify(json: object, keys: keys, options: options).count == 2)
    #expect(throws: JWSError.badUnencodedPayload) { try JWS.verify(json: object, keys: keys) }
    var mixed = object
    let encoded = try #require(Self.both()["signatures"]?.array)
    mixed["signatures"] = .array([try #require(object["signatures"]?.array)[0], encoded[1]])
    for acceptance in [JWS.Acceptance.every, .anyOf] {
      #expect(throws: JWSError.badUnencodedPayload) {
        try JWS.verify(json: mixed, keys: keys, accepting: acceptance, options: options)
      }
    }
  }
}
