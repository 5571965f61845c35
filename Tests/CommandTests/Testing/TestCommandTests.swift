import Foundation
import TestSupport
import Testing

@Suite
struct TestCommandTests {
  private static let descriptor = """
    return provider {
      api = 1, id = "shop", name = "Shop",
      oauth2 = { authorize = "https://shop.example/a", token = "https://shop.example/t",
        client_auth = "post", scopes = { "read" } },
      request = { base = "https://api.shop.example" },
    }
    """

  private static func program(_ text: String = descriptor) throws -> (BuiltProgram, String) {
    let program = try BuiltProgram()
    return (program, try program.home.write(text, to: "work/shop.lua"))
  }

  @Test
  func `record, then test, then a change that is shown`() async throws {
    let (program, file) = try Self.program()
    let none = try await program.run("test", file)
    #expect(none.status == 65)
    #expect(none.errors.contains("shop.cases.json does not exist"), "\(none)")
    #expect(none.errors.contains("--record makes them from a rehearsal"))

    let recorded = try await program.run("test", file, "--record")
    #expect(recorded.status == 0, "\(recorded)")
    #expect(recorded.output.contains("shop.cases.json: 5 cases written\n  login → done\n"))
    let cases = try String(
      contentsOfFile: program.home.file("work/shop.cases.json"),
      encoding: .utf8
    )

    let passed = try await program.run("test", file)
    #expect(passed.status == 0, "\(passed)")
    #expect(passed.output.hasSuffix("  ✓ the code is refused\n\n5 of 5 cases passed.\n"))
    #expect(passed.errors == "")

    let again = try await program.run("test", file, "--record")
    #expect(again.output.contains("5 cases, as before"), "\(again)")

    try program.home.write(
      Self.descriptor.replacing(#""read""#, with: #""write""#),
      to: "work/shop.lua"
    )
    let failed = try await program.run("test", file)
    #expect(failed.status == 65)
    #expect(
      failed.output.contains("  ✗ login\n      step 1: the browser's page differs\n        url\n")
    )
    #expect(failed.output.contains("          + https://shop.example/a?"), "\(failed)")
    let json = try await program.run("test", "--json", file)
    #expect(json.status == 65)
    #expect(json.output.hasPrefix(#"{"passed":false,"files":[{"file":"#))
    #expect(json.output.contains(#"{"part":"url","expected":"https://shop.example/a?"#))

    _ = try await program.run("test", file, "--record")
    let renewed = try String(
      contentsOfFile: program.home.file("work/shop.cases.json"),
      encoding: .utf8
    )
    #expect(renewed != cases && renewed.contains("scope=write"))
    #expect(try await program.run("test", file).status == 0)
    // Nothing but the cases came into being: no vault, no key, no temporary files.
    #expect(
      program.home.files().keys.sorted() == ["work/shop.cases.json", "work/shop.lua"]
    )
  }

  @Test
  func `a provider of the user's folder is tested by its id`() async throws {
    let program = try BuiltProgram()
    try program.home.write(Self.descriptor, to: "config/authrun/providers/shop.lua")
    #expect(try await program.run("test", "--record", "shop").status == 0)
    #expect(try await program.run("test", "shop").status == 0)
    let unknown = try await program.run("test", "shpo")
    #expect(unknown.status == 67 && unknown.errors.contains("did you mean: authrun test shop"))
  }

  @Test
  func `a file of cases that is wrong says where`() async throws {
    let (program, file) = try Self.program()
    try program.home.write(
      #"{"provider":"shop","cases":[{"name":"a","do":"login","stpes":[]}]}"#,
      to: "work/shop.cases.json"
    )
    let result = try await program.run("test", file)
    #expect(result.status == 65)
    #expect(
      result.errors.contains(#"cases[1]: unknown member "stpes"; did you mean "steps"?"#),
      "\(result)"
    )
    try program.home.write(#"{"provider":"other"}"#, to: "work/shop.cases.json")
    let other = try await program.run("test", file)
    #expect(other.errors.contains("holds the cases of other"), "\(other)")
  }

  @Test
  func `a case that expects nothing, or an option of nobody's, does not pass`() async throws {
    let (program, file) = try Self.program()
    try program.home.write(
      #"{"provider":"shop","cases":[{"name":"a","do":"login","steps":[]}]}"#,
      to: "work/shop.cases.json"
    )
    let empty = try await program.run("test", file)
    #expect(empty.status != 0 && empty.output.contains("✗ a"), "\(empty)")
    #expect(empty.output.contains("says nothing of its end"), "\(empty)")
    try program.home.write(
      #"{"provider":"shop","options":{"client_idd":"x"},"cases":[]}"#,
      to: "work/shop.cases.json"
    )
    let odd = try await program.run("test", file)
    #expect(odd.status == 65)
    #expect(
      odd.errors.contains(
        "options: the provider has no option “client_idd”; did you mean “client_id”?"
      ),
      "\(odd)"
    )
  }

  @Test
  func `a fault of the descriptor is not recorded as what is expected of it`() async throws {
    let program = try BuiltProgram()
    let file = try program.home.write(
      """
      return provider {
        api = 1, id = "odd", kind = "custom", hosts = { "odd.example" },
        login = function(ctx) return { access = ctx.opt.nothing } end,
      }
      """,
      to: "work/odd.lua"
    )
    let cases = #"{"provider":"odd","cases":[{"name":"login","do":"login","steps":[]}]}"#
    try program.home.write(cases, to: "work/odd.cases.json")
    let result = try await program.run("test", file, "--record")
    #expect(result.status == 65)
    #expect(result.errors.contains("case “login”: the descriptor fails: odd.lua:3"), "\(result)")
    let kept = try String(contentsOfFile: program.home.file("work/odd.cases.json"), encoding: .utf8)
    #expect(kept == cases)
  }

  @Test(arguments: [["--live"], ["--option", "a=b"], ["--browser", "none"]])
  func `options that need another are refused without it`(options: [String]) async throws {
    let (program, file) = try Self.program()
    let result = try await program.run(["test", file] + options)
    #expect(result.status == 64, "\(result)")
  }

  @Test
  func `an error of a script names its line, its expression, its hook, and with -v its calls`()
    async throws
  {
    let (program, _) = try Self.program()
    let file = try program.home.write(
      """
      local function first(r)
        return r.json.error.desc[1]
      end
      return provider {
        api = 1, id = "odd", kind = "custom", hosts = { "odd.example" },
        login = function(ctx)
          local text = first { json = {} }
          return { access = text }
        end,
        rehearsal = { replies = { { method = "GET", path = "/", json = {} } } },
      }
      """,
      to: "config/authrun/providers/odd.lua"
    )
    let place = "odd.lua:2: attempt to index a nil value (r.json.error)"
    let plain = try await program.run("rehearse", "odd")
    #expect(plain.status == 65)
    #expect(plain.errors.contains("authrun: \(place)\n  in login\n"), "\(plain)")
    #expect(!plain.errors.contains("odd.lua:7: in"))
    let verbose = try await program.run("rehearse", "odd", "-v")
    #expect(verbose.errors.contains("  in login\n  odd.lua:2: in"), "\(verbose)")
    #expect(verbose.errors.contains("odd.lua:7: in"))
    let json = try await program.run("rehearse", "odd", "--json")
    #expect(json.output.contains(#""location":"odd.lua:2""#))
    #expect(json.output.contains(#""traceback":["odd.lua:2: in"#), "\(json)")
    try program.home.write(
      #"{"provider":"odd","cases":[{"name":"a","do":"login","expect":{}}]}"#,
      to: "config/authrun/providers/odd.cases.json"
    )
    let tested = try await program.run("test", file)
    #expect(tested.output.contains("fails instead: odd.lua:2: login: descriptor_invalid:"))
  }
}
