import Login
import Standards

/// `authrun logout ACCOUNT [--local]`.
struct LogoutCommand: Command {
  static let spec = CommandSpec(
    "logout",
    [.init(name: "ACCOUNT")],
    summary: "Give an account's tokens back and forget it",
    details: [
      "The provider is told first, where the descriptor names an address for that; if it fails, nothing "
        + "is forgotten. Where there is no such address the tokens live on until they expire, unless "
        + "they are revoked on the provider's page for connected applications."
    ],
    options: [CommandOption("local", help: "Forget it here without telling the provider.")]
  )

  let account: AccountID
  /// Whether the account's own name was given, and not the provider's alone.
  private let isNamed: Bool
  private let isLocal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    account = try AccountID(argument: arguments.first)
    isNamed = arguments.first.contains("/")
    isLocal = arguments.options.has("local")
  }

  func run(in context: CommandContext) async throws {
    let engine = try context.engine()
    let account = try await engine.meant(by: account, isNamed: isNamed)
    let revocation = try await engine.logout(account, local: isLocal)
    try context.finish(
      json: .object(
        JSONObject([
          ("provider", .string(account.provider)),
          ("account", .string(account.name)),
          ("revoked", .bool(revocation == .revoked)),
        ])
      ),
      lines: ["\(account): \(Self.words(revocation))"]
    )
  }

  private static func words(_ revocation: Revocation) -> String {
    switch revocation {
    case .revoked: "logged out; the provider has taken the tokens back."
    case .notOffered:
      "forgotten here; the descriptor names no address to revoke tokens at, so they live on until "
        + "they expire."
    case .notAsked: "forgotten here; nothing was revoked at the provider."
    }
  }
}
