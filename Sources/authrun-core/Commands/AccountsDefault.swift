import Login
import Standards

/// `authrun accounts default ACCOUNT`.
struct AccountsDefaultCommand: Command {
  static let spec = CommandSpec(
    "accounts default",
    [.init(name: "ACCOUNT")],
    summary: "Have a provider without a name mean this account",
    details: [
      "Without this, PROVIDER means PROVIDER/default. An account of that very name has to be renamed "
        + "before another can stand in for it; “accounts default PROVIDER/default” ends the standing in."
    ],
    examples: [
      .init(
        line: "authrun accounts default spotify/work",
        purpose: "“authrun token spotify” is the token of spotify/work from now on"
      )
    ]
  )

  let account: AccountID

  init(_ arguments: Arguments) throws(UsageError) {
    account = try AccountID(argument: arguments.first)
  }

  func run(in context: CommandContext) async throws {
    let meant = try context.engine().setDefault(account)
    try context.finish(
      json: .object(
        JSONObject([
          ("provider", .string(account.provider)), ("account", .string(meant.name)),
          ("default", .bool(true)),
        ])
      ),
      lines: ["\(account.provider) means \(meant) now."]
    )
  }
}
