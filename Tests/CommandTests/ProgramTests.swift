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
