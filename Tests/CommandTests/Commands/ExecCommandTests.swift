import Login
import Standards
import Testing

@testable import authrun_core

@Suite
struct ExecCommandTests {
  private func exec(_ words: String...) throws -> ExecCommand {
    guard case .run(let arguments) = try CommandTable.parser.parse(["exec"] + words) else {
      throw UsageError("help")
    }
    return try ExecCommand(arguments)
  }

  @Test
  func `accounts stand before the mark, and everything after it is the command's`() throws {
    let command = try exec("a", "--min-ttl", "60", "b/c", "a", "--", "run", "--min-ttl", "--", "x")
    #expect(command.accounts.map(\.description) == ["a/default", "b/c"])
    #expect(command.command == ["run", "--min-ttl", "--", "x"])
    #expect(command.demand.minimumLife == 60)
  }

  @Test(arguments: [["a", "b"], ["a", "--"], ["--", "a"], ["--json", "a", "--", "b"]])
  func `a line without accounts, mark or command is a usage error`(words: [String]) throws {
    #expect(throws: UsageError.self) {
      guard case .run(let arguments) = try CommandTable.parser.parse(["exec"] + words) else {
        return
      }
      _ = try ExecCommand(arguments)
    }
  }

  @Test
  func `the earliest of all ends stands by itself`() {
    var early = CredentialOutputTests.oauth2
    early.expiresAt = Timestamp(seconds: 60)
    let variables = ExecCommand.variables(
      [AccountID(provider: "a"), AccountID(provider: "b")],
      [CredentialOutputTests.oauth2, early]
    )
    #expect(variables.last == .init(name: "AUTHRUN_EXPIRES_AT", value: "1970-01-01T00:01:00Z"))
    let endless = ExecCommand.variables([AccountID(provider: "a")], [CredentialOutputTests.oauth1])
    #expect(!endless.contains { $0.name == "AUTHRUN_EXPIRES_AT" })
  }

  @Test
  func `of our own variables only those without secrets pass`() {
    let entries = [
      "PATH=/bin", "AUTHRUN_VAULT_KEY=k", "AUTHRUN_X_CLIENT_SECRET=s", "AUTHRUN_VAULT=/v",
      "AUTHRUN_VAULT_KEY_FILE=/k", "AUTHRUN_PROVIDERS=/p", "AUTHRUNNER=1", "ODD",
    ]
    func names(_ more: String..., keepingAll: Bool = false) -> [String] {
      ChildEnvironment(entries: (entries + more).map { Array($0.utf8) }, keepingAll: keepingAll)
        .entries
        .map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(
      names() == [
        "PATH=/bin", "AUTHRUN_VAULT=/v", "AUTHRUN_VAULT_KEY_FILE=/k", "AUTHRUN_PROVIDERS=/p",
        "AUTHRUNNER=1",
        "ODD",
      ]
    )
    #expect(names(keepingAll: true) == entries)
    let shared = ChildEnvironment(
      entries: [Array("AUTHRUN_VAULT=postgres://me:word@host/db".utf8)],
      keepingAll: false
    )
    #expect(shared.entries.isEmpty, "the URL holds a password")
  }

  @Test
  func `a token takes the place of a variable of its name`() {
    let environment = ChildEnvironment(
      entries: [Array("A=old".utf8), Array("AB=stays".utf8)],
      keepingAll: true
    )
    .adding([.init(name: "A", value: "new")])
    #expect(
      environment.entries.map { String(decoding: $0, as: UTF8.self) } == ["AB=stays", "A=new"]
    )
  }
}
