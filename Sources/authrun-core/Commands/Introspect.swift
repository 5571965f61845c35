import Login
import Standards

/// `authrun introspect ACCOUNT`.
struct IntrospectCommand: Command {
  static let spec = CommandSpec(
    "introspect",
    [.init(name: "ACCOUNT")],
    summary: "Ask the provider what it knows of an account's access token",
    details: [
      "For providers with an introspection endpoint (RFC 7662). The members of the answer are printed as they "
        + "came; with --json as one object. A token that is not active is an answer, not an error."
    ]
  )

  let account: AccountID

  init(_ arguments: Arguments) throws(UsageError) {
    account = try AccountID(argument: arguments.first)
  }

  func run(in context: CommandContext) async throws {
    let introspection = try await context.engine().introspect(account)
    try context.finish(
      json: .object(introspection.members),
      lines: Self.lines(introspection, now: context.now())
    )
  }

  static func lines(_ introspection: Introspection, now: Timestamp) -> [String] {
    introspection.members.members.map { member in
      var text = member.value.string ?? member.value.visiblySerialized
      // Times are numbers there; people read dates.
      if ["exp", "iat", "nbf"].contains(member.name), let seconds = member.value.int64 {
        let time = Timestamp(seconds: seconds)
        text =
          time.rfc3339 + (member.name == "exp" ? " (\(Remaining.text(until: time, now: now)))" : "")
      }
      return VisibleText.line("\(member.name): \(text)")
    }
  }
}
