import Foundation
import TestSupport
import Testing

/// What reads a stranger's descriptor does so behind the wall, and never without it by itself.
///
/// Where the system refuses to start the program again no helper process comes to be: whatever would run a
/// stranger's file on a thread of its own shows by going on.
@Suite(.enabled(if: Seclusion.works, "strace is needed to refuse a system call"))
struct IsolationCommandTests {
  private static let descriptor = """
    return provider {
      api = 1, id = "shop", name = "Shop", kind = "api_key",
      request = { base = "https://api.shop.example" },
    }
    """

  @Test(arguments: [
    ["check", "FILE"], ["check", "--format", "github", "FILE"], ["test", "FILE"], ["test", "shop"],
    ["test", "FILE", "--record"], ["show", "shop"], ["doctor", "shop"], ["rehearse", "shop"],
    ["trust", "shop"], ["login", "shop"], ["begin", "shop"], ["new", "other"],
    ["shop", "--option", "api_key=K"],
  ])
  func `a command that reads a stranger's file needs a helper`(words: [String]) async throws {
    let program = try BuiltProgram()
    try program.home.write(Self.descriptor, to: "config/authrun/providers/shop.lua")
    let file = program.home.file("config/authrun/providers/shop.lua")
    let arguments = words.map { $0 == "FILE" ? file : $0 }
    let hidden = try await Seclusion.run(program, arguments)
    let said = hidden.output + hidden.errors
    #expect(said.contains("the helper process for scripts cannot be started"), "\(hidden)")
    #expect(hidden.status != 0, "\(hidden)")
    #expect(program.home.files().keys.allSatisfy { !$0.contains("other") && !$0.contains("cases") })
    // And the helper is all that is missing.
    let open = try await Seclusion.run(program, ["--isolation", "thread"] + arguments)
    #expect(
      !(open.output + open.errors).contains("the helper process for scripts cannot"),
      "\(open)"
    )
  }

  @Test
  func `what only names descriptors runs none`() async throws {
    let program = try BuiltProgram()
    try program.home.write(Self.descriptor, to: "config/authrun/providers/shop.lua")
    for words in [["providers"], ["complete-words", "bash", "--", "authrun show sh"]] {
      let hidden = try await Seclusion.run(program, words)
      #expect(hidden.status == 0 && hidden.output.contains("shop"), "\(hidden)")
    }
  }
}

/// A place where the system refuses to start the program again.
private enum Seclusion {
  static let works = FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")

  static func run(_ program: BuiltProgram, _ arguments: [String]) async throws -> CommandResult {
    try await Command(
      "/usr/bin/strace",
      ["-f", "-qq", "-o", "/dev/null", "-P", "/proc/self/exe", "-e", "trace=execve"]
        + ["-e", "inject=execve:error=EPERM", try PackageLayout.product("authrun-core")]
        + arguments,
      environment: program.home.environment
    ).run()
  }
}
