import Login
import Standards

/// `authrun helper git [ACCOUNT] get|store|erase`.
struct HelperGitCommand: Command {
  static let spec = CommandSpec(
    "helper git",
    [.init(name: "ACCOUNT", required: false), .init(name: "OPERATION")],
    summary: "Answer git, which asks for a credential",
    details: [
      "git adds the operation, get, store or erase. A token goes only to hosts that the account's descriptor "
        + "declares, or that the file hosts in your configuration gives to the account (a line is HOST ACCOUNT "
        + "[USER]); about other hosts the helper says nothing. Without ACCOUNT the host decides.",
      "A token that the server refused is renewed at the next call. Nothing is ever asked, and no browser "
        + "opened.",
    ],
    options: [Helper.user] + Helper.options,
    examples: [
      .init(
        line:
          "git config --global credential.https://github.com.helper '!authrun helper git github'",
        purpose: "use the account github for one host"
      ),
      .init(
        line: "git config --global credential.helper authrun",
        purpose:
          "use whichever account serves a host; needs a link git-credential-authrun to authrun"
      ),
    ]
  )

  private let account: AccountID?
  private let operation: String
  private let user: String?
  private let demand: TokenDemand

  init(_ arguments: Arguments) throws(UsageError) {
    (account, operation) = try Helper.operands(arguments)
    user = arguments.options.last("user")
    demand = try Helper.demand(arguments.options)
  }

  func run(in context: CommandContext) async throws {
    // An operation that a newer git has is none of ours, and must not disturb (gitcredentials(7)).
    guard let operation = GitCredential.Operation(rawValue: operation), operation != .store else {
      return
    }
    let wanted = try await Self.wanted()
    guard let host = wanted.hostName else { return }
    let engine = try context.engine()
    let hosts = try engine.hostAccounts()
    let entry = hosts.entry(forHost: host)
    guard
      let account = try account ?? entry?.account
        ?? self.account(for: host, user: wanted.user, engine, context)
    else {
      if operation == .get, let other = engine.accounts(withheldFromHost: host).first {
        Helper.noteWithheld(other, fromHost: host, in: context)
      }
      return
    }
    guard try await isServed(account, host, hosts, engine) else {
      if operation == .get, engine.isWithheld(account, fromHost: host) {
        Helper.noteWithheld(await engine.actual(account), fromHost: host, in: context)
      }
      return
    }
    switch operation {
    case .get:
      let credential = try await engine.credential(account, demand)
      let answer = try Helper.answering(await engine.actual(account)) { () throws(ConsumerFault) in
        try wanted.answer(credential, user: user ?? entry?.user)
      }
      try Helper.say(answer, in: context)
    case .erase:
      guard let token = wanted.refused else { return }
      if case .kept = try await engine.noteRefusal(of: token, as: account) {
        let account = await engine.actual(account)
        context.terminal.note(
          "authrun: \(account): \(host) refused the token, which cannot be renewed without you",
          "  if it was revoked: authrun login \(account)"
        )
      }
    case .store: break
    }
  }

  private static func wanted() async throws(AuthRunError) -> GitCredential {
    let bytes = try await Helper.input(limit: GitCredential.limit)
    do throws(GitCredential.Fault) {
      return try GitCredential(bytes)
    } catch {
      throw AuthRunError(
        .inputInvalid,
        "git's description of the credential is refused: \(error.reason)",
        step: Helper.step,
        hint: "see the URL that git was given for line breaks and other control characters"
      )
    }
  }

  /// Whether the account may answer for the host; one that nobody has logged in to may, to say so.
  private func isServed(
    _ account: AccountID,
    _ host: String,
    _ hosts: HostAccounts,
    _ engine: Engine
  ) async throws(AuthRunError) -> Bool {
    guard let stored = try engine.storedCredential(account) else {
      return self.account != nil || hosts.entry(forHost: host) != nil
    }
    return hosts.permit(account, await engine.actual(account), stored, toHost: host)
  }

  /// The one account that reaches the host, or of several the one that git names or the default.
  private func account(
    for host: String,
    user: String?,
    _ engine: Engine,
    _ context: CommandContext
  ) throws(AuthRunError) -> AccountID? {
    let accounts = try engine.accounts(reachingHost: host)
    if accounts.count <= 1 { return accounts.first }
    let named = accounts.filter { $0.name == user }
    if named.count == 1 { return named[0] }
    let usual = accounts.filter { $0.name == AccountID.defaultName }
    if usual.count == 1 { return usual[0] }
    context.terminal.note(
      "authrun: several accounts reach \(host): \(accounts.map(\.description).joined(separator: ", "))",
      "  name one: authrun helper git ACCOUNT, or a line “\(host) ACCOUNT” in the file hosts"
    )
    return nil
  }
}
