import Foundation
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

  @Test
  func `with --json there is one object on standard output`() async throws {
    let program = try BuiltProgram()
    let faulty = try program.home.write(Self.faulty, to: "shop.lua")
    let good = try program.home.write(
      Self.faulty.replacing("tokn", with: "token"),
      to: "other/shop.lua"
    )
    let result = try await program.run("check", "--json", faulty, good)
    #expect(result.status == 65)
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let files = try #require((value as? [String: Any])?["files"] as? [[String: Any]], "\(result)")
    #expect(files.map { $0["file"] as? String } == [faulty, good])
    #expect(files.map { $0["valid"] as? Bool } == [false, true])
    let findings = try #require(files[0]["findings"] as? [[String: Any]])
    let error = try #require(findings.first { $0["level"] as? String == "error" })
    #expect(error["line"] as? Int == 3)
    #expect((error["message"] as? String)?.hasPrefix("unknown key \"tokn\"") == true)
  }
}
