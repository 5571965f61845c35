import Testing

@testable import authrun_core

@Suite
struct ArgumentParserTests {
  /// A table with every kind of option, so that the rules do not depend on the real commands.
  static let login = CommandSpec(
    "login",
    [.init(name: "PROVIDER")],
    summary: "Log in",
    options: [
      CommandOption("as", .required("NAME"), help: ""),
      CommandOption("scope", .required("SCOPE"), repeatable: true, help: ""),
    ]
  )
  static let send = CommandSpec(
    "send",
    [.init(name: "ACCOUNT"), .init(name: "METHOD", required: false), .init(name: "URL")],
    summary: "Send",
    options: [
      CommandOption("header", short: "H", .required("FIELD"), repeatable: true, help: ""),
      CommandOption("include", short: "i", help: ""),
      CommandOption("output", short: "o", .required("FILE"), help: ""),
    ]
  )
  static let decode = CommandSpec("jwt decode", [.init(name: "TOKEN")], summary: "Decode")
  static let check = CommandSpec("check", [.init(name: "FILE", repeats: true)], summary: "Check")

  static let parser = ArgumentParser(
    commands: [login, send, decode, check],
    globals: GlobalOptions.specs,
    later: ["whoami", "jwt verify"],
    fallback: login
  )

  private func run(_ words: String...) throws -> Arguments {
    guard case .run(let arguments) = try Self.parser.parse(words) else {
      throw Unexpected()
    }
    return arguments
  }

  private func failure(_ words: String...) -> UsageError? {
    do throws(UsageError) {
      _ = try Self.parser.parse(words)
      return nil
    } catch {
      return error
    }
  }

  private struct Unexpected: Error {}

  @Test
  func `a word that is no command names a provider to log in to`() throws {
    let arguments = try run("spotify", "--as", "work")
    #expect(arguments.command == Self.login)
    #expect(arguments.operands == ["spotify"])
    #expect(arguments.options.last("as") == "work")
  }

  @Test
  func `a provider called like a command is reached through login`() throws {
    #expect(try run("login", "send").operands == ["send"])
  }

  @Test
  func `login options may stand before the provider`() throws {
    let arguments = try run("--as", "work", "spotify")
    #expect(arguments.operands == ["spotify"])
    #expect(arguments.options.last("as") == "work")
  }

  @Test
  func `global options may stand anywhere`() throws {
    for words in [
      ["--json", "send", "a", "/x"], ["send", "--json", "a", "/x"], ["send", "a", "/x", "--json"],
    ] {
      guard case .run(let arguments) = try Self.parser.parse(words) else {
        throw Unexpected()
      }
      #expect(arguments.globals.has("json"))
      #expect(arguments.operands == ["a", "/x"])
    }
  }

  @Test
  func `the value of a global option before the command is not taken for the command`() throws {
    let arguments = try run("--vault", "send", "send", "a", "/x")
    #expect(arguments.command == Self.send)
    #expect(arguments.globals.last("vault") == "send")
  }

  @Test
  func `a value follows its option or an equals sign`() throws {
    #expect(try run("a", "--as=b").options.last("as") == "b")
    #expect(try run("a", "--as", "b").options.last("as") == "b")
    #expect(try run("a", "--as=").options.last("as") == "")
    #expect(try run("a", "--as=x=y").options.last("as") == "x=y")
  }

  @Test
  func `repeated options keep their order`() throws {
    #expect(try run("a", "--scope", "x", "--scope=y").options.all("scope") == ["x", "y"])
  }

  @Test
  func `an option that is not repeatable is refused the second time`() {
    #expect(failure("a", "--as", "x", "--as", "y")?.message == "--as is given twice")
  }

  @Test
  func `short options take attached values and can be bundled`() throws {
    #expect(try run("send", "a", "/x", "-oout").options.last("output") == "out")
    let bundled = try run("send", "a", "/x", "-io", "out").options
    #expect(bundled.has("include"))
    #expect(bundled.last("output") == "out")
    #expect(try run("send", "a", "/x", "-H", "A: b").options.all("header") == ["A: b"])
  }

  @Test
  func `a single dash is an operand and a value`() throws {
    #expect(try run("jwt", "decode", "-").operands == ["-"])
    #expect(try run("send", "a", "/x", "-o", "-").options.last("output") == "-")
  }

  @Test
  func `two dashes end the options`() throws {
    #expect(try run("check", "--", "--json", "-x").operands == ["--json", "-x"])
    #expect(try run("--", "send").operands == ["send"])
  }

  @Test
  func `a command of two words is found`() throws {
    #expect(try run("jwt", "decode", "abc").command == Self.decode)
    #expect(failure("jwt")?.hint == "as in: authrun jwt decode TOKEN")
  }

  @Test
  func `the optional operand in the middle may be left out`() throws {
    #expect(try run("send", "a", "/x").operands == ["a", "/x"])
    #expect(try run("send", "a", "PUT", "/x").operands == ["a", "PUT", "/x"])
  }

  @Test
  func `a missing operand is named`() {
    #expect(failure("send", "a")?.message == "URL is missing")
    #expect(failure("check")?.message == "FILE is missing")
  }

  @Test
  func `an operand too many is named`() {
    #expect(failure("send", "a", "b", "c", "d")?.message == "unexpected argument “d”")
  }

  @Test
  func `a misspelt command with arguments gets a suggestion`() {
    #expect(failure("sned", "a", "/x")?.hint == "did you mean: authrun send")
  }

  @Test
  func `a misspelt option gets a suggestion`() {
    let error = failure("send", "a", "/x", "--heder", "A: b")
    #expect(error?.message == "unknown option --heder")
    #expect(error?.hint == "did you mean --header")
    #expect(error?.command == Self.send)
  }

  @Test
  func `an option of another command is unknown`() {
    #expect(failure("send", "a", "/x", "--scope", "s")?.message == "unknown option --scope")
  }

  @Test
  func `a forgotten value is not filled by the next long option`() {
    let error = failure("a", "--as", "--json")
    #expect(error?.message == "--as needs NAME")
    #expect(failure("a", "--as")?.message == "--as needs NAME")
  }

  @Test
  func `an option without a value refuses one`() {
    #expect(failure("send", "a", "/x", "--include=yes")?.message == "--include takes no value")
  }

  @Test
  func `the value of trace is attached or absent`() throws {
    #expect(try run("a", "--trace").globals.last("trace") == "")
    #expect(try run("--trace", "a").operands == ["a"])
    #expect(try run("a", "--trace=t.log").globals.last("trace") == "t.log")
    #expect(failure("a", "--trace=") != nil)
  }

  @Test
  func `help is given for the command, whatever else is wrong`() throws {
    #expect(try Self.parser.parse(["send", "--help"]) == .help(Self.send))
    #expect(try Self.parser.parse(["send", "-h", "a", "b", "c", "d", "e"]) == .help(Self.send))
    #expect(try Self.parser.parse(["--help"]) == .help(nil))
    #expect(try Self.parser.parse(["--version"]) == .version)
  }

  @Test
  func `a command of a later version is said to be one`() {
    #expect(failure("whoami", "a")?.message == "whoami is not in this version")
    #expect(failure("jwt", "verify", "x")?.message == "jwt verify is not in this version")
  }

  @Test
  func `a line without a command is an error`() {
    #expect(failure()?.message == "no command")
    #expect(failure("--json")?.message == "no command")
  }

  @Test
  func `words that are not ASCII stay as they are`() throws {
    #expect(try run("a", "--as", "집").options.last("as") == "집")
  }
}
