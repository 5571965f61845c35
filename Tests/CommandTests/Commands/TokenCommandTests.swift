import Login
import Standards
import Testing

@testable import authrun_core

@Suite
struct TokenCommandTests {
  private func token(_ words: String...) throws -> TokenCommand {
    guard case .run(let arguments) = try CommandTable.parser.parse(["token"] + words) else {
      throw UsageError("help")
    }
    return try TokenCommand(arguments)
  }

  @Test
  func `the demand is what was asked`() throws {
    let command = try token("p/a", "--min-ttl", "60", "--force-refresh", "--scope", "x y")
    #expect(command.account.description == "p/a")
    #expect(command.demand.minimumLife == 60)
    #expect(command.demand.forceRefresh)
    #expect(command.demand.scopes == ["x", "y"])
  }

  @Test
  func `one form at a time`() throws {
    #expect(try token("p", "--header").form == .header)
    #expect(throws: UsageError.self) { try token("p", "--header", "--env") }
    #expect(throws: UsageError.self) { try token("p", "--json", "--env") }
  }

  @Test
  func `the bare token is printed alone, and a header only where one serves`() throws {
    let oauth1 = CredentialOutputTests.oauth1
    #expect(try token("p").lines(oauth1) == ["at"])
    #expect(throws: AuthRunError.self) { try token("p", "--header").lines(oauth1) }
  }
}
