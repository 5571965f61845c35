import Crypto
import Standards
import TestSupport
import Testing

@Suite(.requiresShared)
struct CookbookKeyTests {
  @Test(arguments: [
    ("3_1.ec_public_key", false), ("3_2.ec_private_key", true), ("3_3.rsa_public_key", false),
    ("3_4.rsa_private_key", true), ("3_5.symmetric_key_mac_computation", true),
    ("3_6.symmetric_key_encryption", true),
  ])
  func `the keys of RFC 7520 section 3 are read and come out again`(
    name: String,
    isPrivate: Bool
  ) throws {
    let object = try JOSEFixtures.object(JOSEFixtures.shared("jose-cookbook/jwk/\(name).json"))
    let key = try JWK(object)
    #expect(key.isPrivate == isPrivate)
    let members = key.members(includingPrivate: true)
    #expect(Set(members.members) == Set(object.members))
    guard !key.isSymmetric else { return }
    let pem = try KeyPEM.write(key, as: isPrivate ? .pkcs8 : .subjectPublicKeyInfo)
    let hashing = OpenSSLHashing()
    #expect(try KeyPEM.read(pem).thumbprint(hashing: hashing) == key.thumbprint(hashing: hashing))
  }
}
