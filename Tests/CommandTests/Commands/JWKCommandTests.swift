import TestSupport
import Testing

@testable import authrun_core

@Suite
struct JWKCommandTests {
  @Test
  func `the thumbprint of RFC 8037 A.3, from both halves`() async throws {
    let program = try BuiltProgram()
    for text in [JOSEExamples.ed25519, JOSEExamples.ed25519Public] {
      let result = try await program.run("jwk", "thumbprint", "-", input: text)
      #expect(result.output == JOSEExamples.ed25519Thumbprint + "\n", "\(result)")
    }
    let json = try await program.run(
      "jwk",
      "thumbprint",
      "-",
      "--json",
      input: JOSEExamples.ed25519
    )
    #expect(
      json.output == #"{"thumbprint":"\#(JOSEExamples.ed25519Thumbprint)","#
        + #""uri":"urn:ietf:params:oauth:jwk-thumbprint:sha-256:\#(JOSEExamples.ed25519Thumbprint)","#
        + #""kty":"OKP","kid":null}"# + "\n"
    )
  }

  @Test
  func `each key of a set has a line, and what was left out is told`() async throws {
    let program = try BuiltProgram()
    let key = JOSEExamples.ed25519Public.dropFirst()
    let set = #"{"keys":[{"kid":"k1",\#(key),{"kty":"??"}]}"#
    let result = try await program.run("jwk", "thumbprint", "-", input: set)
    #expect(result.output == "\(JOSEExamples.ed25519Thumbprint)  OKP  k1\n", "\(result)")
    #expect(result.errors.contains("Left out key 2"))
  }

  @Test
  func `a private key is printed only when asked for`() async throws {
    let program = try BuiltProgram()
    for form in ["jwk", "pem"] {
      let half = try await program.run(
        "jwk",
        "convert",
        "-",
        "--to",
        form,
        input: JOSEExamples.ed25519
      )
      #expect(half.status == 0, "\(half)")
      #expect(!(half.output + half.errors).contains("nWGxne"))
      #expect(!half.output.contains("PRIVATE"))
      #expect(half.errors.contains("--private"))
    }
    let whole = try await program.run(
      "jwk",
      "convert",
      "-",
      "--to",
      "jwk",
      "--private",
      "--json",
      input: JOSEExamples.ed25519
    )
    #expect(whole.output.contains("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"))
  }

  @Test
  func `the keys of RFC 8410 in PEM convert to their halves and back`() async throws {
    let program = try BuiltProgram()
    let half = try await program.run(
      "jwk",
      "convert",
      "-",
      "--to",
      "pem",
      input: JOSEExamples.ed25519PEM
    )
    #expect(half.output == JOSEExamples.ed25519PublicPEM, "\(half)")
    let members = try await program.run(
      "jwk",
      "convert",
      "-",
      "--to",
      "jwk",
      "--private",
      input: JOSEExamples.ed25519PEM
    )
    let back = try await program.run(
      "jwk",
      "convert",
      "-",
      "--to",
      "pem",
      "--private",
      input: members.output
    )
    #expect(back.output == JOSEExamples.ed25519PEM + "\n", "\(back)")
  }

  @Test
  func `kid, use and alg are kept`() async throws {
    let program = try BuiltProgram()
    let key = JOSEExamples.ed25519.replacing("}", with: #","kid":"k","use":"sig","alg":"EdDSA"}"#)
    let result = try await program.run("jwk", "convert", "-", "--to", "jwk", "--json", input: key)
    #expect(
      result.output
        == #"{"crv":"Ed25519","kty":"OKP","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","#
        + #""kid":"k","use":"sig","alg":"EdDSA"}"# + "\n",
      "\(result)"
    )
  }

  /// An input, the options, and a part of what is said about it.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let input: String
    var options = ["--to", "jwk"]
    let reason: String
    var testDescription: String { reason }
  }

  @Test(
    arguments: [
      Refusal(input: "nonsense", reason: "neither a JWK, a JWK Set, nor one key in PEM"),
      Refusal(input: "", reason: "neither"),
      Refusal(input: "{", reason: "no JSON object"),
      Refusal(input: #"{"kty":"DSA"}"#, reason: "a key type that is not"),
      Refusal(input: JOSEExamples.hs256, reason: "a symmetric key has no public half"),
      Refusal(
        input: JOSEExamples.hs256,
        options: ["--to", "pem", "--private"],
        reason: "a symmetric key has no form in PEM"
      ),
      Refusal(
        input: JOSEExamples.ed25519Public,
        options: ["--to", "jwk", "--private"],
        reason: "there is no private key to print"
      ),
      // Halves of two different pairs.
      Refusal(
        input: JOSEExamples.ed25519.replacing("nWGxne", with: "aWGxne"),
        reason: "the numbers do not make a key"
      ),
      Refusal(
        input: """
          -----BEGIN ENCRYPTED PRIVATE KEY-----
          AAAA
          -----END ENCRYPTED PRIVATE KEY-----
          """,
        reason: "the key is encrypted"
      ),
    ]
  )
  func `what is no usable key is input that is invalid`(refusal: Refusal) async throws {
    let program = try BuiltProgram()
    var command = Command(
      try PackageLayout.product("authrun-core"),
      ["jwk", "convert", "-"] + refusal.options,
      environment: program.home.environment
    )
    command.input = .text(refusal.input)
    let result = try await command.run()
    #expect(result.status == 65, "\(result)")
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(refusal.reason), "\(result)")
  }

  @Test
  func `--to is needed and is jwk or pem`() async throws {
    let program = try BuiltProgram()
    #expect(try await program.run("jwk", "convert", "f").status == 64)
    #expect(try await program.run("jwk", "convert", "f", "--to", "der").status == 64)
  }
}
