import Standards
import TestSupport
import Testing

@testable import authrun_core

@Suite
struct JWTVerifyCommandTests {
  private static let inTime = "2011-03-22T18:00:00Z"

  private func command(_ words: [String]) throws -> JWTVerifyCommand {
    guard case .run(let arguments) = try CommandTable.parser.parse(["jwt", "verify"] + words)
    else { throw UsageError("help") }
    return try JWTVerifyCommand(arguments)
  }

  @Test
  func `every option reaches the rules`() throws {
    let command = try command([
      "t", "--key", "k", "--alg", "ES256", "--alg=EdDSA", "--iss", "i", "--aud", "a", "--aud", "b",
      "--leeway", "5", "--now", "1300819380",
    ])
    #expect(command.source == .file("k"))
    #expect(command.algorithms == [.es256, .edDSA])
    #expect(command.rules.issuer == "i")
    #expect(command.rules.audiences == ["a", "b"])
    #expect(command.rules.leeway == 5)
    #expect(command.now == Timestamp(seconds: 1_300_819_380))
    #expect(try self.command(["t", "--key", "k"]).algorithms == SignatureAlgorithm.allCases)
  }

  @Test(
    arguments: [
      ["t"], ["t", "--key", "k", "--jwks", "j"], ["-", "--key", "-"],
      ["t", "--key", "k", "--alg", "none"], ["t", "--key", "k", "--alg", "hs256"],
      ["t", "--key", "k", "--now", "yesterday"], ["t", "--key", "k", "--leeway", "-1"],
      ["t", "--jwks", "http://keys.example/jwks"], ["t", "--jwks", "ftp://keys.example/jwks"],
      ["t", "--jwks", "https:///"],
    ]
  )
  func `what cannot be meant, and keys over plain http, are usage errors`(words: [String]) {
    #expect(throws: UsageError.self) { try command(words) }
  }

  @Test(arguments: ["https://k.example/j", "http://127.0.0.1:8080/j", "http://localhost/j"])
  func `keys may come over https, or over http from this machine`(address: String) throws {
    #expect(try command(["t", "--jwks", address]).source == .address(URI(address)))
  }

  @Test
  func `the token of RFC 7519 §3.1 holds until its time has passed`() async throws {
    let program = try BuiltProgram()
    let key = try program.home.write(JOSEExamples.hs256, to: "key.json")
    let token = JOSEExamples.hs256Token
    let good = try await program.run(
      "jwt",
      "verify",
      token,
      "--key",
      key,
      "--now",
      Self.inTime,
      "--iss",
      "joe",
      "--json"
    )
    #expect(good.status == 0, "\(good)")
    #expect(
      good.output == #"{"verified":true,"header":{"typ":"JWT","alg":"HS256"},"#
        + #""claims":{"iss":"joe","exp":1300819380,"http://example.com/is_root":true}}"# + "\n"
    )
    let late = try await program.run("jwt", "verify", token, "--key", key, "--json")
    #expect(late.status == 76)
    let error = try BuiltProgram.error(late)
    #expect(error.code == "jwt_invalid")
    #expect(error.message.hasPrefix("expired: exp was 2011-03-22T18:43:00Z"))
  }

  @Test
  func `a token on standard input may end with a new line`() async throws {
    let program = try BuiltProgram()
    let key = try program.home.write(JOSEExamples.hs256, to: "key.json")
    let result = try await program.run(
      "jwt",
      "verify",
      "-",
      "--key",
      key,
      "--now",
      Self.inTime,
      input: JOSEExamples.hs256Token + "\n"
    )
    #expect(result.status == 0, "\(result)")
    #expect(result.errors.contains("Not checked: iss; --iss would."))
  }

  /// A token, what is asked of it, and a part of the reason.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let options: [String]
    let reason: String
    var token = JOSEExamples.hs256Token
    var testDescription: String { reason }
  }

  @Test(
    arguments: [
      Refusal(options: ["--iss", "jim"], reason: "iss is “joe”, not “jim”"),
      Refusal(options: ["--aud", "me"], reason: "it has no aud"),
      Refusal(
        options: [],
        reason: "the signature does not hold",
        token: JOSEExamples.hs256Token.dropLast() + "g"
      ),
      Refusal(options: [], reason: "no JWT: three parts", token: "a.b"),
      // The header is {"alg":"none"}.
      Refusal(options: [], reason: "its alg is none", token: "eyJhbGciOiJub25lIn0.e30."),
      // The header is {"alg":"HS512"}.
      Refusal(
        options: ["--alg", "HS256"],
        reason: "you admit",
        token: "eyJhbGciOiJIUzUxMiJ9.e30.AA"
      ),
    ]
  )
  func `a token that does not hold gives 76 and the reason`(refusal: Refusal) async throws {
    let program = try BuiltProgram()
    let key = try program.home.write(JOSEExamples.hs256, to: "key.json")
    var command = Command(
      try PackageLayout.product("authrun-core"),
      ["jwt", "verify", refusal.token, "--key", key, "--now", Self.inTime, "--json"]
        + refusal.options,
      environment: program.home.environment
    )
    command.input = .empty
    let result = try await command.run()
    #expect(result.status == 76, "\(result)")
    let error = try BuiltProgram.error(result)
    #expect(error.code == "jwt_invalid")
    #expect(error.message.contains(refusal.reason), "\(error.message)")
  }

  @Test
  func `a public key is never taken for a secret one, whatever the header says`() async throws {
    let program = try BuiltProgram()
    let pem = try program.home.write(JOSEExamples.ed25519PublicPEM, to: "public.pem")
    let result = try await program.run("jwt", "verify", JOSEExamples.hs256Token, "--key", pem)
    #expect(result.status == 76)
    #expect(result.errors.contains("its alg is not one that the key is for"))
    let forced = try await program.run(
      "jwt",
      "verify",
      JOSEExamples.hs256Token,
      "--key",
      pem,
      "--alg",
      "HS256"
    )
    #expect(forced.status == 65, "\(forced)")
    #expect(forced.errors.contains("the key does not fit the algorithm"))
  }

  @Test
  func `an unknown kid never falls to another key of a set`() async throws {
    let program = try BuiltProgram()
    let signing = try program.home.write(JOSEExamples.ed25519, to: "key.json")
    func token(_ kid: String) async throws -> String {
      let result = try await program.run(
        "jwt",
        "sign",
        "--key",
        signing,
        "--alg",
        "EdDSA",
        "--header",
        "kid=\(kid)"
      )
      return String(result.output.dropLast())
    }
    let key = JOSEExamples.ed25519Public.dropFirst()
    let set = try program.home.write(#"{"keys":[{"kid":"k1",\#(key)]}"#, to: "set.json")
    let known = try await program.run("jwt", "verify", try await token("k1"), "--jwks", set)
    #expect(known.status == 0, "\(known)")
    let unknown = try await program.run("jwt", "verify", try await token("k2"), "--jwks", set)
    #expect(unknown.status == 76, "\(unknown)")
    #expect(unknown.errors.contains("no key has its kid"))
  }

  @Test
  func `a trace shows what was signed and never the signature`() async throws {
    let program = try BuiltProgram()
    let key = try program.home.write(JOSEExamples.hs256, to: "key.json")
    let result = try await program.run(
      "jwt",
      "verify",
      JOSEExamples.hs256Token,
      "--key",
      key,
      "--now",
      Self.inTime,
      "--iss",
      "joe",
      "--trace"
    )
    try expectSnapshot("trace-jwt-verify.txt", result.errors)
    #expect(!result.errors.contains("dBjftJeZ4CVP"))
    #expect(!result.errors.contains("AyM1SysPpbyD"))
  }
}
