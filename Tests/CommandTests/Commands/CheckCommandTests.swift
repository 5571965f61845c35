import TestSupport
import Testing

@Suite
struct CheckCommandTests {
  private static let faulty = """
    return provider {
      api = 1, id = "shop", docs = "https://shop.example/docs",
      oauth2 = { authorize = "https://shop.example/a", tokn = "https://shop.example/t" },
    }
    """

  @Test
  func `for GitHub each finding is a workflow command with its file and line`() async throws {
    let program = try BuiltProgram()
    let file = try program.home.write(Self.faulty, to: "a,b:c/shop.lua")
    let result = try await program.run("check", "--format", "github", file)
    #expect(result.status == 65)
    #expect(result.errors == "")
    let name = file.replacing(",", with: "%2C").replacing(":", with: "%3A")
    let start = "::error file=\(name),line=3::"
    #expect(
      result.output.contains("\(start)unknown key \"tokn\" in oauth2; did you mean \"token\"?\n")
    )
    let other = try await program.run("check", "--format", "sarif", file)
    #expect(other.status == 64, "\(other)")
  }

  @Test
  func `a percent sign or a line break of a message stays within its command`() async throws {
    let program = try BuiltProgram()
    let file = try program.home.write(
      Self.faulty.replacing("tokn = ", with: "scope_separator = \"%20\", token = "),
      to: "shop.lua"
    )
    let result = try await program.run("check", "--format", "github", file)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("::warning file="))
    #expect(result.output.contains("\"%2520\" becomes \"%252520\""), "\(result)")
  }
}
