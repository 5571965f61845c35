import TestSupport
import Testing

/// The built program, from its arguments to its streams and exit status.
@Suite
struct ProgramTests {
  private func run(
    _ arguments: String...,
    environment: [String: String] = [:]
  ) async throws -> CommandResult {
    let home = try TemporaryHome()
    return try await Command(
      PackageLayout.product("authrun-core"),
      arguments,
      environment: home.environment.merging(environment) { $1 }
    ).run()
  }

  @Test
  func `help goes to standard output`() async throws {
    let result = try await run("help")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("authrun "))
    #expect(result.errors.isEmpty)
  }

  @Test
  func `an error is a line on standard error and, with --json, one object on standard output`()
    async throws
  {
    let plain = try await run("token")
    #expect(plain.status == 64)
    #expect(plain.output.isEmpty)
    #expect(plain.errors == "authrun: ACCOUNT is missing\n  usage: authrun token ACCOUNT\n")
    let json = try await run("token", "--json")
    #expect(json.status == 64)
    #expect(json.output.hasPrefix(#"{"error":{"code":"usage","provider":null"#))
    #expect(json.output.hasSuffix("}\n"))
    #expect(json.errors == plain.errors)
  }

  @Test
  func `with --json help is one object too`() async throws {
    for words in [["help", "token"], ["token", "--help"]] {
      let result = try await Command(
        PackageLayout.product("authrun-core"),
        words + ["--json"],
        environment: TemporaryHome().environment
      ).run()
      #expect(result.output.hasPrefix(#"{"help":"authrun token ACCOUNT"#), "\(result)")
    }
  }

  @Test
  func `an argument that is not UTF-8 is refused`() async throws {
    let home = try TemporaryHome()
    let result = try await Command(
      "/bin/sh",
      ["-c", #""$0" version "$(printf 'a\377')""#, PackageLayout.product("authrun-core")],
      environment: home.environment
    ).run()
    #expect(result.status == 64)
    #expect(result.errors == "authrun: argument 2 is not UTF-8 text\n")
  }

  @Test(arguments: [
    (["show", "spotfy"], "did you mean: authrun show spotify"),
    (["token", "spotfy"], "did you mean: authrun token spotify"),
    (["spotfy"], "did you mean: authrun spotify"),
  ])
  func `a mistyped provider is suggested with the same command`(
    words: [String],
    hint: String
  ) async throws {
    let home = try TemporaryHome()
    let result = try await Command(
      PackageLayout.product("authrun-core"),
      words + ["--providers", PackageLayout.providers],
      environment: home.environment
    ).run()
    #expect(result.status == 67)
    #expect(result.errors.contains(hint), "\(result)")
  }

  @Test
  func `a file of authorities that cannot be read is told before anything is sent`() async throws {
    let result = try await run("request", "p", "/me", "--cacert", "/nonexistent.pem")
    #expect(result.status == 65)
    #expect(
      result.errors.hasPrefix("authrun: --cacert: /nonexistent.pem: No such file"),
      "\(result)"
    )
  }

  @Test
  func `a provider without a name is listed by its id`() async throws {
    let home = try TemporaryHome()
    try home.write(
      "return provider { api = 1, id = \"bare\", login = function() end }",
      to: "config/authrun/providers/bare.lua"
    )
    let result = try await Command(
      PackageLayout.product("authrun-core"),
      ["providers"],
      environment: home.environment
    ).run()
    let row = result.output.split(separator: "\n").first { $0.hasPrefix("bare ") }
    let cells = row?.split(separator: " ").prefix(3)
    #expect(cells?.elementsEqual(["bare", "bare", "custom"]) == true, "\(result)")
  }

  @Test
  func `an empty standard input holds no token`() async throws {
    let home = try TemporaryHome()
    let result = try await Command(
      "/bin/sh",
      ["-c", #"exec "$0" jwt decode - <&-"#, PackageLayout.product("authrun-core")],
      environment: home.environment
    ).run()
    #expect(result.status == 65)
    #expect(result.errors == "authrun: jwt: standard input holds no token\n")
  }

  @Test
  func `nothing is coloured that is no terminal`() async throws {
    #expect(try await !run("nonsense", "x").errors.contains("\u{1B}"))
  }

  @Test
  func `a reader that goes away ends the program quietly`() async throws {
    let home = try TemporaryHome()
    let product = try PackageLayout.product("authrun-core")
    let result = try await Command(
      "/bin/sh",
      ["-c", "\"$0\" help | true; exit 0", product],
      environment: home.environment
    ).run()
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
  }

  @Test
  func `a full disk behind standard output is an error`() async throws {
    let home = try TemporaryHome()
    let product = try PackageLayout.product("authrun-core")
    let result = try await Command(
      "/bin/sh",
      ["-c", "exec \"$0\" version > /dev/full", product],
      environment: home.environment
    ).run()
    #expect(result.status == 70)
    #expect(result.errors.hasPrefix("authrun: standard output: "))
  }
}
