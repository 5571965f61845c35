import Crypto
import Standards
import TestSupport
import Testing

/// The examples of RFC 7515, 7516, 7517, 7518 and 8037 as this project holds them.
@Suite
struct RFCVectorTests {
  struct Signed: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let algorithm: String
    let key: String
    let token: String
    var testDescription: String { id }
  }

  @Test(arguments: try vectors("jws-rfc", as: Signed.self, in: .module))
  func `compact examples verify, and come out again where that can be`(row: Signed) throws {
    let algorithm = try #require(SignatureAlgorithm(rawValue: row.algorithm))
    let verified = try JOSEFixtures.verify(row.token, key: row.key, [algorithm])
    let key = try JOSEFixtures.key(row.key)
    let signer = try JOSEFixtures.signatures.signer(key, algorithm)
    let input = row.token.split(separator: ".").dropLast().joined(separator: ".")
    let signature = try #require(signer.sign(Array(input.utf8)))
    if algorithm.family == .ecdsa {
      // ECDSA signatures hold a random number.
      let again = "\(input).\(Base64URL.encode(signature))"
      #expect(try JOSEFixtures.verify(again, key: row.key, [algorithm]).payload == verified.payload)
    } else {
      #expect(row.token == "\(input).\(Base64URL.encode(signature))")
    }
  }

  struct SignedObject: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let keys: [String]
    let object: String
    var testDescription: String { id }
  }

  @Test(arguments: try vectors("jws-json-rfc", as: SignedObject.self, in: .module))
  func `JSON examples verify`(row: SignedObject) throws {
    let keys = JWSVerificationKeys(
      JWKSet(keys: try row.keys.map { try JOSEFixtures.key($0) }),
      algorithms: [.rs256, .es256],
      provider: JOSEFixtures.signatures
    )
    let object = try JOSEFixtures.object(JSONReader.read(Array(row.object.utf8)))
    #expect(try JWS.verify(json: object, keys: keys).count == row.keys.count)
    var stripped = object
    stripped["payload"] = "e30"
    #expect(throws: JWSError.badSignature) { try JWS.verify(json: stripped, keys: keys) }
  }

  struct Encrypted: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let key: String
    let compact: String?
    let object: String?
    let refused: Bool?
    let plaintext: String
    var testDescription: String { id }
  }

  @Test(arguments: try vectors("jwe-rfc", as: Encrypted.self, in: .module))
  func `encrypted examples open`(row: Encrypted) throws {
    let primitives = OpenSSLEncryption()
    let keys = JWEDecryptionKeys(
      [try JOSEFixtures.key(row.key)],
      algorithms: Set(KeyManagementAlgorithm.allCases)
    )
    func open() throws -> OpenedJWE {
      if let compact = row.compact {
        return try JWE.decrypt(compact, keys: keys, primitives: primitives)
      }
      let text = try #require(row.object)
      return try JWE.decrypt(
        json: JOSEFixtures.object(JSONReader.read(Array(text.utf8))),
        keys: keys,
        primitives: primitives
      )
    }
    if row.refused == true {
      #expect(throws: JWEError.unsupportedAlgorithm) { try open() }
    } else {
      #expect(try Base64URL.encode(open().plaintext) == row.plaintext)
    }
  }

  struct Content: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let encryption: String
    let key: String
    let plaintext: String
    let iv: String
    let additionalData: String
    let ciphertext: String
    let tag: String
    var testDescription: String { id }
  }

  @Test(arguments: try vectors("content-encryption-rfc", as: Content.self, in: .module))
  func `CBC with HMAC gives the values of RFC 7518 appendix B`(row: Content) throws {
    let encryption = try #require(ContentEncryption(rawValue: row.encryption))
    let sealed = encryption.seal(
      try Hex.decode(row.plaintext),
      key: try Hex.decode(row.key),
      iv: try Hex.decode(row.iv),
      additionalData: try Hex.decode(row.additionalData),
      primitives: OpenSSLEncryption()
    )
    #expect(sealed.map { Hex.encode($0.ciphertext) } == row.ciphertext)
    #expect(sealed.map { Hex.encode($0.tag) } == row.tag)
  }

  struct KeySet: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let set: String
    let count: Int
    var testDescription: String { id }
  }

  @Test(arguments: try vectors("jwk-sets-rfc", as: KeySet.self, in: .module))
  func `the sets of RFC 7517 appendix A are read whole`(row: KeySet) throws {
    let set = try JWKSet.read(Array(row.set.utf8))
    #expect(set.keys.count == row.count)
    #expect(set.notes.isEmpty)
    for key in set.keys where !key.isSymmetric {
      #expect(try KeyPEM.read(KeyPEM.write(key, as: .subjectPublicKeyInfo)).keyType == key.keyType)
    }
  }

  @Test
  func `the unencoded payload of RFC 7797 section 4.2 is signed and verified detached`() throws {
    let key = try JWSSigningKey(
      JOSEFixtures.key(JOSEFixtures.hmacKey),
      algorithm: .hs256,
      provider: JOSEFixtures.signatures
    )
    let payload = Array("$.02".utf8)
    let token = try JWS.signDetached(payload, header: ["b64": false, "crit": ["b64"]], with: key)
    #expect(
      token
        == "eyJhbGciOiJIUzI1NiIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19..A5dxf2s96_n5FLueVuW1Z_vh161FwXZC4YLPff6dmDY"
    )
    let keys = try JWSVerificationKeys(
      JOSEFixtures.key(JOSEFixtures.hmacKey),
      algorithms: [.hs256],
      provider: JOSEFixtures.signatures
    )
    let options = JWS.Options(allowsUnencodedPayload: true)
    #expect(
      try JWS.verify(token, detachedPayload: payload, keys: keys, options: options).payload
        == payload
    )
    #expect(throws: JWSError.badUnencodedPayload) {
      try JWS.verify(token, detachedPayload: payload, keys: keys)
    }
    #expect(throws: JWSError.badSignature) {
      try JWS.verify(token, detachedPayload: payload + [0x30], keys: keys, options: options)
    }
    #expect(throws: JWSError.badUnencodedPayload) {
      try JWS.sign(payload, header: ["b64": false, "crit": ["b64"]], with: key)
    }
    #expect(throws: JWSError.badUnencodedPayload) {
      try JWS.sign([0x41], header: ["b64": false], with: key)
    }
  }
}
