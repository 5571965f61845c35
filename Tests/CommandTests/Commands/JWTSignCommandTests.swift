import Standards
import TestSupport
import Testing

@testable import authrun_core

@Suite
struct JWTSignCommandTests {
  private func command(_ words: String...) throws -> JWTSignCommand {
    guard case .run(let arguments) = try CommandTable.parser.parse(["jwt", "sign"] + words) else {
      throw UsageError("help")
    }
    return try JWTSignCommand(arguments)
  }

  @Test
  func `the header is typ and what was given`() throws {
    let plain = try command("--key", "k", "--alg", "ES256").header
    #expect(plain == ["typ": "JWT"])
    let given = try command(
      "--key",
      "k",
      "--alg",
      "ES256",
      "--header",
      "typ=at+jwt",
      "--header=kid=a=b"
    ).header
    #expect(given == ["typ": "at+jwt", "kid": "a=b"])
  }

  @Test
  func `what cannot be meant is a usage error`() {
    #expect(throws: UsageError.self) { try command("--alg", "ES256") }
    #expect(throws: UsageError.self) { try command("--key", "k") }
    #expect(throws: UsageError.self) { try command("--key", "k", "--alg", "none") }
    let given = ["--key", "k", "--alg", "ES256", "--header"]
    for header in ["alg=none", "kid", "=x"] {
      #expect(throws: UsageError.self) {
        guard
          case .run(let arguments) = try CommandTable.parser.parse(
            ["jwt", "sign"] + given + [header]
          )
        else { return }
        _ = try JWTSignCommand(arguments)
      }
    }
    #expect(throws: UsageError.self) {
      try command("--key", "k", "--alg", "ES256", "--header", "a=1", "--header", "a=2")
    }
    #expect(throws: UsageError.self) {
      try command("--key", "-", "--alg", "ES256", "--claims", "-")
    }
  }

  @Test
  func `claims keep their order and every digit`() async throws {
    let program = try BuiltProgram()
    let key = try program.home.write(JOSEExamples.ed25519, to: "key.json")
    let claims = #"{"z":1,"id":9007199254740993,"a":[0.10]}"#
    let token = try await program.run(
      "jwt",
      "sign",
      "--key",
      key,
      "--alg",
      "EdDSA",
      "--claims",
      "-",
      input: claims
    )
    #expect(token.status == 0, "\(token)")
    let shown = try await program.run("jwt", "decode", "-", "--json", input: token.output)
    #expect(shown.output.contains(claims), "\(shown)")
  }

  @Test(arguments: ["[]", "{", #"{"a":1,"a":2}"#, ""])
  func `claims that are no object with unique names are refused`(claims: String) async throws {
    let program = try BuiltProgram()
    let key = try program.home.write(JOSEExamples.ed25519, to: "key.json")
    let result = try await program.run(
      "jwt",
      "sign",
      "--key",
      key,
      "--alg",
      "EdDSA",
      "--claims",
      "-",
      input: claims
    )
    #expect(result.status == 65, "\(result)")
    #expect(result.output.isEmpty)
  }

  @Test
  func `a key that cannot sign with the algorithm is refused, and never shown`() async throws {
    let program = try BuiltProgram()
    let files = [
      (JOSEExamples.ed25519Public, "EdDSA", "a public key where a private one is needed"),
      (JOSEExamples.ed25519, "RS256", "the key does not fit the algorithm"),
      (JOSEExamples.hs256.replacing("AyM1SysPpbyD", with: ""), "HS512", "too short"),
      (#"{"kty":"oct","k":"c2hvcnQ"}"#, "HS256", "too short"),
      (JOSEExamples.ed25519.replacing("}", with: #","use":"enc"}"#), "EdDSA", "does not permit it"),
    ]
    for (content, algorithm, reason) in files {
      let key = try program.home.write(content, to: "key.json")
      let result = try await program.run("jwt", "sign", "--key", key, "--alg", algorithm)
      #expect(result.status == 65, "\(result)")
      #expect(result.errors.contains(reason), "\(result)")
      #expect(!result.errors.contains("nWGxne"))
    }
  }

  @Test
  func `a loose key file is used with a warning`() async throws {
    let program = try BuiltProgram()
    let key = try program.home.write(JOSEExamples.ed25519, to: "key.json", mode: 0o644)
    let result = try await program.run("jwt", "sign", "--key", key, "--alg", "EdDSA")
    #expect(result.status == 0)
    #expect(result.errors.contains("Warning: others can read the private key"), "\(result)")
    let closed = try program.home.write(JOSEExamples.ed25519, to: "closed.json")
    let quiet = try await program.run("jwt", "sign", "--key", closed, "--alg", "EdDSA")
    #expect(quiet.errors.isEmpty, "\(quiet)")
  }

  @Test
  func `a trace shows each step and neither key nor signature`() async throws {
    let program = try BuiltProgram()
    let key = try program.home.write(JOSEExamples.ed25519, to: "key.json")
    let claims = try program.home.write(#"{"iss":"me"}"#, to: "claims.json")
    let result = try await program.run(
      "jwt",
      "sign",
      "--key",
      key,
      "--alg",
      "EdDSA",
      "--claims",
      claims,
      "--trace"
    )
    try expectSnapshot("trace-jwt-sign.txt", result.errors)
    let signature = try #require(result.output.dropLast().split(separator: ".").last)
    #expect(!result.errors.contains(signature))
    #expect(!result.errors.contains("nWGxne"))
  }
}
