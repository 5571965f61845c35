import Foundation
import TestSupport
import Testing

/// `authrun trust`: what a file's new hosts withhold, and how the user lets them go on.
@Suite(.timeLimit(.minutes(2)))
struct TrustCommandTests {
  private static let file = "config/authrun/providers/shop.lua"

  private static func descriptor(_ hosts: String) -> String {
    """
    return provider {
      api = 1, id = "shop", name = "Shop", kind = "api_key", hosts = { \(hosts) },
      request = { base = "https://localhost:1" },
    }
    """
  }

  /// A program with a login to a provider at an address where nobody answers.
  private func loggedIn() async throws -> BuiltProgram {
    let program = try BuiltProgram()
    try program.home.write(Self.descriptor(""), to: Self.file)
    let login = try await program.run("shop", "--option", "api_key=-", input: "k3y-value\n")
    #expect(login.status == 0, "\(login)")
    return program
  }

  @Test
  func `a file that comes to reach more is trusted once the user says so`() async throws {
    let program = try await loggedIn()
    // Nobody is there, and that is all.
    let before = try await program.run("request", "shop", "/me")
    #expect(before.status == 69, "\(before)")
    try program.home.write(Self.descriptor("\"evil.example\""), to: Self.file)
    let withheld = try await program.run("--json", "request", "shop", "/me")
    #expect(withheld.status == 77, "\(withheld)")
    let error = try BuiltProgram.error(withheld)
    #expect(error.code == "host_not_allowed" && error.message.contains("evil.example"))
    #expect(withheld.output.contains("authrun trust shop"))

    let trusted = try await program.run("trust", "shop")
    #expect(trusted.status == 0 && trusted.errors == "", "\(trusted)")
    #expect(
      trusted.output
        == "shop/default: may go from now on to\n  evil.example\n  api_key to evil.example\n"
    )
    let after = try await program.run("request", "shop", "/me")
    #expect(after.status == 69, "\(after)")
    let again = try await program.run("trust", "shop")
    #expect(again.output == "shop/default: goes nowhere that it did not go before.\n")
  }

  @Test
  func `trust says what it did as JSON, and who is unknown`() async throws {
    let program = try await loggedIn()
    try program.home.write(Self.descriptor("\"evil.example\""), to: Self.file)
    let result = try await program.run("trust", "shop", "--json")
    #expect(result.status == 0, "\(result)")
    let added = #"["evil.example","api_key to evil.example"]"#
    let accounts = #"[{"account":"default","added":"# + added + "}]"
    #expect(result.output == #"{"provider":"shop","accounts":"# + accounts + "}\n")
    let unknown = try await program.run("trust", "nobody")
    #expect(unknown.status == 67, "\(unknown)")
    let other = try BuiltProgram()
    try other.home.write(Self.descriptor(""), to: Self.file)
    let none = try await other.run("trust", "shop")
    #expect(none.status == 0 && none.output == "shop: nobody is logged in; nothing to trust.\n")
  }
}
