import Foundation
import Providers
import TestSupport
import Testing

@Suite
struct NewCommandTests {
  @Test(arguments: DescriptorDraft.kinds)
  func `what it writes of each kind passes check, test and rehearse at once`(
    kind: String
  )
    async throws
  {
    let program = try BuiltProgram()
    let made = try await program.run("new", "my-shop", "--kind", kind)
    #expect(made.status == 0, "\(made)")
    let folder = program.home.file("config/authrun/providers")
    let file = "\(folder)/my-shop.lua"
    #expect(made.output == "\(file)\n\(folder)/my-shop.cases.json\n")
    let checked = try await program.run("check", file)
    #expect(checked.status == 0 && !checked.output.contains("warning"), "\(checked)")
    let tested = try await program.run("test", "my-shop")
    #expect(tested.status == 0 && tested.output.contains("✓ login"), "\(tested)")
    let rehearsed = try await program.run("rehearse", "my-shop")
    #expect(rehearsed.status == 0, "\(rehearsed)")
  }

  @Test
  func `what the options say stands in the file, and nothing is overwritten`() async throws {
    let program = try BuiltProgram()
    let to = program.home.file("work/deep")
    let arguments = [
      "new", "pictura", "--to", to, "--name", #"Pic"tura\"#, "--docs", "https://pictura.example/d",
      "--authorize", "https://pictura.example/oauth/authorize", "--token",
      "https://api.pictura.example/oauth/token", "--base", "https://api.pictura.example/v2",
      "--scope", "a b", "--scope", "c", "--client-auth", "post", "--json",
    ]
    let made = try await program.run(arguments)
    #expect(made.status == 0, "\(made)")
    #expect(
      made.output.contains(#""kind":"oauth2""#) && made.output.contains(#""placeholders":[]"#)
    )
    let text = try String(contentsOfFile: "\(to)/pictura.lua", encoding: .utf8)
    #expect(text.contains(#"name = "Pic\"tura\\","#))
    #expect(text.contains(#"client_auth = "post","#))
    #expect(text.contains(#"scopes = { "a", "b", "c" },"#))
    #expect(try await program.run("test", "\(to)/pictura.lua").status == 0)

    let again = try await program.run(arguments)
    #expect(again.status == 65)
    #expect(again.errors.contains("pictura.lua is there already and stays as it is"), "\(again)")
    #expect(try String(contentsOfFile: "\(to)/pictura.lua", encoding: .utf8) == text)
  }

  @Test(arguments: [
    (["--kind", "oauht2"], 64, "did you mean oauth2"),
    (["--kind", "custom", "--token", "https://a.example/t"], 64, "--token has no meaning"),
    (["--token", "http://a.example/t"], 65, "that makes no descriptor"),
    (["--base", "no address"], 65, "nothing was written"),
  ])
  func `what cannot be used is said, and nothing is written`(
    options: [String],
    status: Int32,
    message: String
  ) async throws {
    let program = try BuiltProgram()
    let result = try await program.run(["new", "shop"] + options)
    #expect(result.status == status, "\(result)")
    #expect(result.errors.contains(message), "\(result)")
    #expect(program.home.files().keys.sorted() == [])
  }

  @Test
  func `an id that cannot be one is refused`() async throws {
    let program = try BuiltProgram()
    for id in ["My Shop", "../shop", "a/b"] {
      let result = try await program.run("new", id)
      #expect(result.status == 64, "\(result)")
    }
    #expect(program.home.files().keys.sorted() == [])
  }

  @Test
  func `at a terminal it asks`() async throws {
    let program = try BuiltProgram()
    let core = try PackageLayout.product("authrun-core")
    // Kind, name, documentation, the three URLs.
    var command = Command(
      "/usr/bin/script",
      ["-qefc", "\(core) new shop", "/dev/null"],
      environment: program.home.environment
    )
    command.input = .text("\nThe Shop\n\nhttps://shop.example/go\n\n\n")
    let result = try await command.run()
    #expect(result.status == 0, "\(result)")
    let file = program.home.file("config/authrun/providers/shop.lua")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains(#"name = "The Shop""#))
    #expect(text.contains(#"authorize = "https://shop.example/go""#))
    #expect(text.contains(#"token = "https://api.shop.example/oauth/token""#))
  }

  @Test
  func `meta writes the types and leaves a configuration of the user's alone`() async throws {
    let program = try BuiltProgram()
    let made = try await program.run("meta")
    #expect(made.status == 0, "\(made)")
    let folder = program.home.file("config/authrun/providers")
    #expect(made.output == "\(folder)/meta/authrun.lua\n\(folder)/.luarc.json\n")
    #expect(try await program.run("meta").output == made.output)
    // The types are no provider.
    #expect(!(try await program.run("providers").output.contains("authrun  ")))
    try program.home.write("{}", to: "config/authrun/providers/.luarc.json")
    let kept = try await program.run("meta", "--json")
    #expect(kept.output.contains(#""kept":["\#(folder)/.luarc.json"]"#), "\(kept)")
    #expect(try String(contentsOfFile: "\(folder)/.luarc.json", encoding: .utf8) == "{}")
  }
}
