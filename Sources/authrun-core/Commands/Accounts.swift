import Login
import Standards

/// `authrun accounts`.
struct AccountsCommand: Command {
  static let spec = CommandSpec("accounts", summary: "List the accounts in the vault")

  init(_ arguments: Arguments) throws(UsageError) {}

  func run(in context: CommandContext) async throws {
    let accounts = try context.engine().accounts()
    try context.finish(
      json: .object(JSONObject([("accounts", .array(accounts.map(CredentialOutput.account)))])),
      lines: Self.lines(accounts, now: context.now())
    )
    if accounts.isEmpty, !context.globals.json {
      context.terminal.note("No accounts yet. “authrun providers” lists what you can log in to.")
    }
  }

  static func lines(_ accounts: [AccountStatus], now: Timestamp) -> [String] {
    guard !accounts.isEmpty else { return [] }
    var table = Table(header: ["ACCOUNT", "TOKEN", "WHO", "SCOPES"])
    for status in accounts {
      table.add([
        status.account.description,
        token(status, now: now),
        CredentialOutput.who(status.identity),
        status.grantedScopes.joined(separator: " "),
      ])
    }
    return table.lines
  }

  private static func token(_ status: AccountStatus, now: Timestamp) -> String {
    if case .loginNeeded = status.standing { return "login needed" }
    guard let end = status.expiresAt else { return "no stated end" }
    let text = Remaining.text(until: end, now: now)
    if end > now { return "ends \(text)" }
    return status.hasRefreshToken ? "\(text), refreshable" : text
  }
}
