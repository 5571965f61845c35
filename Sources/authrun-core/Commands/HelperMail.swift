import Login
import Standards

/// `authrun helper xoauth2 ACCOUNT` and `authrun helper oauthbearer ACCOUNT`.
struct HelperMail: Sendable {
  private let account: AccountID
  private let user: String?
  private let host: String?
  private let port: String?
  private let demand: TokenDemand
  private let mechanism: SASLBearer

  init(_ mechanism: SASLBearer, _ arguments: Arguments) throws(UsageError) {
    self.mechanism = mechanism
    account = try AccountID(argument: arguments.first)
    user = arguments.options.last("user")
    host = arguments.options.last("host")
    port = try arguments.options.integer("port", in: 1...65_535).map { String($0) }
    demand = try Helper.demand(arguments.options)
  }

  func run(in context: CommandContext) async throws {
    let engine = try context.engine()
    let credential = try await engine.credential(account, demand)
    let account = await engine.actual(account)
    guard let user = user ?? credential.identity?.mailUser else {
      throw AuthRunError(
        .inputInvalid,
        "the provider did not say the account's mail address",
        provider: account.provider,
        account: account.name,
        step: Helper.step,
        hint: "--user ADDRESS names it"
      )
    }
    let line = try Helper.answering(account) { () throws(ConsumerFault) in
      try mechanism.line(credential, user: user, host: host, port: port)
    }
    try context.terminal.result(line: line)
  }

  static let user = CommandOption(
    "user",
    .required("ADDRESS"),
    help: "The mail account; the provider's e-mail address when left out."
  )
}

struct HelperXOAUTH2Command: Command {
  static let spec = CommandSpec(
    "helper xoauth2",
    [.init(name: "ACCOUNT")],
    summary: "Print the SASL XOAUTH2 message for IMAP, POP or SMTP",
    details: [
      "For programs that want the whole message in base64. mutt, msmtp, fetchmail and isync make it themselves "
        + "and want the token: authrun token ACCOUNT."
    ],
    options: [HelperMail.user] + Helper.options,
    examples: [
      .init(
        line:
          "printf 'AUTH XOAUTH2 %s\\r\\n' \"$(authrun helper xoauth2 google --user me@gmail.com)\"",
        purpose: "a line of SMTP"
      )
    ]
  )

  private let mail: HelperMail

  init(_ arguments: Arguments) throws(UsageError) {
    mail = try HelperMail(.xoauth2, arguments)
  }

  func run(in context: CommandContext) async throws {
    try await mail.run(in: context)
  }
}

struct HelperOAuthBearerCommand: Command {
  static let spec = CommandSpec(
    "helper oauthbearer",
    [.init(name: "ACCOUNT")],
    summary: "Print the SASL OAUTHBEARER message (RFC 7628)",
    options: [
      HelperMail.user,
      CommandOption("host", .required("HOST"), help: "The mail server, for the message to name."),
      CommandOption("port", .required("PORT"), help: "The mail server's port."),
    ] + Helper.options
  )

  private let mail: HelperMail

  init(_ arguments: Arguments) throws(UsageError) {
    mail = try HelperMail(.oauthbearer, arguments)
  }

  func run(in context: CommandContext) async throws {
    try await mail.run(in: context)
  }
}
