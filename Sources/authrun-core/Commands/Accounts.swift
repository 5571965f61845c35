import Login
import Standards

/// `authrun accounts`.
struct AccountsCommand: Command {
  static let spec = CommandSpec(
    "accounts",
    summary: "List the accounts in the vault",
    details: [
      "A star marks the account that is meant where a provider stands without a name. Under NOTE stands "
        + "why an account needs a login, or how its last renewal failed; such a failure may pass. Refreshable is "
        + "one that gets a new token without you."
    ]
  )

  init(_ arguments: Arguments) throws(UsageError) {}

  func run(in context: CommandContext) async throws {
    let listing = try context.engine().listing()
    try context.finish(
      json: Self.json(listing),
      lines: Self.lines(listing.accounts, now: context.now())
    )
    guard !context.globals.json else { return }
    if listing.damagedCount > 0 {
      context.terminal.write([Self.damage(listing.damagedCount)])
    } else if listing.accounts.isEmpty {
      context.terminal.note("No accounts yet. “authrun providers” lists what you can log in to.")
    }
  }

  /// `{"accounts":[…],"damaged":N}`.
  static func json(_ listing: AccountListing) -> JSONValue {
    .object(
      JSONObject([
        ("accounts", .array(listing.accounts.map(CredentialOutput.account))),
        ("damaged", .integer(Int64(listing.damagedCount))),
      ])
    )
  }

  static func damage(_ count: Int) -> String {
    let subject = count == 1 ? "1 record does" : "\(count) records do"
    return
      "\(subject) not open: whose they are cannot be known. Log in again, or put back a backup "
      + "of the vault."
  }

  static func lines(_ accounts: [AccountStatus], now: Timestamp) -> [String] {
    guard !accounts.isEmpty else { return [] }
    let hasNotes = accounts.contains { note($0, now: now) != "" }
    var table = Table(
      header: ["ACCOUNT", "TOKEN", "WHO", "SCOPES"] + (hasNotes ? ["NOTE"] : [])
    )
    for status in accounts {
      table.add(
        [
          status.account.description + (status.isDefault ? " *" : ""),
          token(status, now: now),
          CredentialOutput.who(status.identity),
          status.grantedScopes.joined(separator: " "),
        ] + (hasNotes ? [note(status, now: now)] : [])
      )
    }
    return table.lines
  }

  private static func token(_ status: AccountStatus, now: Timestamp) -> String {
    if case .loginNeeded = status.standing { return "login needed" }
    guard let end = status.expiresAt else { return "no stated end" }
    let text = Remaining.text(until: end, now: now)
    if end > now { return "ends \(text)" }
    return status.isRenewable ? "\(text), refreshable" : text
  }

  private static func note(_ status: AccountStatus, now: Timestamp) -> String {
    if case .loginNeeded(let reason, _) = status.standing { return reason }
    guard let failure = status.failure else { return "" }
    let ago = Remaining.span(max(0, now.seconds - failure.at.seconds))
    return "\(ago) ago: \(failure.message)"
  }
}
