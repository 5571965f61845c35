import Login
import Standards

/// `authrun accounts rename ACCOUNT ACCOUNT`.
struct AccountsRenameCommand: Command {
  static let spec = CommandSpec(
    "accounts rename",
    [.init(name: "ACCOUNT"), .init(name: "NEW-ACCOUNT")],
    summary: "Give an account another name",
    details: [
      "The credential stays as it is. The new name must be free; NEW-ACCOUNT may be the name alone, "
        + "without the provider."
    ],
    examples: [
      .init(line: "authrun accounts rename spotify spotify/home", purpose: "make room for another")
    ]
  )

  let account: AccountID
  let new: AccountID
  private let isNamed: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    account = try AccountID(argument: arguments.first)
    isNamed = arguments.first.contains("/")
    let text = arguments.operands[1]
    new =
      text.contains("/")
      ? try AccountID(argument: text)
      : AccountID(provider: account.provider, name: try AccountID.checked(name: text))
  }

  func run(in context: CommandContext) async throws {
    let engine = try context.engine()
    let old = try await engine.rename(engine.meant(by: account, isNamed: isNamed), to: new)
    try context.finish(
      json: .object(
        JSONObject([
          ("provider", .string(new.provider)), ("account", .string(new.name)),
          ("renamed_from", .string(old.name)),
        ])
      ),
      lines: ["\(old) is called \(new) now."]
    )
  }
}
