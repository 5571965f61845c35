import Crypto
import Standards
import TestSupport
import Testing

@Suite(.requiresShared)
struct WycheproofSignatureTests {
  /// Cases whose published verdict contradicts the text of the case.
  private static let misprints: [Int64: Bool] = [
    // The same token as the valid case 357; the padding that the comment speaks of is not there.
    367: true, 370: true,
    // A question mark inside a part is valid for no base64url (RFC 7515 §2).
    372: false, 373: false,
    // The key is for PS256 and the token, Figure 20 of RFC 7520, is signed with PS384.
    346: false, 350: false,
  ]

  @Test
  func `all 401 JWS cases get their verdict`() throws {
    let file = try JOSEFixtures.shared("wycheproof/json_web_signature_test.json")
    var count = 0
    for group in try #require(file["testGroups"]?.array) {
      let members = try JOSEFixtures.object(group["public"] ?? group["private"])
      for test in try #require(group["tests"]?.array) {
        count += 1
        let id = try #require(test["tcId"]?.int64)
        let isValid = Self.misprints[id] ?? (test["result"] == "valid")
        let token = test["jws"]?.string ?? test["jws"]?.serialized ?? ""
        #expect(accepts(token, members) == isValid, "case \(id)")
      }
    }
    #expect(count == 401)
  }

  /// Verifies with the algorithm that the key is for, or with all that its type takes.
  private func accepts(_ token: String, _ members: JSONObject) -> Bool {
    var members = members
    // The P-521 keys of RFC 7520 carry a misspelt algorithm in this file.
    if members["crv"] == "P-521", members["alg"] == "ES521" { members["alg"] = "ES512" }
    do {
      let key = try JWK(members)
      let keys = JWSVerificationKeys(
        JWKSet(keys: [key]),
        algorithms: SignatureAlgorithm.allCases,
        provider: JOSEFixtures.signatures
      )
      _ = try JWS.verify(token, keys: keys)
      return true
    } catch {
      return false
    }
  }

  @Test
  func `all 26 key cases get their verdict`() throws {
    let file = try JOSEFixtures.shared("wycheproof/json_web_key_test.json")
    var count = 0
    for group in try #require(file["testGroups"]?.array) {
      let members = try JOSEFixtures.object(group["public"] ?? group["private"])
      for test in try #require(group["tests"]?.array) {
        count += 1
        let keys = JWSVerificationKeys(
          try JWKSet(members),
          algorithms: SignatureAlgorithm.allCases,
          provider: JOSEFixtures.signatures
        )
        let isAccepted = (try? JWS.verify(JOSEFixtures.text(test["jws"]), keys: keys)) != nil
        #expect(isAccepted == (test["result"] == "valid"), "case \(test.serialized)")
      }
    }
    #expect(count == 26)
  }

  @Test(arguments: [
    ("ecdsa_secp256r1_sha256_p1363_test", SignatureAlgorithm.es256, 262),
    ("ecdsa_secp384r1_sha384_p1363_test", .es384, 280),
    ("ecdsa_secp521r1_sha512_p1363_test", .es512, 318),
    ("ecdsa_secp256k1_sha256_p1363_test", .es256k, 252), ("ed25519_test", .ed25519, 151),
    ("rsa_pss_2048_sha256_mgf1_32_test", .ps256, 108),
    ("rsa_signature_2048_sha256_test", .rs256, 259),
  ])
  func `bare signatures get their verdict`(
    name: String,
    algorithm: SignatureAlgorithm,
    expectedCount: Int
  ) throws {
    let file = try JOSEFixtures.shared("wycheproof/\(name).json")
    var count = 0
    for group in try #require(file["testGroups"]?.array) {
      let verifier = try JOSEFixtures.signatures.verifier(Self.publicKey(group), algorithm)
      for test in try #require(group["tests"]?.array) {
        count += 1
        let message = try Hex.decode(JOSEFixtures.text(test["msg"]))
        let signature = try Hex.decode(JOSEFixtures.text(test["sig"]))
        let isValid = verifier.isValid(signature, for: message)
        // One PKCS #1 case, called acceptable, leaves out the NULL of the hash's name. A verifier that
        // encodes the hash itself and compares refuses it (RFC 8017 §8.2.2), and so does this one.
        #expect(isValid == (test["result"] == "valid"), "case \(test["tcId"]?.serialized ?? "")")
      }
    }
    #expect(count == expectedCount)
    #expect(count == file["numberOfTests"]?.int64.map { Int($0) })
  }

  private static func publicKey(_ group: JSONValue) throws -> JWK {
    if let members = group["publicKeyJwk"]?.object { return try JWK(members) }
    if let members = group["keyJwk"]?.object { return try JWK(members) }
    if let key = group["publicKey"], let curve = key["curve"]?.string {
      let point = try Hex.decode(JOSEFixtures.text(key["uncompressed"]))
      let names: [String: KeyCurve] = [
        "secp256r1": .p256, "secp384r1": .p384, "secp521r1": .p521, "secp256k1": .secp256k1,
      ]
      let named = try #require(names[curve])
      let size = named.byteCount
      return JWK(
        .ec(ECKey(curve: named, x: Array(point[1...size]), y: Array(point[(size + 1)...])))
      )
    }
    let modulus = try Hex.decode(
      JOSEFixtures.text(group["publicKey"]?["modulus"] ?? group["n"])
    )
    return JWK(.rsa(RSAKey(modulus: Array(modulus.drop { $0 == 0 }), exponent: [1, 0, 1])))
  }
}
