import Login
import Standards

/// `authrun helper curl ACCOUNT [METHOD] [URL-OR-PATH]`.
struct HelperCurlCommand: Command {
  static let spec = CommandSpec(
    "helper curl",
    [
      .init(name: "ACCOUNT"), .init(name: "METHOD", required: false),
      .init(name: "URL-OR-PATH", required: false),
    ],
    summary: "Print a request for curl --config -, signed or with the token",
    details: [
      "No secret stands on a command line that way. Without a URL only the header that carries the token is "
        + "printed, which then goes wherever curl is sent."
    ],
    options: RequestArguments.options,
    examples: [
      .init(
        line: "authrun helper curl twitter /account/verify_credentials.json | curl --config -",
        purpose: "a signed request"
      ),
      .init(
        line: "authrun helper curl spotify | curl --config - https://api.spotify.com/v1/me",
        purpose: "the token's header alone"
      ),
    ]
  )

  private let account: AccountID
  /// `nil` for the header alone.
  private let given: RequestArguments?

  init(_ arguments: Arguments) throws(UsageError) {
    account = try AccountID(argument: arguments.first)
    if arguments.operands.count > 1 {
      given = try RequestArguments(arguments)
      guard given?.headers["Authorization"] == nil else {
        throw UsageError("the Authorization header is what helper curl prints")
      }
      let streamed = ["multipart", "form-string", "file", "data-binary"]
      if let name = streamed.first(where: { arguments.options.has($0) }) {
        // A configuration holds a text; what is read while it is sent has no place there.
        throw UsageError(
          "--\(name) cannot be written into a curl configuration",
          hint: "send it with authrun request, or give curl the body itself"
        )
      }
    } else {
      given = nil
      let options = RequestArguments.options.map(\.name)
      if let name = options.first(where: { arguments.options.has($0) }) {
        throw UsageError("--\(name) needs a URL")
      }
    }
  }

  func run(in context: CommandContext) async throws {
    let configuration =
      if let given { try await request(given, in: context) } else { try await header(in: context) }
    try context.terminal.result(configuration.text.utf8)
  }

  private func request(
    _ given: RequestArguments,
    in context: CommandContext
  ) async throws -> CurlConfiguration {
    let request = try await given.request()
    let engine = try context.engine()
    let signed = try await engine.sign(request, as: account)
    let account = await engine.actual(account)
    return try Helper.answering(account) { () throws(ConsumerFault) in
      try CurlConfiguration(
        method: signed.method,
        url: signed.url.text,
        fields: request.headers.fields + signed.fields,
        body: signed.body ?? request.body
      )
    }
  }

  private func header(in context: CommandContext) async throws -> CurlConfiguration {
    let engine = try context.engine()
    let credential = try await engine.credential(account)
    let account = await engine.actual(account)
    guard let field = TokenText.headerField(credential) else {
      throw AuthRunError(
        .inputInvalid,
        credential.headerObstacle,
        provider: account.provider,
        account: account.name,
        step: Helper.step,
        hint: "give the URL: authrun helper curl \(account) URL"
      )
    }
    return try Helper.answering(account) { () throws(ConsumerFault) in
      var configuration = CurlConfiguration()
      try configuration.add(field)
      return configuration
    }
  }
}
