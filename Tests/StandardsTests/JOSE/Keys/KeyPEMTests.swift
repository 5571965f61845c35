import Crypto
import Foundation
import Standards
import TestSupport
import Testing

@Suite
struct KeyPEMTests {
  private static func keys() throws -> [JWK] {
    try KeyCurve.allCases.map { try KeyGenerator.key(on: $0) } + [RSAFixture.privateKey]
  }

  @Test
  func `every key survives PKCS 8 and SubjectPublicKeyInfo`() throws {
    for key in try Self.keys() {
      let privatePEM = try KeyPEM.write(key, as: .pkcs8)
      #expect(
        try KeyPEM.read(privatePEM).members(includingPrivate: true)
          == key.members(includingPrivate: true)
      )
      let publicPEM = try KeyPEM.write(key, as: .subjectPublicKeyInfo)
      #expect(
        try KeyPEM.read(publicPEM).members(includingPrivate: true)
          == key.members(includingPrivate: false)
      )
    }
  }

  @Test
  func `the older forms are for the keys that have them`() throws {
    let rsa = try RSAFixture.privateKey
    let members = rsa.members(includingPrivate: true)
    #expect(
      try KeyPEM.read(KeyPEM.write(rsa, as: .pkcs1)).members(includingPrivate: true) == members
    )
    let publicKey = try #require(rsa.publicKey)
    let pem = try KeyPEM.write(publicKey, as: .pkcs1)
    #expect(pem.hasPrefix("-----BEGIN RSA PUBLIC KEY-----\n"))
    #expect(
      try KeyPEM.read(pem).members(includingPrivate: true)
        == publicKey.members(includingPrivate: true)
    )
    let ec = try KeyGenerator.key(on: .p521)
    let sec1 = try KeyPEM.write(ec, as: .sec1)
    #expect(
      try KeyPEM.read(sec1).members(includingPrivate: true) == ec.members(includingPrivate: true)
    )
    #expect(throws: JWKError.algorithmMismatch) { try KeyPEM.write(ec, as: .pkcs1) }
    #expect(throws: JWKError.algorithmMismatch) { try KeyPEM.write(rsa, as: .sec1) }
    #expect(throws: JWKError.notPrivate) { try KeyPEM.write(publicKey, as: .pkcs8) }
  }

  @Test
  func `the openssl command reads what is written and is read in turn`() async throws {
    let rsa = try RSAFixture.privateKey
    for key in [rsa, try KeyGenerator.key(on: .p384), try KeyGenerator.key(on: .ed25519)] {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data(KeyPEM.write(key, as: .pkcs8).utf8).write(to: folder.appending(path: "key.pem"))
      var command = Command("/usr/bin/openssl", ["pkey", "-in", "key.pem", "-pubout"])
      command.directory = folder.path
      let result = try await command.run()
      #expect(result.status == 0)
      #expect(result.output == (try KeyPEM.write(key, as: .subjectPublicKeyInfo)))
      #expect(
        try KeyPEM.read(result.output).members(includingPrivate: true)
          == key.members(includingPrivate: false)
      )
    }
  }

  @Test
  func `J-33 CRLF, spaces and escaped newlines are read where they are meant`() throws {
    let pem = try KeyPEM.write(JOSEFixtures.key(JOSEFixtures.ecKey), as: .pkcs8)
    #expect(try KeyPEM.read(pem.replacing("\n", with: " \r\n")).isPrivate)
    #expect(try KeyPEM.read("\n\n" + pem + "  \n").isPrivate)
    for escaped in [pem.replacing("\n", with: "\\n"), pem.replacing("\n", with: "\\r\\n")] {
      #expect(try KeyPEM.read(PEM.unescaped(escaped)).isPrivate)
      for form in [escaped, String(escaped.dropLast(2)), escaped + "\n"] {
        #expect(throws: JWKError.escapedPEM) { try KeyPEM.read(form) }
      }
    }
    for plain in [pem, "a\\nb", "", "{\"k\":\"a\\nb\"}"] { #expect(PEM.unescaped(plain) == plain) }
  }

  @Test
  func `what is not exactly one unencrypted key is refused`() throws {
    let pem = try KeyPEM.write(JOSEFixtures.key(JOSEFixtures.ecKey), as: .pkcs8)
    let body = try #require(pem.split(separator: "\n").dropFirst().first)
    for wrong in [
      "", "x", pem + pem, "-----END PRIVATE KEY-----\n" + pem, String(pem.dropLast(10)),
      pem.replacing("-----BEGIN", with: "----BEGIN"),
      pem.replacing("END PRIVATE", with: "END PUBLIC"), pem.replacing("PRIVATE", with: "PUBLIC"),
      pem.replacing("PRIVATE KEY", with: "RSA PRIVATE KEY"),
      pem.replacing(body, with: body.dropLast(4)),
      pem.replacing(body, with: body + "="), pem.replacing("PRIVATE KEY", with: "SECRET"),
    ] {
      #expect(throws: JWKError.badPEM) { try KeyPEM.read(wrong) }
    }
    #expect(throws: JWKError.encryptedPEM) {
      try KeyPEM.read(pem.replacing("PRIVATE", with: "ENCRYPTED PRIVATE"))
    }
    #expect(throws: JWKError.encryptedPEM) {
      try KeyPEM.read(
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----\n"
      )
    }
  }

  @Test
  func `text outside of the block is passed over, and so are certificates beside a private key`()
    async throws
  {
    // As `openssl pkcs12 -nodes` writes them (RFC 7468 §2, §5.2).
    let leaf = try ThrowAwayAuthority().issue(names: ["localhost"])
    let bag = "Bag Attributes\n    localKeyID: 01 02\nKey Attributes: <No Attributes>\n"
    let key = try KeyPEM.read(leaf.privateKeyPEM).members(includingPrivate: true)
    for text in [
      bag + leaf.privateKeyPEM, leaf.privateKeyPEM + "text",
      bag + leaf.certificatePEM + bag + leaf.privateKeyPEM,
      leaf.privateKeyPEM + leaf.certificatePEM + leaf.certificatePEM,
    ] {
      #expect(try KeyPEM.read(text).members(includingPrivate: true) == key)
    }
    let publicPEM = try KeyPEM.write(KeyPEM.read(leaf.privateKeyPEM), as: .subjectPublicKeyInfo)
    for text in [
      leaf.certificatePEM + leaf.certificatePEM, leaf.privateKeyPEM + publicPEM,
      publicPEM + leaf.certificatePEM,
      leaf.privateKeyPEM + leaf.privateKeyPEM,
    ] {
      #expect(throws: JWKError.badPEM) { try KeyPEM.read(text) }
    }
  }

  @Test
  func `the key of a certificate is read`() throws {
    let leaf = try ThrowAwayAuthority().issue(names: ["localhost"])
    let fromKey = try KeyPEM.read(leaf.privateKeyPEM)
    #expect(
      try KeyPEM.read(leaf.certificatePEM).members(includingPrivate: true)
        == fromKey.members(includingPrivate: false)
    )
  }
}
