import Login
import Standards

/// `authrun helper aws ACCOUNT`.
struct HelperAWSCommand: Command {
  static let spec = CommandSpec(
    "helper aws",
    [.init(name: "ACCOUNT")],
    summary: "Answer the AWS tools, which ask for keys (credential_process)",
    details: [
      "The account's descriptor keeps the keys as access_key_id, secret_access_key and session_token: in "
        + "secrets of what its login returns, or in response.keep.",
      "With --web-identity-file the account's token is written to a file (mode 0600) for the AWS tools to trade "
        + "for keys of a role: web_identity_token_file and role_arn in ~/.aws/config.",
    ],
    options: [
      CommandOption(
        "web-identity-file",
        .required("FILE"),
        help: "Write the token to this file and print nothing."
      ),
      HelperToken.option,
    ] + Helper.options,
    examples: [
      .init(
        line: "aws configure set credential_process 'authrun helper aws corp' --profile corp",
        purpose: "let the AWS tools ask for the keys of the account corp"
      ),
      .init(
        line: "authrun helper aws corp --web-identity-file ~/.aws/corp.jwt --field id_token",
        purpose: "a token for AssumeRoleWithWebIdentity"
      ),
    ]
  )

  private let token: HelperToken
  private let file: String?

  init(_ arguments: Arguments) throws(UsageError) {
    token = try HelperToken(arguments)
    file = arguments.options.last("web-identity-file")
    if token.field != nil, file == nil {
      throw UsageError("--field goes with --web-identity-file")
    }
  }

  func run(in context: CommandContext) async throws {
    if let file {
      let text = try await token.read(for: "AWS", in: context).text
      try TokenFile.write(text, to: file)
      return
    }
    let engine = try context.engine()
    let credential = try await engine.credential(token.account, token.demand)
    let answer = try Helper.answering(await engine.actual(token.account)) {
      () throws(ConsumerFault) in
      try AWSProcessCredentials.answer(credential)
    }
    try Helper.say(answer, in: context)
  }
}
