import Foundation
import TestSupport
import Testing

/// Encrypted tokens of the jose command, opened by `jwt decode --key`.
@Suite(
  .endToEnd,
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jose"), "needs jose")
)
struct EncryptedTokenTests {
  private let home: TemporaryHome
  private let claims = #"{"sub":"kim","exp":4102444800}"#

  init() throws {
    home = try TemporaryHome()
  }

  private func authrun(_ arguments: [String], input: String? = nil) async throws -> CommandResult {
    var command = Command(
      try PackageLayout.product("authrun"),
      arguments,
      environment: home.environment
    )
    if let input { command.input = .text(input) }
    return try await command.run()
  }

  private func jose(_ arguments: String...) async throws -> String {
    let result = try await Command("/usr/bin/jose", arguments, environment: home.environment).run()
    try #require(result.status == 0, "\(result)")
    return result.output.trimmingCharacters(in: .newlines)
  }

  /// A key of `template`, and the text encrypted to it, its header as `jose` is told.
  private func encrypted(
    _ text: String,
    _ template: String,
    header: String
  ) async throws -> (key: String, token: String) {
    let key = home.file("key-\(UUID().uuidString).jwk")
    _ = try await jose("jwk", "gen", "-i", template, "-o", key)
    let plain = try home.write(text, to: "plain")
    let token = try await jose(
      "jwe",
      "enc",
      "-c",
      "-i",
      #"{"protected":\#(header)}"#,
      "-I",
      plain,
      "-k",
      key
    )
    return (key, token)
  }

  private func object(_ result: CommandResult) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(value as? [String: Any], "\(result)")
  }

  @Test(arguments: [
    (#"{"kty":"EC","crv":"P-256"}"#, "ECDH-ES", "A128GCM"),
    (#"{"kty":"EC","crv":"P-521"}"#, "ECDH-ES+A256KW", "A256CBC-HS512"),
    (#"{"kty":"oct","bytes":32}"#, "A256KW", "A192GCM"),
    (#"{"kty":"oct","bytes":16}"#, "A128GCMKW", "A128GCM"),
    (#"{"kty":"oct","bytes":32}"#, "dir", "A256GCM"),
  ])
  func `what jose encrypts is shown`(template: String, alg: String, enc: String) async throws {
    let (key, token) = try await encrypted(
      claims,
      template,
      header: #"{"alg":"\#(alg)","enc":"\#(enc)"}"#
    )
    for algorithms in [[], ["--alg", alg]] {
      let shown = try await authrun(["jwt", "decode", token, "--key", key, "--json"] + algorithms)
      let object = try object(shown)
      #expect((object["claims"] as? [String: Any])?["sub"] as? String == "kim", "\(shown)")
      #expect((object["encryption"] as? [String: Any])?["enc"] as? String == enc)
      #expect(object["verified"] as? Bool == false && object["token"] == nil)
    }
    let text = try await authrun(["jwt", "decode", "-", "--key", key], input: token + "\n")
    #expect(text.status == 0 && text.output.contains("\"kim\""), "\(text)")
    #expect(
      text.errors.contains("Decrypted (\(alg), \(enc))") && text.errors.contains("Not verified")
    )
    let other = "RSA-OAEP"
    let refused = try await authrun(["jwt", "decode", token, "--key", key, "--alg", other])
    #expect(refused.status == 76 && refused.errors.contains("you admit"), "\(refused)")
  }

  @Test
  func `a password is one only where its algorithm is named`() async throws {
    let alg = "PBES2-HS256+A128KW"
    let (key, token) = try await encrypted(
      claims,
      #"{"kty":"oct","bytes":32}"#,
      header: #"{"alg":"\#(alg)","enc":"A128GCM"}"#
    )
    let refused = try await authrun(["jwt", "decode", token, "--key", key])
    #expect(refused.status == 76 && refused.errors.contains("you admit"), "\(refused)")
    let shown = try await authrun(["jwt", "decode", token, "--key", key, "--alg", alg])
    #expect(shown.status == 0 && shown.output.contains("kim"), "\(shown)")
  }

  @Test
  func `a signed token within is shown, and printed to be verified`() async throws {
    let signing = home.file("signing.jwk")
    _ = try await jose("jwk", "gen", "-i", #"{"alg":"ES256"}"#, "-o", signing)
    let file = try home.write(claims, to: "claims.json")
    let inner = try await jose("jws", "sig", "-c", "-I", file, "-k", signing)
    let (key, token) = try await encrypted(
      inner,
      #"{"kty":"EC","crv":"P-256"}"#,
      header: #"{"alg":"ECDH-ES+A128KW","enc":"A128GCM","cty":"JWT"}"#
    )
    let text = try await authrun(["jwt", "decode", token, "--key", key])
    #expect(text.output.contains("Encryption:") && text.output.contains("ES256"), "\(text)")
    let object = try object(try await authrun(["jwt", "decode", token, "--key", key, "--json"]))
    #expect((object["header"] as? [String: Any])?["alg"] as? String == "ES256")
    #expect((object["encryption"] as? [String: Any])?["cty"] as? String == "JWT")
    let opened = try #require(object["token"] as? String)
    #expect(opened == inner)
    let verified = try await authrun(["jwt", "verify", "-", "--key", signing], input: opened)
    #expect(verified.status == 0, "\(verified)")
  }

  @Test
  func `RSA1_5 is never opened`() async throws {
    let (key, token) = try await encrypted(
      claims,
      #"{"kty":"RSA","bits":2048}"#,
      header: #"{"alg":"RSA1_5","enc":"A128CBC-HS256"}"#
    )
    let refused = try await authrun(["jwt", "decode", token, "--key", key])
    #expect(refused.status == 76 && refused.errors.contains("none that is taken"), "\(refused)")
  }

  @Test
  func `what cannot be opened says why, without a word of it`() async throws {
    let curve = #"{"kty":"EC","crv":"P-256"}"#
    let header = #"{"alg":"ECDH-ES+A128KW","enc":"A128CBC-HS256"}"#
    let (key, token) = try await encrypted("top secret text", curve, header: header)
    let bare = try await authrun(["jwt", "decode", token])
    #expect(bare.status == 76 && bare.errors.contains("--key FILE opens it"), "\(bare)")
    let text = try await authrun(["jwt", "decode", token, "--key", key])
    #expect(text.status == 76 && text.errors.contains("neither claims"), "\(text)")
    #expect(!text.said.contains("top secret"))
    let (other, _) = try await encrypted(claims, curve, header: header)
    let wrong = try await authrun(["jwt", "decode", token, "--key", other])
    #expect(wrong.status == 76 && wrong.errors.contains("another key"), "\(wrong)")
    let open = home.file("public.jwk")
    _ = try await jose("jwk", "pub", "-i", key, "-o", open)
    let half = try await authrun(["jwt", "decode", token, "--key", open])
    #expect(half.status == 65 && half.errors.contains("public key"), "\(half)")
    let changed = String(token.dropLast(4)) + "AAAA"
    #expect(try await authrun(["jwt", "decode", changed, "--key", key]).status == 76)
    let signed = try await authrun(["jwt", "decode", "e30.e30.AAAA", "--key", key])
    #expect(signed.status == 76 && signed.errors.contains("not encrypted"), "\(signed)")
    for usage in [["--alg", "RSA-OAEP"], ["--key", key, "--alg", "RSA1_5"]] {
      let result = try await authrun(["jwt", "decode", token] + usage)
      #expect(result.status == 64, "\(result)")
    }
    #expect(try await authrun(["jwt", "decode", "-", "--key", "-"]).status == 64)
  }
}
