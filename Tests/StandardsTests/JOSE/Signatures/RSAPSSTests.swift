import Crypto
import Foundation
import Standards
import TestSupport
import Testing

@Suite
struct RSAPSSTests {
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let algorithm: String
    let expected: String
    let token: String
    var testDescription: String { id }
  }

  /// The key of RFC 7515, appendix A.2, with which another library made the tokens.
  private static func key() throws -> String {
    let rows = try vectors("jws-rfc", as: RFCVectorTests.Signed.self, in: .module)
    return try #require(rows.first { $0.id == "RFC 7515 A.2" }?.key)
  }

  @Test(arguments: try vectors("jws-pss", as: Row.self, in: .module))
  func `J-18 only a salt as long as the hash and MGF1 with the same hash verify`(row: Row) throws {
    let algorithm = try #require(SignatureAlgorithm(rawValue: row.algorithm))
    if row.expected == "accept" {
      #expect(
        try JOSEFixtures.verify(row.token, key: Self.key(), [algorithm]).payload == [0x7B, 0x7D]
      )
    } else {
      #expect(throws: JWSError.badSignature) {
        try JOSEFixtures.verify(row.token, key: Self.key(), [algorithm])
      }
    }
  }

  @Test(arguments: [(SignatureAlgorithm.ps256, 32), (.ps384, 48), (.ps512, 64)])
  func `J-18 the openssl command finds a salt as long as the hash in what is signed here`(
    algorithm: SignatureAlgorithm,
    saltLength: Int
  ) async throws {
    let token = try JOSEFixtures.sign("{}", key: Self.key(), algorithm)
    let dot = try #require(token.lastIndex(of: "."))
    let signature = try Base64URL.decode(String(token[token.index(after: dot)...]))
    let home = try TemporaryHome()
    let publicKey = try KeyPEM.write(JOSEFixtures.key(Self.key()), as: .subjectPublicKeyInfo)
    try Data(publicKey.utf8).write(to: URL(fileURLWithPath: home.path + "/key.pem"))
    try Data(token[..<dot].utf8).write(to: URL(fileURLWithPath: home.path + "/message"))
    try Data(signature).write(to: URL(fileURLWithPath: home.path + "/signature"))
    for length in [saltLength, saltLength - 1, saltLength + 1, 0] {
      var command = Command(
        "/usr/bin/openssl",
        [
          "dgst", "-sha\(saltLength * 8)", "-verify", "key.pem", "-signature", "signature",
          "-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:\(length)", "message",
        ]
      )
      command.directory = home.path
      let result = try await command.run()
      #expect((result.status == 0) == (length == saltLength), "\(result)")
    }
  }
}
