import Login
import Standards

/// `authrun refresh ACCOUNT`.
struct RefreshCommand: Command {
  static let spec = CommandSpec(
    "refresh",
    [.init(name: "ACCOUNT")],
    summary: "Renew the access token now"
  )

  let account: AccountID

  init(_ arguments: Arguments) throws(UsageError) {
    account = try AccountID(argument: arguments.first)
  }

  func run(in context: CommandContext) async throws {
    var demand = TokenDemand()
    demand.forceRefresh = true
    let engine = try context.engine()
    let credential = try await engine.credential(account, demand)
    let account = await engine.actual(account)
    let expiry = LoginCommand.expiry(credential.expiresAt, now: context.now())
    try context.finish(
      json: .object(CredentialOutput.login(account, credential)),
      lines: ["\(account): refreshed; \(expiry)."]
    )
  }
}
