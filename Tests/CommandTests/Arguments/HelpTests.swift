import Login
import Testing

@testable import authrun_core

@Suite
struct HelpTests {
  @Test
  func `the overview is as reviewed`() throws {
    try expectSnapshot("help.txt", CommandTable.help.overview())
  }

  @Test(arguments: CommandTable.specs.map(\.name))
  func `the help of each command is as reviewed`(name: String) throws {
    let words = name.split(separator: " ").map(String.init)
    let file = "help-\(words.joined(separator: "-")).txt"
    try expectSnapshot(file, CommandTable.help(for: words))
  }

  @Test
  func `no line is wider than a terminal`() {
    let texts = [CommandTable.help.overview()] + CommandTable.specs.map(CommandTable.help.command)
    for line in texts.flatMap({ $0.split(separator: "\n") }) where !line.hasPrefix("  authrun ") {
      #expect(line.count <= 100, "\(line)")
    }
  }

  @Test
  func `every command and option has help, and names are unique`() {
    var names: Set<String> = []
    for spec in CommandTable.specs {
      #expect(names.insert(spec.name).inserted)
      #expect(!spec.summary.isEmpty)
      var options: Set<String> = []
      for option in spec.options + GlobalOptions.specs {
        #expect(!option.help.isEmpty)
        #expect(options.insert(option.name).inserted, "\(spec.name) --\(option.name)")
        if let short = option.short { #expect(options.insert(String(short)).inserted) }
      }
    }
    #expect(CommandTable.later.isDisjoint(with: names))
  }

  @Test
  func `examples can be parsed`() throws {
    for spec in CommandTable.specs {
      for example in spec.examples
      where example.line.hasPrefix("authrun ") && !example.line.contains("|")
        && !example.line.contains(" > ")
      {
        // Quoting is the shell's; the words are enough here.
        let words = example.line.split(separator: " ").dropFirst().map(String.init)
        guard case .run(let arguments) = try CommandTable.parser.parse(words) else {
          Issue.record("\(example.line)")
          continue
        }
        #expect(arguments.command == spec)
        _ = try CommandTable.command(for: arguments)
      }
    }
  }

  @Test
  func `the first word of several commands lists them`() throws {
    let text = try CommandTable.help(for: ["jwk"])
    #expect(text.contains("jwk thumbprint") && text.contains("jwk convert"))
    #expect(!text.contains("jwt"))
  }

  @Test
  func `every exit status is explained`() {
    let codes: [AuthRunError.Code] = [
      .usage, .descriptorInvalid, .inputInvalid, .unknownProvider, .unknownAccount, .network,
      .serviceUnavailable, .timeout, .internal, .vault, .vaultLocked, .protocol, .stateMismatch,
      .jwtInvalid, .accessDenied, .invalidGrant, .hostNotAllowed, .loginNeeded, .interrupted,
      .commandNotFound, .commandNotExecutable,
    ]
    let explained = Set(ExitStatuses.meanings.map(\.status))
    #expect(explained == Set(codes.map(\.exitStatus)).union([0]))
  }

  @Test
  func `help for an unknown command suggests one`() {
    do throws(UsageError) {
      _ = try CommandTable.help(for: ["tokens"])
      Issue.record("no error")
    } catch {
      #expect(error.hint == "did you mean: authrun help token")
    }
  }
}
