import Standards
import TestSupport
import Testing

@Suite(.requiresShared)
struct CookbookSignatureTests {
  private static let files = [
    "jws/4_1.rsa_v15_signature", "jws/4_2.rsa-pss_signature", "jws/4_3.ecdsa_signature",
    "jws/4_4.hmac-sha2_integrity_protection", "jws/4_5.signature_with_detached_content",
    "jws/4_6.protecting_specific_header_fields", "jws/4_7.protecting_content_only",
    "jws/4_8.multiple_signatures", "curve25519/jws", "rfc7797/hmac-sha2_b64_false",
  ]

  private func keys(_ input: JSONValue) throws -> JWSVerificationKeys {
    let single = try #require(input["key"])
    let members = single.array ?? [single]
    return JWSVerificationKeys(
      JWKSet(keys: try members.map { try JWK(JOSEFixtures.object($0)) }),
      algorithms: SignatureAlgorithm.allCases,
      provider: JOSEFixtures.signatures
    )
  }

  @Test(arguments: files)
  func `every serialization verifies and yields the payload`(
    name: String
  ) throws {
    let file = try JOSEFixtures.shared("jose-cookbook/\(name).json")
    let input = try #require(file["input"])
    let payload = Array(try JOSEFixtures.text(input["payload"]).utf8)
    let options = JWS.Options(allowsUnencodedPayload: true)
    let isDetached = name.contains("detached")
    let output = try #require(file["output"])
    var count = 0
    if let compact = output["compact"]?.string {
      let verified = try JWS.verify(
        compact,
        detachedPayload: isDetached ? payload : nil,
        keys: keys(input),
        options: options
      )
      #expect(verified.payload == payload)
      count += 1
    }
    for form in ["json", "json_flat"] {
      guard let object = output[form]?.object else { continue }
      let verified = try JWS.verify(
        json: object,
        detachedPayload: isDetached ? payload : nil,
        keys: keys(input),
        options: options
      )
      #expect(verified.count == object["signatures"]?.array?.count ?? 1)
      #expect(verified.allSatisfy { $0.payload == payload })
      count += 1
    }
    #expect(count >= 1)
  }

  @Test(arguments: files)
  func `what is reproducible is reproduced`(name: String) throws {
    let file = try JOSEFixtures.shared("jose-cookbook/\(name).json")
    guard file["reproducible"] == true, let key = file["input"]?["key"]?.object,
      let compact = file["output"]?["compact"]?.string
    else { return }
    let text = try JOSEFixtures.text(file["input"]?["alg"])
    let algorithm = try #require(SignatureAlgorithm(rawValue: text))
    let payload = Array(try JOSEFixtures.text(file["input"]?["payload"]).utf8)
    var header = try JOSEFixtures.object(file["signing"]?["protected"])
    header["alg"] = nil
    let signingKey = try JWSSigningKey(
      JWK(key),
      algorithm: algorithm,
      provider: JOSEFixtures.signatures
    )
    let made =
      try name.contains("detached")
      ? JWS.signDetached(payload, header: header, with: signingKey)
      : JWS.sign(payload, header: header, with: signingKey)
    #expect(made == compact)
  }

  @Test
  func `a protected b64 without crit is refused as RFC 7797 section 6 says`() throws {
    let file = try JOSEFixtures.shared("jose-cookbook/rfc7797/4.2.hmac-sha2_b64_false.json")
    let object = try JOSEFixtures.object(file["output"]?["json_flat"])
    #expect(throws: JWSError.badUnencodedPayload) {
      try JWS.verify(
        json: object,
        keys: keys(try #require(file["input"])),
        options: JWS.Options(allowsUnencodedPayload: true)
      )
    }
  }
}
