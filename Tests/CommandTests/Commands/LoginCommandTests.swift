import Login
import Testing

@testable import authrun_core

@Suite
struct LoginCommandTests {
  private func login(_ words: String...) throws -> LoginCommand {
    guard case .run(let arguments) = try CommandTable.parser.parse(["login"] + words) else {
      throw UsageError("help")
    }
    return try LoginCommand(arguments)
  }

  @Test
  func `all options reach the request`() throws {
    let request = try login(
      "spotify",
      "--as",
      "work",
      "--scope",
      "a b",
      "--scope=c",
      "--option",
      "client_id=x=y",
      "--option=client_secret=env:S",
      "--capture",
      "paste",
      "--redirect-uri",
      "http://localhost/c",
      "--timeout",
      "60"
    ).request
    #expect(request.provider == "spotify")
    #expect(request.account == "work")
    #expect(request.scopes == ["a", "b", "c"])
    #expect(request.options == ["client_id": "x=y", "client_secret": "env:S"])
    #expect(request.capture == "paste")
    #expect(request.redirectURI == "http://localhost/c")
    #expect(request.timeout == 60)
  }

  @Test
  func `the account may be named with the provider, once`() throws {
    #expect(try login("spotify/work").request.account == "work")
    #expect(try login("spotify").request.account == nil)
    #expect(throws: UsageError.self) { try login("spotify/work", "--as", "home") }
  }

  @Test(
    arguments: [
      ["p", "--option", "x"], ["p", "--option", "=x"], ["p", "--option", "a=1", "--option", "a=2"],
      ["p", "--option", "a=-", "--option", "b=-"], ["p", "--timeout", "0"],
      ["p", "--timeout", "x"],
      ["p", "--capture", "loopbak"], ["p", "--capture", "webview"], ["p/"], ["/x"],
      ["p", "--as", ""],
      ["p", "--as", "a b"], ["p", "--as", "a/b"], ["p", "--as", "a\u{1B}"],
      ["p", "--as", "a\u{202E}b"],
    ]
  )
  func `what cannot be meant is a usage error`(words: [String]) throws {
    #expect(throws: UsageError.self) {
      guard case .run(let arguments) = try CommandTable.parser.parse(["login"] + words) else {
        return
      }
      _ = try LoginCommand(arguments)
    }
  }

  @Test
  func `a faulty option is not repeated, since it may be a secret`() throws {
    do {
      _ = try login("p", "--option", "s3cr3t")
    } catch {
      #expect(!"\(error)".contains("s3cr3t"))
    }
  }
}
