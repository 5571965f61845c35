import Login
import Standards

/// `authrun request ACCOUNT [METHOD] URL-OR-PATH`.
struct RequestCommand: Command {
  static let spec = CommandSpec(
    "request",
    RequestArguments.operands,
    summary: "Send a request with the account's token and print the answer",
    details: [
      "A path is taken below the provider's API address. METHOD is GET, or POST where a body is given.",
      "The answer's body goes to standard output as it came. An HTTP status of 400 or more is also an "
        + "error: exit status 69 for 500 and above, 77 below. With --json one object is printed: "
        + "status, headers and body.",
    ],
    options: RequestArguments.options + [
      CommandOption(
        "location",
        short: "L",
        help: "Follow up to 10 redirects; only the same origin gets the token again."
      ),
      CommandOption("include", short: "i", help: "Print the status and the header fields too."),
      CommandOption(
        "output",
        short: "o",
        .required("FILE"),
        help: "Write the body to a file; - is standard output."
      ),
    ],
    examples: [
      .init(line: "authrun request spotify /me", purpose: "a path below the API's address"),
      .init(
        line: "authrun request twitter POST /statuses/update.json --form status='Hello'",
        purpose: "a signed form"
      ),
    ]
  )

  private static let mostRedirects = 10

  let given: RequestArguments
  let followsRedirects: Bool
  private let includesHead: Bool
  private let outputFile: String?

  init(_ arguments: Arguments) throws(UsageError) {
    given = try RequestArguments(arguments)
    let options = arguments.options
    followsRedirects = options.has("location")
    includesHead = options.has("include")
    outputFile = options.last("output")
    if arguments.globals.has("json"), includesHead || outputFile != nil {
      throw UsageError("--json prints status, headers and body; it takes neither -i nor -o")
    }
  }

  func run(in context: CommandContext) async throws {
    let account = given.account
    var request = try await given.request()
    if followsRedirects { request.redirects = Self.mostRedirects }
    let response = try await context.engine().send(request, as: account)
    let output = ResponseOutput(response: response)
    if context.globals.json {
      try context.terminal.result(line: output.json.serialized)
    } else {
      if includesHead { try context.terminal.result(output.head.utf8) }
      if let outputFile, outputFile != "-" {
        try output.writeBody(toFile: outputFile)
      } else {
        try context.terminal.result(body: response.body)
      }
    }
    if let problem = output.problem(account: account) {
      context.terminal.write(ErrorReport(error: problem).lines(style: context.terminal.style))
      throw AlreadyReported(exitStatus: problem.code.exitStatus)
    }
  }
}
