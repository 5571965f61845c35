import Crypto
import Standards
import TestSupport
import Testing

/// Examples of the RFCs that must not be taken, and those about keys in unusual places.
@Suite
struct RFCRefusalTests {
  @Test(arguments: [[], SignatureAlgorithm.allCases])
  func `the unsecured token of RFC 7519 section 6.1 and RFC 7515 A.5 is refused`(
    algorithms: [SignatureAlgorithm]
  ) throws {
    let token =
      "eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ."
    let keys = JWSVerificationKeys(
      JWKSet(keys: [try JOSEFixtures.key(JOSEFixtures.hmacKey)]),
      algorithms: algorithms,
      provider: JOSEFixtures.signatures
    )
    #expect(throws: JWSError.unsupportedAlgorithm) { try JWS.verify(token, keys: keys) }
    // What it says can still be shown.
    let claims = try JWTClaims.unverified(token)
    #expect(claims.claims["iss"] == "joe")
    #expect(claims.header["alg"] == "none")
  }

  @Test
  func `the undefined critical member of RFC 7515 appendix E is refused`() throws {
    #expect(throws: JWSError.badCritical) {
      try JOSEFixtures.verify(
        "eyJhbGciOiJub25lIiwNCiAiY3JpdCI6WyJodHRwOi8vZXhhbXBsZS5jb20vVU5ERUZJTkVEIl0sDQogImh0dHA6Ly9leGFtcGxlLmNvbS9VTkRFRklORUQiOnRydWUNCn0.RkFJTA.",
        key: JOSEFixtures.hmacKey,
        [.hs256]
      )
    }
  }

  struct Certified: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let key: String
    let certificate: String
    var testDescription: String { id }
  }

  @Test(arguments: try vectors("jwk-certificate-rfc", as: Certified.self, in: .module))
  func `a key with a certificate is read, and the certificate holds the same key`(
    row: Certified
  ) throws {
    let key = try JOSEFixtures.key(row.key)
    #expect(key.keyID == "1b94c")
    let pem = PEM(label: "CERTIFICATE", content: Secret(try Base64.decode(row.certificate)))
    let certified = try KeyPEM.read(pem.text)
    let hashing = OpenSSLHashing()
    #expect(certified.thumbprint(hashing: hashing) == key.thumbprint(hashing: hashing))
    // The certificate is not looked at: it could name another key.
    let other = row.key.replacing("\"x5c\":[\"MII", with: "\"x5c\":[\"AAA")
    #expect(
      try JOSEFixtures.key(other).thumbprint(hashing: hashing) == key.thumbprint(hashing: hashing)
    )
  }

  @Test
  func `the key that RFC 7517 appendix C encrypts is a private key`() throws {
    let rows = try vectors("jwe-rfc", as: RFCVectorTests.Encrypted.self, in: .module)
    let row = try #require(rows.first { $0.id == "RFC 7517 C" })
    let keys = JWEDecryptionKeys(
      [try JOSEFixtures.key(row.key)],
      algorithms: [.pbes2HS256A128KW]
    )
    let opened = try JWE.decrypt(
      try #require(row.compact),
      keys: keys,
      primitives: OpenSSLEncryption()
    )
    #expect(opened.header.members["cty"] == "jwk+json")
    let key = try JWK.read(opened.plaintext)
    #expect(key.isPrivate)
    #expect(key.keyID == "juliet@capulet.lit")
    let members = key.members(includingPrivate: true)
    #expect(
      try KeyPEM.read(KeyPEM.write(key, as: .pkcs8)).members(includingPrivate: true)["d"]
        == members["d"]
    )
  }
}
