import Crypto
import Standards
import TestSupport
import Testing

@Suite
struct JWKTests {
  private func reason(_ json: String) -> JWKError? {
    do throws(JWKError) {
      _ = try JWK.read(Array(json.utf8))
      return nil
    } catch {
      return error
    }
  }

  private static let x = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"
  private static let y = "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"

  @Test(arguments: [
    (#"{"kty":"EC","crv":"P-256","x":"\#(x)"}"#, JWKError.missingMember("y")),
    (#"{"kty":"EC","crv":"P-384","x":"\#(x)","y":"\#(y)"}"#, .badMember("x")),
    (#"{"kty":"EC","crv":"Ed25519","x":"\#(x)","y":"\#(y)"}"#, .unknownCurve),
    (#"{"kty":"OKP","crv":"P-256","x":"\#(x)"}"#, .unknownCurve),
    (#"{"kty":"EC","crv":"P-256","x":"\#(x)=","y":"\#(y)"}"#, .badMember("x")),
    (#"{"kty":"EC","crv":"P-256","x":1,"y":"\#(y)"}"#, .badMember("x")),
    (#"{"kty":"AKP"}"#, .unknownKeyType), (#"{"kty":"ec"}"#, .unknownKeyType),
    (#"{}"#, .missingMember("kty")),
    (#"{"kty":"oct"}"#, .missingMember("k")), (#"{"kty":"RSA","n":"AQAB"}"#, .missingMember("e")),
    (#"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#, .weakRSA),
    (#"{"kty":"RSA","n":"AAAB","e":"AQAB"}"#, .badMember("n")),
    (#"{"kty":"oct","k":"AA","k":"AA"}"#, .badJSON), ("[]", .badJSON), ("", .badJSON),
    (#"{"kty":"oct","k":"AA","key_ops":["sign","sign"]}"#, .badMember("key_ops")),
    (#"{"kty":"oct","k":"AA","key_ops":"sign"}"#, .badMember("key_ops")),
    (#"{"kty":"oct","k":"AA","kid":1}"#, .badMember("kid")),
  ])
  func `malformed keys say which member is at fault`(json: String, expected: JWKError) {
    #expect(reason(json) == expected)
  }

  @Test
  func `J-24 a broken x5t does no harm`() {
    #expect(
      reason(
        #"{"kty":"EC","crv":"P-256","x":"\#(Self.x)","y":"\#(Self.y)","x5t":"!","x5c":7,"use":"sig"}"#
      ) == nil
    )
  }

  @Test
  func `J-26 a coordinate without its leading zero is refused`() {
    let full =
      #"{"kty":"EC","crv":"P-256","x":"AFVDiUrz0A7X10Cr29dclrBod7eH219w7qeLkKjXwAo","y":"u0yFo9jqKe-q-iRAaRLdhNWxTcMr9lbvbGvVil2UP5I"}"#
    #expect(reason(full) == nil)
    let stripped = full.replacing(
      "AFVDiUrz0A7X10Cr29dclrBod7eH219w7qeLkKjXwAo",
      with: "VUOJSvPQDtfXQKvb11yWsGh3t4fbX3Dup4uQqNfACg"
    )
    #expect(reason(stripped) == .badMember("x"))
  }

  @Test
  func `J-20 a set keeps its good keys and notes the bad ones`() throws {
    let good = try RSAFixture.privateKey.publicKey
    var padded = try #require(good).members(includingPrivate: false)
    padded["n"] = .string((padded["n"]?.string ?? "") + "=")
    let set = try JWKSet([
      "keys": [
        .object(try #require(good).members(includingPrivate: false)),
        ["kty": "AKP", "alg": "ML-DSA-44"],
        ["kty": "EC", "crv": "P-256", "x": .string(Self.x)], .object(padded), "no key",
      ]
    ])
    #expect(set.keys.count == 1)
    #expect(set.notes.map(\.index) == [1, 2, 3, 4])
    #expect(
      set.notes.map(\.reason) == [.unknownKeyType, .missingMember("y"), .badMember("n"), .badJSON]
    )
    // A good key that shares its id with a broken entry stays in the set; a verifier says that it takes neither.
    var named = try #require(good).members(includingPrivate: false)
    named["kid"] = "k"
    padded["kid"] = "k"
    let shared = try JWKSet(["keys": [.object(padded), .object(named)]])
    #expect(shared.keys.map(\.keyID) == ["k"])
    #expect(shared.notes.map(\.index) == [0] && shared.notes.map(\.reason) == [.badMember("n")])
    let keys = JWSVerificationKeys(shared, algorithms: [.rs256], provider: JOSEFixtures.signatures)
    #expect(keys.notes.map(\.index) == [1] && keys.notes.map(\.reason) == [.sharedID])
    named["kid"] = "l"
    let apart = try JWKSet(["keys": [.object(padded), .object(named)]])
    let sound = JWSVerificationKeys(apart, algorithms: [.rs256], provider: JOSEFixtures.signatures)
    #expect(sound.notes.isEmpty)
    #expect(throws: JWKError.missingMember("keys")) { try JWKSet([:]) }
    #expect(throws: JWKError.badMember("keys")) { try JWKSet(["keys": 1]) }
  }

  @Test
  func `a set keeps secrets beside public keys, and no verifier relies on them without saying so`()
    throws
  {
    let pair = try RSAFixture.privateKey.members(includingPrivate: true)
    let secret = try JOSEFixtures.key(JOSEFixtures.hmacKey).members(includingPrivate: true)
    let set = try JWKSet(["keys": ["broken", .object(pair), .object(secret)]])
    #expect(set.keys.map(\.keyType) == ["RSA", "oct"])
    let keys = JWSVerificationKeys(
      set,
      algorithms: [.rs256, .hs256],
      provider: JOSEFixtures.signatures
    )
    #expect(keys.notes.map(\.index) == [2])
    #expect(keys.notes.map(\.reason) == [.secretBesidePublic])
    let alone = JWSVerificationKeys(
      try JWKSet(["keys": [.object(secret)]]),
      algorithms: [.rs256, .hs256],
      provider: JOSEFixtures.signatures
    )
    #expect(alone.notes.isEmpty)
    let token = try JOSEFixtures.sign("x", key: JOSEFixtures.hmacKey, .hs256)
    #expect(throws: JWSError.algorithmNotAllowed) { try JWS.verify(token, keys: keys) }
    #expect(try JWS.verify(token, keys: alone).payload == Array("x".utf8))
  }

  struct Thumbprint: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let key: String
    let thumbprint: String
    var testDescription: String { id }
  }

  @Test(arguments: try vectors("jwk-thumbprints", as: Thumbprint.self, in: .module))
  func `published thumbprints come out`(row: Thumbprint) throws {
    let key = try JOSEFixtures.key(row.key)
    #expect(Base64URL.encode(key.thumbprint(hashing: OpenSSLHashing())) == row.thumbprint)
    if let publicKey = key.publicKey {
      #expect(Base64URL.encode(publicKey.thumbprint(hashing: OpenSSLHashing())) == row.thumbprint)
    }
  }

  @Test(arguments: KeyCurve.allCases)
  func `fresh keys survive JSON, and their halves must fit`(
    curve: KeyCurve
  ) throws {
    let key = try KeyGenerator.key(on: curve)
    let members = key.members(includingPrivate: true)
    let back = try JWK(members)
    #expect(back.members(includingPrivate: true) == members)
    #expect(back.publicKey?.members(includingPrivate: true)["d"] == nil)
    let other = try KeyGenerator.key(on: curve)
    var mixed = members
    mixed["d"] = other.members(includingPrivate: true)["d"]
    #expect(throws: JWKError.inconsistent) { try KeyPEM.write(JWK(mixed), as: .pkcs8) }
  }

  @Test
  func `RSA numbers that do not fit are refused`() throws {
    let members = try RSAFixture.privateKey.members(includingPrivate: true)
    for name in ["d", "dp", "dq", "qi", "p"] {
      var changed = members
      var bytes = try Base64URL.decode(JOSEFixtures.text(members[name]))
      bytes[bytes.count - 1] ^= 2
      changed[name] = .string(Base64URL.encode(bytes))
      #expect(throws: JWKError.inconsistent) { try KeyPEM.write(JWK(changed), as: .pkcs8) }
    }
    var partial = members
    partial["qi"] = nil
    #expect(throws: JWKError.missingMember("qi")) { try JWK(partial) }
    for name in ["p", "q", "dp", "dq"] { partial[name] = nil }
    let bare = try JWK(partial)
    let signer = try JWSSigningKey(bare, algorithm: .rs256, provider: JOSEFixtures.signatures)
    #expect(try !JWS.sign([], with: signer).isEmpty)
    partial["d"] = "AQAB"
    #expect(throws: JWKError.inconsistent) {
      try JWSSigningKey(JWK(partial), algorithm: .rs256, provider: JOSEFixtures.signatures)
    }
  }

  @Test
  func `a key's description shows nothing of it`() throws {
    for key in [
      try RSAFixture.privateKey, try JOSEFixtures.key(JOSEFixtures.ecKey),
      try JOSEFixtures.key(JOSEFixtures.hmacKey),
    ] {
      var dumped = ""
      dump(key, to: &dumped)
      let secrets = key.members(includingPrivate: true).members.filter {
        ["d", "p", "q", "dp", "dq", "qi", "k"].contains($0.name)
      }
      #expect(!secrets.isEmpty)
      for secret in secrets {
        let text = try JOSEFixtures.text(secret.value)
        let bytes = try Base64URL.decode(text)
        for shown in [dumped, "\(key)", String(reflecting: key)] {
          #expect(!shown.contains(text))
          #expect(!shown.contains("\(bytes[0]), \(bytes[1]), \(bytes[2]), \(bytes[3])"))
        }
      }
    }
  }
}
