import Login
import Standards

/// `authrun helper netrc ACCOUNT`.
struct HelperNetrcCommand: Command {
  static let spec = CommandSpec(
    "helper netrc",
    [.init(name: "ACCOUNT")],
    summary: "Print netrc lines with the token as the password",
    details: [
      "One line for each host that the account's descriptor declares, or for each --host, which must be one of "
        + "those or stand in the file hosts. It works where a server takes the token as a password."
    ],
    options: [
      CommandOption("host", .required("HOST"), repeatable: true, help: "Only this host."),
      CommandOption(
        "user",
        .required("NAME"),
        help: "Give this user name with the token; oauth2 when left out."
      ),
    ] + Helper.options,
    examples: [
      .init(
        line: "curl --netrc-file <(authrun helper netrc github --host api.github.com) "
          + "https://api.github.com/user",
        purpose: "a password that no process list shows"
      )
    ]
  )

  private let account: AccountID
  private let hosts: [String]
  private let user: String?
  private let demand: TokenDemand

  init(_ arguments: Arguments) throws(UsageError) {
    account = try AccountID(argument: arguments.first)
    hosts = arguments.options.all("host")
    user = arguments.options.last("user")
    demand = try Helper.demand(arguments.options)
  }

  func run(in context: CommandContext) async throws {
    let engine = try context.engine()
    let listed = try engine.hostAccounts()
    let credential = try await engine.credential(account, demand)
    let used = await engine.actual(account)
    for host in try names(credential, listed, used: used, engine) {
      let user = user ?? listed.entry(forHost: host)?.user ?? "oauth2"
      let line = try Helper.answering(used) { () throws(ConsumerFault) in
        try NetrcEntry.line(credential, host: host, user: user)
      }
      try context.terminal.result(line: line)
    }
  }

  private func names(
    _ credential: Credential,
    _ listed: HostAccounts,
    used: AccountID,
    _ engine: Engine
  ) throws(AuthRunError) -> [String] {
    if hosts.isEmpty {
      // Besides hosts a credential remembers which secret may go to which, in words.
      let declared = credential.hosts.filter { HostName.of(server: $0) == $0 }
      return declared + listed.entries.filter { [account, used].contains($0.account) }.map(\.host)
    }
    var names: [String] = []
    for text in hosts {
      guard let name = HostName.of(server: text) else {
        throw AuthRunError(.usage, "--host “\(VisibleText.line(text))” is no host")
      }
      guard listed.permit(account, used, credential, toHost: name) else {
        if engine.isWithheld(used, fromHost: name) { throw Helper.withheld(used, fromHost: name) }
        throw AuthRunError(
          .hostNotAllowed,
          "\(name) is none of the hosts of this account",
          provider: used.provider,
          account: used.name,
          step: Helper.step,
          hint: "if the token may go there: a line “\(name) \(used)” in the file hosts"
        )
      }
      names.append(name)
    }
    return names
  }
}
