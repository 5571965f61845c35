import Login
import Standards

/// `authrun whoami ACCOUNT`.
struct WhoAmICommand: Command {
  static let spec = CommandSpec(
    "whoami",
    [.init(name: "ACCOUNT")],
    summary: "Ask the provider who an account is",
    details: [
      "With --json: provider, account, and identity with those of id, login, name and email that the provider "
        + "tells. What was told at the login is printed where the provider cannot be asked again."
    ]
  )

  let account: AccountID

  init(_ arguments: Arguments) throws(UsageError) {
    account = try AccountID(argument: arguments.first)
  }

  func run(in context: CommandContext) async throws {
    let engine = try context.engine()
    let identity = try await engine.identity(of: account)
    let account = await engine.actual(account)
    try context.finish(
      json: .object(
        JSONObject([
          ("provider", .string(account.provider)), ("account", .string(account.name)),
          ("identity", CredentialOutput.identity(identity)),
        ])
      ),
      lines: Self.lines(identity)
    )
  }

  static func lines(_ identity: Identity) -> [String] {
    var table: [String] = []
    for (name, value) in [
      ("id", identity.id), ("login", identity.login), ("name", identity.name),
      ("email", identity.email),
    ] {
      if let value { table.append("\(name): \(VisibleText.line(value))") }
    }
    return table
  }
}
