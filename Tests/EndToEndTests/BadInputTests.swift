import Foundation
import TestSupport
import Testing

/// Wrong input ends in exit 64 or 65 with a message that says where.
@Suite(.endToEnd)
struct BadInputTests {
  /// A descriptor that is wrong in one way, and what the message must hold.
  struct Broken: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let expected: [String]
  }

  private static func oauth2(
    _ more: String,
    authorize: String = "https://a.example/authorize"
  )
    -> String
  {
    """
    return provider {
      api = 1, id = "broken", name = "Broken", kind = "oauth2",
      oauth2 = {
        authorize = "\(authorize)",
        token = "https://a.example/token",
    \(more)
      },
    }
    """
  }

  static let descriptors = [
    Broken(
      testDescription: "syntax error",
      text: "return provider {\n  api = 1,\n  id = = 2\n}",
      expected: ["broken.lua:3"]
    ),
    Broken(
      testDescription: "unknown key with a suggestion",
      text: oauth2("    scope = { \"a\" },"),
      expected: ["broken.lua:6", "scopes"]
    ),
    Broken(
      testDescription: "http to a host that is not loopback",
      text: oauth2("", authorize: "http://a.example/authorize"),
      expected: ["broken.lua", "http"]
    ),
    Broken(
      testDescription: "client_secret in an authorize parameter",
      text: """
        return provider {
          api = 1, id = "broken", name = "Broken", kind = "oauth2",
          oauth2 = {
            authorize = { url = "https://a.example/authorize", params = { client_secret = "{client_secret}" } },
            token = "https://a.example/token",
          },
        }
        """,
      expected: ["broken.lua", "client_secret"]
    ),
    Broken(
      testDescription: "no api",
      text: "return provider { id = \"broken\", name = \"Broken\" }",
      expected: ["broken.lua", "api"]
    ),
    Broken(
      testDescription: "an API of the future",
      text: "return provider { api = 99, id = \"broken\", name = \"Broken\" }",
      expected: ["broken.lua", "99"]
    ),
    Broken(
      testDescription: "another id than the file's name",
      text: oauth2("").replacingOccurrences(of: "\"broken\"", with: "\"other\""),
      expected: ["broken.lua", "other"]
    ),
    Broken(testDescription: "nothing returned", text: "local x = 1", expected: ["broken.lua"]),
    Broken(testDescription: "empty", text: "", expected: ["broken.lua"]),
    Broken(
      testDescription: "a side effect while loading",
      text: "os.execute(\"true\")",
      expected: ["broken.lua:1"]
    ),
    Broken(
      testDescription: "an endless loop",
      text: "while true do end",
      expected: ["broken.lua"]
    ),
    Broken(testDescription: "bytecode", text: "\u{1b}Lua", expected: ["broken.lua"]),
  ]

  @Test(arguments: descriptors)
  func `a broken descriptor`(broken: Broken) async throws {
    let rig = try await Rig()
    let file = try rig.home.write(broken.text, to: "config/authrun/providers/broken.lua")
    for arguments in [["broken", "--browser", "none"], ["check", file]] {
      let result = try await rig.command(arguments).run()
      // An endless loop is stopped by policy, whose exit is 77.
      #expect(
        result.status == 65 || (broken.text.hasPrefix("while") && result.status == 77),
        "\(arguments): \(result)"
      )
      let told = result.output + result.errors
      for words in broken.expected {
        #expect(told.contains(words), "\(arguments): \(result)")
      }
    }
  }

  @Test
  func `a descriptor that cannot be read`() async throws {
    let rig = try await Rig()
    let file = rig.home.file("config/authrun/providers/broken.lua")
    try rig.home.makeDirectory("config/authrun/providers")
    try FileManager.default.createSymbolicLink(
      atPath: file,
      withDestinationPath: rig.home.file("nowhere")
    )
    let result = try await rig.authrun("check", file)
    #expect(result.status == 65 || result.status == 64, "\(result)")
    #expect(result.errors.contains("broken.lua"))
  }

  @Test
  func `a broken descriptor leaves the other ones usable`() async throws {
    let rig = try await Rig()
    try rig.home.write("return provider {", to: "config/authrun/providers/broken.lua")
    try await rig.logIn("acme")
    let listing = try await rig.authrun("providers")
    #expect(listing.output.contains("spotify"), "\(listing)")
  }

  @Test(arguments: [
    (["login", "spotify", "--colour", "red"], "--colour"),
    (["login", "spotify", "--option", "colour=red"], "colour"),
    (["login", "spotify", "--option", "client_id"], "--option"),
    (["login", "spotify", "--timeout", "soon"], "--timeout"),
    (["login", "spotify", "--timeout", "-1"], "--timeout"),
    (["login", "spotify", "--capture", "telepathy"], "telepathy"),
    (["login"], "login"),
    (["login", "spotify", "extra"], "extra"),
    (["token"], "token"),
    (["request", "spotify"], "request"),
    (["accounts", "--connect-to", "nonsense"], "nonsense"),
  ])
  func `a wrong command line`(arguments: [String], named: String) async throws {
    let rig = try await Rig()
    let result = try await rig.command(arguments).run()
    #expect(result.status == 64 || result.status == 65, "\(result)")
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(named), "\(result)")
  }

  @Test(arguments: [
    ("acme", "AUTHRUN_ACME_APP_KEY", "app_key"), ("acme", "AUTHRUN_ACME_BASE", "base"),
    ("spotify", "AUTHRUN_SPOTIFY_CLIENT_ID", "client_id"),
    ("twitter", "AUTHRUN_TWITTER_CONSUMER_KEY", "consumer_key"),
  ])
  func `a missing required option`(
    provider: String,
    variable: String,
    option: String
  )
    async throws
  {
    let rig = try await Rig()
    var command = try rig.command(["login", provider, "--json", "--browser", "none"])
    command.environment[variable] = nil
    let result = try await command.run()
    #expect(result.status == 64 || result.status == 65, "\(result)")
    #expect(result.said.contains(option))
    #expect(result.said.contains(variable) || result.said.contains("--option"), "\(result)")
    #expect(try await rig.requests().isEmpty)
  }

  @Test(arguments: [
    "http://api.acme.example", "ftp://api.acme.example", "api.acme.example", "https://",
    "https://user:pass@api.acme.example", "https://api.acme.example\u{7f}",
  ])
  func `a base URL that is not https to a plain host`(base: String) async throws {
    let rig = try await Rig()
    let result = try await rig.authrun(
      "login",
      "acme",
      "--json",
      variables: ["AUTHRUN_ACME_BASE": base]
    )
    #expect(result.status == 64 || result.status == 65, "\(result)")
    #expect(result.said.contains("base"))
    #expect(!result.said.contains("user:pass"))
  }

  @Test
  func `a secret given in plain text on the command line is warned about`() async throws {
    let rig = try await Rig()
    let result = try await rig.authrun(
      "login",
      "acme",
      "--json",
      "--option",
      "app_key=\(Rig.appKey)"
    )
    #expect(result.status == 0, "\(result)")
    #expect(result.said.contains("app_key"))
    #expect(!result.said.contains(Rig.appKey))
  }

  @Test
  func `a secret comes from a variable, a file, or standard input`() async throws {
    let rig = try await Rig()
    let file = try rig.home.write(Rig.appKey + "\n", to: "key.txt")
    for (source, input) in [
      ("env:MY_KEY", Command.Input.empty), ("file:\(file)", .empty),
      ("-", .text(Rig.appKey + "\n")),
    ] {
      var command = try rig.command(
        ["login", "acme", "--json", "--option", "app_key=\(source)"],
        variables: ["MY_KEY": Rig.appKey]
      )
      command.environment["AUTHRUN_ACME_APP_KEY"] = nil
      command.input = input
      let result = try await command.run()
      #expect(result.status == 0, "\(source): \(result)")
    }
  }
}
