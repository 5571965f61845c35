import Login
import Standards

/// `authrun trust ID`.
struct TrustCommand: Command {
  static let spec = CommandSpec(
    "trust",
    [.init(name: "ID")],
    summary: "Let the stored logins of a provider go wherever its descriptor now reaches",
    details: [
      "A stored login remembers the hosts that it was given to. When the descriptor comes to reach more, "
        + "the login is withheld until this command says that the change is right, or a new login is made.",
      "“authrun show ID” tells what the descriptor reaches and asks for.",
    ],
    examples: [.init(line: "authrun trust acme", purpose: "after the file has got a new host")]
  )

  private let provider: String

  init(_ arguments: Arguments) throws(UsageError) {
    provider = arguments.first
  }

  func run(in context: CommandContext) async throws {
    let changes = try context.engine().trust(provider)
    try context.finish(
      json: .object(
        JSONObject([
          ("provider", .string(provider)), ("accounts", .array(changes.map(Self.json))),
        ])
      ),
      lines: lines(changes)
    )
  }

  private static func json(_ change: TrustChange) -> JSONValue {
    .object(
      JSONObject([
        ("account", .string(change.account.name)), ("added", .texts(change.added)),
      ])
    )
  }

  private func lines(_ changes: [TrustChange]) -> [String] {
    guard !changes.isEmpty else { return ["\(provider): nobody is logged in; nothing to trust."] }
    return changes.flatMap { change in
      change.added.isEmpty
        ? ["\(change.account): goes nowhere that it did not go before."]
        : ["\(change.account): may go from now on to"] + change.added.map { "  \($0)" }
    }.map(VisibleText.line)
  }
}
