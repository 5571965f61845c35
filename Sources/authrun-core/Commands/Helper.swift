import Login
import Standards

/// What the commands for other tools share.
enum Helper {
  static let step = "helper"

  /// The options of every helper that hands out a stored account's token.
  static let options: [CommandOption] = [
    CommandOption(
      "min-ttl",
      .required("SECONDS"),
      help: "Refresh a token that would expire sooner; fail where a new one would, too."
    )
  ]

  static let user = CommandOption(
    "user",
    .required("NAME"),
    help: "Give this user name with the token."
  )

  static func demand(_ options: OptionValues) throws(UsageError) -> TokenDemand {
    var demand = TokenDemand()
    demand.minimumLife = Int64(try options.integer("min-ttl", in: 0...31_536_000) ?? 0)
    return demand
  }

  /// Splits `[ACCOUNT] OPERATION`, of which the tool adds the second.
  static func operands(
    _ arguments: Arguments
  ) throws(UsageError) -> (account: AccountID?, operation: String) {
    let operands = arguments.operands
    guard operands.count == 2 else { return (nil, arguments.first) }
    return (try AccountID(argument: operands[0]), operands[1])
  }

  /// Says the answer; a status other than 0 is the command's.
  static func say(_ answer: ConsumerAnswer, in context: CommandContext) throws {
    if !answer.errors.isEmpty {
      context.terminal.write(answer.errors.split(separator: "\n").map(String.init))
    }
    if !answer.output.isEmpty { try context.terminal.result(answer.output.utf8) }
    guard answer.status == 0 else { throw AlreadyReported(exitStatus: answer.status) }
  }

  /// Runs the part that makes the answer; what the tool cannot be told becomes an error of the account.
  static func answering<Answer>(
    _ account: AccountID,
    _ body: () throws(ConsumerFault) -> Answer
  ) throws(AuthRunError) -> Answer {
    do throws(ConsumerFault) {
      return try body()
    } catch {
      throw AuthRunError(
        .inputInvalid,
        error.message,
        provider: account.provider,
        account: account.name,
        step: step,
        hint: error.hint
      )
    }
  }

  /// Why a host does not get the account's token though the descriptor declares it.
  static func withheld(_ account: AccountID, fromHost name: String) -> AuthRunError {
    AuthRunError(
      .hostNotAllowed,
      "the descriptor has come to reach \(name) since the login: the token is withheld from it",
      provider: account.provider,
      account: account.name,
      step: "trust",
      hint:
        "if that is right: authrun trust \(account.provider); what it is: authrun show \(account.provider)"
    )
  }

  /// Says so to a tool that must be told nothing itself.
  static func noteWithheld(
    _ account: AccountID,
    fromHost name: String,
    in context: CommandContext
  ) {
    let error = withheld(account, fromHost: name)
    context.terminal.write(ErrorReport(error: error).lines(style: context.terminal.style))
  }

  /// All of standard input, which tools close when they have said what they want.
  static func input(limit: Int) async throws(AuthRunError) -> [UInt8] {
    guard let bytes = await LineInput.standard.all(limit: limit) else {
      throw AuthRunError(.inputInvalid, "standard input is too long or cannot be read", step: step)
    }
    return bytes
  }
}
