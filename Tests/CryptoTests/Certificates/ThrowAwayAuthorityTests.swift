import Crypto
import Foundation
import Standards
import TestSupport
import Testing

@Suite
struct ThrowAwayAuthorityTests {
  /// Writes the PEM texts to files of a fresh folder and runs the `openssl` command there.
  private func openssl(
    _ arguments: [String],
    files: [String: String]
  ) async throws -> CommandResult {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    var command = Command("/usr/bin/openssl", arguments)
    command.directory = folder.path
    return try await command.run()
  }

  @Test(arguments: [
    (["-verify_hostname", "localhost"], true), (["-verify_hostname", "api.acme.example"], true),
    (["-verify_ip", "127.0.0.1"], true), (["-verify_ip", "::1"], true),
    (["-verify_hostname", "evil.example"], false), (["-verify_ip", "127.0.0.2"], false),
  ])
  func `a leaf verifies for its names and no others`(check: [String], isValid: Bool) async throws {
    let authority = try ThrowAwayAuthority()
    let leaf = try authority.issue(names: ["localhost", "API.acme.example", "127.0.0.1", "[::1]"])
    let result = try await openssl(
      ["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", "ca.pem"] + check + [
        "leaf.pem"
      ],
      files: ["ca.pem": authority.caCertificatePEM, "leaf.pem": leaf.certificatePEM]
    )
    #expect((result.status == 0) == isValid, "\(result)")
  }

  @Test
  func `another authority's leaf does not verify`() async throws {
    let leaf = try ThrowAwayAuthority().issue(names: ["localhost"])
    let result = try await openssl(
      ["verify", "-CAfile", "ca.pem", "leaf.pem"],
      files: ["ca.pem": try ThrowAwayAuthority().caCertificatePEM, "leaf.pem": leaf.certificatePEM]
    )
    #expect(result.status != 0)
  }

  @Test
  func `the key fits the certificate and is PKCS 8`() async throws {
    let leaf = try ThrowAwayAuthority().issue(names: ["localhost"])
    #expect(leaf.privateKeyPEM.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    let files = ["leaf.pem": leaf.certificatePEM, "key.pem": leaf.privateKeyPEM]
    let fromKey = try await openssl(["pkey", "-in", "key.pem", "-pubout"], files: files)
    let fromLeaf = try await openssl(
      ["x509", "-in", "leaf.pem", "-noout", "-pubkey"],
      files: files
    )
    #expect(fromKey.status == 0)
    #expect(fromKey.output == fromLeaf.output)
  }

  @Test(arguments: [[], ["a,DNS:evil.example"], ["*"], ["a b"], ["user@host"], ["h:1"], ["[::1"]])
  func `what is no host is refused`(names: [String]) throws {
    let authority = try ThrowAwayAuthority()
    #expect(throws: CryptoError.self) { try authority.issue(names: names) }
  }
}
