import Foundation
import TestSupport
import Testing

/// The commands for tokens and keys against joserfc and openssl, in both directions.
@Suite(
  .endToEnd,
  .enabled(if: PythonPeer.isAvailable, "needs the tests' Python: run ./scripts/test once")
)
struct JSONWebTokenTests {
  private struct Made: Decodable {
    struct Claims: Decodable, Equatable {
      let iss: String
      let aud: [String]
      let exp: Int
      let jti: String
    }
    let algorithm: String
    let key: String
    let pem: String?
    let public_pem: String?
    let thumbprint: String
    let token: String
    let claims: Claims
  }

  private struct Question: Encodable {
    let token: String
    let key: String
    let algorithm: String
  }

  private let home: TemporaryHome

  init() throws {
    home = try TemporaryHome()
  }

  private func authrun(_ arguments: String..., input: String? = nil) async throws -> CommandResult {
    var command = Command(
      try PackageLayout.product("authrun"),
      arguments,
      environment: home.environment
    )
    if let input { command.input = .text(input) }
    return try await command.run()
  }

  private func openssl(_ arguments: String...) async throws -> CommandResult {
    try await Command("/usr/bin/openssl", arguments, environment: home.environment).run()
  }

  @Test(
    arguments: [
      "HS256", "HS384", "HS512", "RS256", "PS384", "ES256", "ES384", "ES512", "ES256K", "Ed25519",
    ]
  )
  func `joserfc and authrun read each other's tokens and keys`(algorithm: String) async throws {
    let peer = try await PythonPeer("CrossChecks/tokens.py")
    let made: Made = try await peer.ask("make", ["algorithm": algorithm])
    let key = try home.write(made.key, to: "key.json")
    var keys = [key]
    if let pem = made.pem, let publicPEM = made.public_pem {
      keys.append(try home.write(pem, to: "key.pem"))
      keys.append(try home.write(publicPEM, to: "public.pem"))
    }
    for file in keys {
      let verified = try await authrun(
        "jwt",
        "verify",
        made.token,
        "--key",
        file,
        "--alg",
        algorithm,
        "--iss",
        made.claims.iss,
        "--aud",
        "b",
        "--json"
      )
      #expect(verified.status == 0, "\(file): \(verified)")
      #expect(verified.output.contains(made.claims.jti))
      let thumbprint = try await authrun("jwk", "thumbprint", file)
      #expect(thumbprint.output == made.thumbprint + "\n", "\(thumbprint)")
    }
    let signed = try await authrun(
      "jwt",
      "sign",
      "--key",
      keys.count > 1 ? keys[1] : key,
      "--alg",
      algorithm,
      "--claims",
      "-",
      input: #"{"iss":"\#(made.claims.iss)","aud":["a","b"],"exp":4102444800,"jti":"ours"}"#
    )
    #expect(signed.status == 0, "\(signed)")
    let read: Made.Claims = try await peer.ask(
      "read",
      Question(token: String(signed.output.dropLast()), key: made.key, algorithm: algorithm)
    )
    #expect(read.jti == "ours")
    await peer.stop()
  }

  @Test(arguments: [["genrsa", "-traditional"], ["ecparam", "-name", "secp384r1", "-genkey"]])
  func `openssl's own forms of a key convert to JWK and back to what openssl takes`(
    arguments: [String]
  ) async throws {
    let old = home.file("old.pem")
    let made = try await Command(
      "/usr/bin/openssl",
      arguments + ["-out", old],
      environment: home.environment
    ).run()
    try #require(made.status == 0, "\(made)")
    let members = try await authrun("jwk", "convert", old, "--to", "jwk", "--private")
    #expect(members.status == 0, "\(members)")
    let new = try await authrun(
      "jwk",
      "convert",
      "-",
      "--to",
      "pem",
      "--private",
      input: members.output
    )
    let file = try home.write(new.output, to: "new.pem")
    let expected = try await openssl("pkey", "-in", old)
    let checked = try await openssl("pkey", "-in", file)
    #expect(checked.status == 0 && checked.output == expected.output, "\(checked)")
    let half = try await authrun("jwk", "convert", old, "--to", "pem")
    #expect(half.output == (try await openssl("pkey", "-in", old, "-pubout")).output)
  }

  @Test
  func `keys are fetched over https, up to a size, and only from where they can be trusted`()
    async throws
  {
    let rig = try await Rig()
    // The key pair of RFC 8037, appendix A.1.
    let point = #""x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo""#
    let key = #"{"kid":"k1","kty":"OKP","crv":"Ed25519",\#(point)"#
    let file = try rig.home.write(
      key + #","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}"#,
      to: "key.json"
    )
    let signed = try await rig.authrun("jwt", "sign", "--key", file, "--alg", "EdDSA")
    let token = String(signed.output.dropLast())
    func verify(_ body: String, status: Int = 200) async throws -> CommandResult {
      try await rig.clear()
      var answer = Fault(.reply, at: "/jwks.json")
      answer.status = status
      answer.body = body
      try await rig.inject(answer)
      let address = "https://accounts.spotify.com/jwks.json"
      return try await rig.authrun("jwt", "verify", token, "--jwks", address, "--json")
    }
    let set = #"{"keys":[\#(key)},{"kty":"new"}]}"#
    let good = try await verify(set)
    #expect(good.status == 0, "\(good)")
    let other = try await verify(set.replacing("k1", with: "k2"))
    #expect(other.status == 76, "\(other)")
    #expect(try Printed(other).object("error").text("code") == "jwt_invalid")
    let large = try await verify(set + String(repeating: " ", count: 1 << 20))
    #expect(large.status == 76, "\(large)")
    #expect(try Printed(large).object("error").text("code") == "protocol")
    for status in [302, 404, 500] {
      #expect(try await verify(set, status: status).status == 69)
    }
    let none = try await verify("[]")
    #expect(try Printed(none).object("error").text("code") == "protocol")
    let plain = try await rig.authrun("jwt", "verify", "a.b.c", "--jwks", "http://keys.example/")
    #expect(plain.status == 64, "\(plain)")
  }
}
