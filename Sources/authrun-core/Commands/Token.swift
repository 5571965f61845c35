import Login
import Standards

/// `authrun token ACCOUNT`.
struct TokenCommand: Command {
  static let spec = CommandSpec(
    "token",
    [.init(name: "ACCOUNT")],
    summary: "Print a valid access token, refreshed if need be",
    details: [
      "Never opens a browser: where only a login can help, it fails with exit status 78.",
      "With --scope the provider is asked for a token of fewer scopes each time (RFC 6749 §6). Nothing of it is stored "
        + "but a new refresh token that comes with it. A scope that was never granted needs a login (exit status "
        + "78); a token for other scopes than asked is not printed (76).",
      "With --json: access_token, token_type, expires_at, scopes, and token_secret for OAuth 1.0a.",
    ],
    options: [
      CommandOption("header", help: "Print the header field that carries the token."),
      CommandOption("env", help: "Print shell assignments of AUTHRUN_<PROVIDER>_TOKEN and others."),
      CommandOption(
        "min-ttl",
        .required("SECONDS"),
        help: "Refresh a token that would expire sooner; fail where a new one would, too."
      ),
      CommandOption("force-refresh", help: "Refresh even a token that is still valid."),
      CommandOption(
        "scope",
        .required("SCOPE"),
        repeatable: true,
        help: "A token for these scopes alone; the account's own stays as it is."
      ),
    ],
    examples: [
      .init(
        line: "curl -H \"$(authrun token spotify --header)\" https://api.spotify.com/v1/me",
        purpose: "use the token with another program"
      ),
      .init(line: "eval \"$(authrun token spotify --env)\"", purpose: "use it in a shell script"),
    ]
  )

  /// The form in which the token is printed.
  enum Form: Hashable {
    case bare, header, env
  }

  let account: AccountID
  let form: Form
  let demand: TokenDemand

  init(_ arguments: Arguments) throws(UsageError) {
    account = try AccountID(argument: arguments.first)
    let options = arguments.options
    let forms = [("header", Form.header), ("env", Form.env)].filter { options.has($0.0) }
    let asked = forms.map(\.0) + (arguments.globals.has("json") ? ["json"] : [])
    if asked.count > 1 {
      throw UsageError("--\(asked[0]) and --\(asked[1]) cannot be combined")
    }
    form = forms.first?.1 ?? .bare
    var demand = TokenDemand()
    demand.minimumLife = Int64(try options.integer("min-ttl", in: 0...31_536_000) ?? 0)
    demand.forceRefresh = options.has("force-refresh")
    demand.scopes = options.all("scope").flatMap { $0.split(separator: " ").map(String.init) }
    demand.narrows = !demand.scopes.isEmpty
    self.demand = demand
  }

  func run(in context: CommandContext) async throws {
    let engine = try context.engine()
    let credential = try await engine.credential(account, demand)
    if context.globals.json {
      try context.terminal.result(
        line: JSONValue.object(TokenText.json(credential)).visiblySerialized
      )
      return
    }
    for line in try lines(credential, used: await engine.actual(account)) {
      try context.terminal.result(line: line)
    }
  }

  /// The lines to print; fails for a header where the token does not travel in one.
  ///
  /// Variables are named as the account was; an error names the one that was `used`.
  func lines(_ credential: Credential, used: AccountID? = nil) throws(AuthRunError) -> [String] {
    switch form {
    case .bare: return [credential.accessToken.text]
    case .env: return TokenText.environment(credential, account)
    case .header:
      if let header = TokenText.header(credential) { return [header] }
      throw AuthRunError(
        .inputInvalid,
        credential.headerObstacle,
        provider: account.provider,
        account: (used ?? account).name,
        step: "token",
        hint: "use: authrun request \(account) URL"
      )
    }
  }
}
