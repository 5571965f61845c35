import Crypto
import Standards
import TestSupport
import Testing

@Suite(.requiresShared)
struct PublishedEncryptionTests {
  private static let primitives = OpenSSLEncryption()

  private func keys(_ members: [JSONObject]) throws -> JWEDecryptionKeys {
    JWEDecryptionKeys(
      try members.map { try JWK($0) },
      algorithms: Set(KeyManagementAlgorithm.allCases)
    )
  }

  /// RSA1_5 and compression are refused by design; that covers the cases where they are well made.
  @Test
  func `all 139 JWE cases of Wycheproof get their verdict`() throws {
    let file = try JOSEFixtures.shared("wycheproof/json_web_encryption_test.json")
    var count = 0
    for group in try #require(file["testGroups"]?.array) {
      let members = try JOSEFixtures.object(group["private"])
      for test in try #require(group["tests"]?.array) {
        count += 1
        let isCompressed = test["flags"]?.array?.contains("CompressedPlaintext") ?? false
        let isValid =
          test["result"] == "valid" && members["alg"] != "RSA1_5" && !isCompressed
        var opened: OpenedJWE?
        if let token = test["jwe"]?.string {
          opened = try? JWE.decrypt(token, keys: keys([members]), primitives: Self.primitives)
        }
        #expect((opened != nil) == isValid, "case \(test["tcId"]?.serialized ?? "")")
        if let opened, let plaintext = test["pt"]?.string {
          #expect(Hex.encode(opened.plaintext) == plaintext)
        }
      }
    }
    #expect(count == 139)
  }

  @Test(arguments: [
    "jwe/5_2.key_encryption_using_rsa-oaep_with_aes-gcm",
    "jwe/5_3.key_wrap_using_pbes2-aes-keywrap_with-aes-cbc-hmac-sha2",
    "jwe/5_4.key_agreement_with_key_wrapping_using_ecdh-es_and_aes-keywrap_with_aes-gcm",
    "jwe/5_5.key_agreement_using_ecdh-es_with_aes-cbc-hmac-sha2",
    "jwe/5_6.direct_encryption_using_aes-gcm",
    "jwe/5_7.key_wrap_using_aes-gcm_keywrap_with_aes-cbc-hmac-sha2",
    "jwe/5_8.key_wrap_using_aes-keywrap_with_aes-gcm",
    "jwe/5_10.including_additional_authentication_data",
    "jwe/5_11.protecting_specific_header_fields", "jwe/5_12.protecting_content_only",
    "jwe/5_13.encrypting_to_multiple_recipients", "curve25519/ecdh-es",
  ])
  func `the cookbook opens in every serialization`(name: String) throws {
    let file = try JOSEFixtures.shared("jose-cookbook/\(name).json")
    let input = try #require(file["input"])
    let plaintext = Array(try JOSEFixtures.text(input["plaintext"]).utf8)
    var candidates: [JSONObject] = input["key"]?.array?.compactMap(\.object) ?? []
    if let key = input["key"]?.object { candidates = [key] }
    if let password = input["pwd"]?.string {
      candidates = [["kty": "oct", "k": .string(Base64URL.encode(Array(password.utf8)))]]
    }
    var count = 0
    for (index, key) in candidates.enumerated() {
      // The first recipient of §5.13 is addressed with RSA1_5.
      if input["alg"]?.array?[index] == "RSA1_5" { continue }
      let keys = try keys([key])
      if let compact = file["output"]?["compact"]?.string {
        let opened = try JWE.decrypt(compact, keys: keys, primitives: Self.primitives)
        #expect(opened.plaintext == plaintext)
        count += 1
      }
      for form in ["json", "json_flat"] {
        guard let object = file["output"]?[form]?.object else { continue }
        let opened = try JWE.decrypt(json: object, keys: keys, primitives: Self.primitives)
        #expect(opened.plaintext == plaintext)
        count += 1
      }
    }
    #expect(count >= 1)
  }

  @Test
  func `compressed content and RSA1_5 are refused by name`() throws {
    let compressed = try JOSEFixtures.shared("jose-cookbook/jwe/5_9.compressed_content.json")
    let key = try JOSEFixtures.object(compressed["input"]?["key"])
    #expect(throws: JWEError.compressed) {
      try JWE.decrypt(
        JOSEFixtures.text(compressed["output"]?["compact"]),
        keys: keys([key]),
        primitives: Self.primitives
      )
    }
    let old = try JOSEFixtures.shared(
      "jose-cookbook/jwe/5_1.key_encryption_using_rsa_v15_and_aes-hmac-sha2.json"
    )
    #expect(throws: JWEError.unsupportedAlgorithm) {
      try JWE.decrypt(
        JOSEFixtures.text(old["output"]?["compact"]),
        keys: keys([JOSEFixtures.object(old["input"]?["key"])]),
        primitives: Self.primitives
      )
    }
  }

  @Test
  func `the nested token of RFC 7520 section 6 opens and verifies`() throws {
    let file = try JOSEFixtures.shared("jose-cookbook/6.nesting_signatures_and_encryption.json")
    let decryption = try JOSEFixtures.object(file["encrypt"]?["input"]?["key"])
    let opened = try JWE.decrypt(
      JOSEFixtures.text(file["encrypt"]?["output"]?["compact"]),
      keys: keys([decryption]),
      primitives: Self.primitives
    )
    let signing = try JWK(JOSEFixtures.object(file["sign"]?["input"]?["key"]))
    let keys = try JWSVerificationKeys(
      try #require(signing.publicKey),
      algorithms: [.ps256],
      provider: JOSEFixtures.signatures
    )
    let verified = try JWS.verify(String(decoding: opened.plaintext, as: UTF8.self), keys: keys)
    #expect(
      verified.payload == Array(try JOSEFixtures.text(file["sign"]?["input"]?["payload"]).utf8)
    )
  }
}
