import Login
import Standards

/// The token that a helper hands out: the access token, or another that came with it.
struct HelperToken: Sendable {
  static let option = CommandOption(
    "field",
    .required("NAME"),
    help:
      "Give what the descriptor keeps under this name, such as id_token, instead of the access token."
  )

  let account: AccountID
  let demand: TokenDemand
  /// The name under which the descriptor keeps the token; `nil` for the access token.
  let field: String?

  init(_ arguments: Arguments) throws(UsageError) {
    account = try AccountID(argument: arguments.first)
    demand = try Helper.demand(arguments.options)
    field = arguments.options.last("field")
  }

  /// The token with its end; refreshed first where it would end too soon.
  func read(
    for tool: String,
    in context: CommandContext
  ) async throws(AuthRunError) -> (text: String, expiresAt: Timestamp?) {
    let engine = try context.engine()
    var credential = try await engine.credential(account, demand)
    let account = await engine.actual(account)
    guard let field else {
      let text = try Helper.answering(account) { () throws(ConsumerFault) in
        try credential.bearer(for: tool)
      }
      return (text, credential.expiresAt)
    }
    var token = try part(field, of: credential, account)
    let earliest = context.now().adding(max(demand.minimumLife, Freshness.margin))
    if let end = token.expiresAt, end < earliest {
      var demand = demand
      demand.forceRefresh = true
      credential = try await engine.credential(account, demand)
      token = try part(field, of: credential, account)
    }
    let now = context.now()
    if let end = token.expiresAt, end > now, end < now.adding(demand.minimumLife) {
      throw .lifeTooShort(end.seconds - now.seconds, demand, account, step: Helper.step)
    }
    if let end = token.expiresAt, end <= now {
      throw AuthRunError(
        .loginNeeded,
        "\(field) ended at \(end.rfc3339), and a refresh brings no new one",
        provider: account.provider,
        account: account.name,
        step: Helper.step,
        hint: "log in again: authrun login \(account)"
      )
    }
    return token
  }

  private func part(
    _ field: String,
    of credential: Credential,
    _ account: AccountID
  ) throws(AuthRunError) -> (text: String, expiresAt: Timestamp?) {
    guard let text = credential.part(field), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw AuthRunError(
        .inputInvalid,
        "this account keeps no token under “\(VisibleText.line(field))”",
        provider: account.provider,
        account: account.name,
        step: Helper.step,
        hint: "a descriptor names what to keep: oauth2 = { response = { keep = { … } } }"
      )
    }
    // A JSON Web Token has an end of its own.
    let end = try? JWTClaims.unverified(text).numericDate("exp")
    return (text, end ?? credential.expiresAt)
  }
}
