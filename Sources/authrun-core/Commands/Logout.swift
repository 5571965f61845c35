import Login
import Standards

/// `authrun logout ACCOUNT --local`.
struct LogoutCommand: Command {
  static let spec = CommandSpec(
    "logout",
    [.init(name: "ACCOUNT")],
    summary: "Forget an account",
    details: [
      "Only --local is in this version: the vault forgets the credential, and the provider is not told. "
        + "To end the access itself, revoke it on the provider's page for connected applications."
    ],
    options: [CommandOption("local", help: "Forget it here without revoking it at the provider.")]
  )

  let account: AccountID

  init(_ arguments: Arguments) throws(UsageError) {
    account = try AccountID(argument: arguments.first)
    guard arguments.options.has("local") else {
      throw UsageError(
        "revoking a token at the provider is not in this version",
        hint: "to forget the account here only: authrun logout \(account) --local"
      )
    }
  }

  func run(in context: CommandContext) async throws {
    try context.engine().forget(account)
    try context.finish(
      json: .object(
        JSONObject([
          ("provider", .string(account.provider)),
          ("account", .string(account.name)),
          ("revoked", .bool(false)),
        ])
      ),
      lines: ["\(account): forgotten here; nothing was revoked at the provider."]
    )
  }
}
