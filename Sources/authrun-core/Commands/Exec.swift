import Glibc
import Login
import Standards

/// `authrun exec ACCOUNT… -- COMMAND…`.
struct ExecCommand: Command {
  static let spec = CommandSpec(
    "exec",
    [.init(name: "ACCOUNT", repeats: true), .init(name: "-- COMMAND", repeats: true)],
    summary: "Become a command that has the tokens in its environment",
    details: [
      "For each account: AUTHRUN_<ACCOUNT>_TOKEN, AUTHRUN_<ACCOUNT>_TOKEN_TYPE, AUTHRUN_<ACCOUNT>_EXPIRES_AT where "
        + "the end is known, and AUTHRUN_<ACCOUNT>_TOKEN_SECRET for OAuth 1.0a. <ACCOUNT> is SPOTIFY for spotify "
        + "and SPOTIFY_AS_WORK for spotify/work. AUTHRUN_EXPIRES_AT is the earliest end of all.",
      "The command takes authrun's place: signals and exit status are its own. Exit status 127 says that there is "
        + "no such command, 126 that it cannot be run.",
      "The command does not get authrun's own secrets: of the variables that begin with AUTHRUN_ only those that "
        + "name files, servers and limits stay, AUTHRUN_VAULT only without a password in it. PGPASSWORD goes where "
        + "it is the password of the vault's server.",
    ],
    options: [
      CommandOption(
        "min-ttl",
        .required("SECONDS"),
        help: "Refuse unless every token lives for as long, refreshed if need be."
      ),
      CommandOption("keep-environment", help: "Pass on all variables, authrun's own secrets too."),
    ],
    examples: [
      .init(
        line: "authrun exec spotify github --min-ttl 600 -- ./nightly.sh",
        purpose: "tokens for a script that runs for up to ten minutes"
      )
    ]
  )

  let accounts: [AccountID]
  let command: [String]
  let demand: TokenDemand
  private let keepsEnvironment: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    guard let end = arguments.terminator else {
      throw UsageError("-- is missing", hint: "write: authrun exec ACCOUNT… -- COMMAND…")
    }
    var accounts: [AccountID] = []
    for word in arguments.operands[..<end] {
      let account = try AccountID(argument: word)
      if !accounts.contains(account) { accounts.append(account) }
    }
    guard !accounts.isEmpty else { throw UsageError("ACCOUNT is missing") }
    command = Array(arguments.operands[end...])
    guard !command.isEmpty else { throw UsageError("COMMAND is missing after --") }
    if arguments.globals.has("json") {
      throw UsageError("exec prints nothing itself: it takes no --json")
    }
    self.accounts = accounts
    demand = try Helper.demand(arguments.options)
    keepsEnvironment = arguments.options.has("keep-environment")
  }

  func run(in context: CommandContext) async throws {
    let engine = try context.engine()
    var credentials: [Credential] = []
    for account in accounts {
      credentials.append(try await engine.credential(account, demand))
    }
    // All are judged at the end: the first may have aged while the last was renewed.
    let now = context.now()
    for (account, credential) in zip(accounts, credentials) {
      guard let end = credential.expiresAt, end < now.adding(demand.minimumLife) else { continue }
      throw AuthRunError.lifeTooShort(
        end.seconds - now.seconds,
        demand,
        await engine.actual(account),
        step: "exec"
      )
    }
    let environment = ChildEnvironment(
      keepingAll: keepsEnvironment,
      secrets: engine.vaultSecretVariables
    )
    .adding(Self.variables(accounts, credentials))
    context.terminal.endStatus()
    throw Replacement.run(command, environment)
  }

  /// The variables of all accounts, and the earliest of their ends.
  static func variables(
    _ accounts: [AccountID],
    _ credentials: [Credential]
  ) -> [TokenVariables.Variable] {
    var variables = zip(accounts, credentials).flatMap { TokenVariables.of($1, $0) }
    if let end = credentials.compactMap(\.expiresAt).min() {
      variables.append(.init(name: "AUTHRUN_EXPIRES_AT", value: end.rfc3339))
    }
    return variables
  }
}
