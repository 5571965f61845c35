import Login
import Standards

/// `authrun request ACCOUNT [METHOD] URL-OR-PATH`.
struct RequestCommand: Command {
  static let spec = CommandSpec(
    "request",
    [
      .init(name: "ACCOUNT"), .init(name: "METHOD", required: false), .init(name: "URL-OR-PATH"),
    ],
    summary: "Send a request with the account's token and print the answer",
    details: [
      "A path is taken below the provider's API address. METHOD is GET, or POST where a body is given.",
      "The answer's body goes to standard output as it came. An HTTP status of 400 or more is also an "
        + "error: exit status 69 for 500 and above, 77 below. With --json one object is printed: "
        + "status, headers and body.",
    ],
    options: [
      CommandOption(
        "header",
        short: "H",
        .required("'NAME: VALUE'"),
        repeatable: true,
        help: "Add a header field."
      ),
      CommandOption(
        "data",
        short: "d",
        .required("DATA"),
        help: "Send this text, as a form unless -H says otherwise."
      ),
      CommandOption(
        "form",
        .required("KEY=VALUE"),
        repeatable: true,
        help: "Send a form field, encoded for you."
      ),
      CommandOption("json-body", .required("JSON"), help: "Send this JSON."),
      CommandOption("file", .required("FILE"), help: "Send this file; - is standard input."),
      CommandOption("include", short: "i", help: "Print the status and the header fields too."),
      CommandOption("output", short: "o", .required("FILE"), help: "Write the body to a file."),
    ],
    examples: [
      .init(line: "authrun request spotify /me", purpose: "a path below the API's address"),
      .init(
        line: "authrun request twitter POST /statuses/update.json --form status='Hello'",
        purpose: "a signed form"
      ),
    ]
  )

  let account: AccountID
  let body: RequestBody
  let method: String
  let target: String
  let headers: HTTPFields
  private let includesHead: Bool
  private let outputFile: String?

  init(_ arguments: Arguments) throws(UsageError) {
    account = try AccountID(argument: arguments.first)
    let options = arguments.options
    body = try RequestBody(options)
    let operands = arguments.operands
    target = operands[operands.count - 1]
    let givenMethod = operands.count == 3 ? operands[1] : nil
    method = try Self.checked(method: givenMethod ?? (body.isEmpty ? "GET" : "POST"))
    var fields: [HTTPField] = []
    for text in options.all("header") {
      fields.append(try Self.field(text))
    }
    headers = HTTPFields(fields)
    includesHead = options.has("include")
    outputFile = options.last("output")
    if arguments.globals.has("json"), includesHead || outputFile != nil {
      throw UsageError("--json prints status, headers and body; it takes neither -i nor -o")
    }
  }

  func run(in context: CommandContext) async throws {
    let content = try await body.content()
    var headers = headers
    if let type = content.type, headers["Content-Type"] == nil { headers["Content-Type"] = type }
    let request = APIRequest(
      method: method,
      target: target,
      headers: headers,
      body: content.bytes
    )
    let response = try await context.engine().send(request, as: account)
    let output = ResponseOutput(response: response)
    if context.globals.json {
      try context.terminal.result(line: output.json.serialized)
    } else {
      if includesHead { try context.terminal.result(output.head.utf8) }
      if let outputFile {
        try output.writeBody(toFile: outputFile)
      } else {
        try context.terminal.result(response.body)
      }
    }
    if let problem = output.problem(account: account) {
      context.terminal.write(ErrorReport(error: problem).lines(style: context.terminal.style))
      throw AlreadyReported(exitStatus: problem.code.exitStatus)
    }
  }

  /// A token of RFC 9110 §9.1, in the case in which it was written.
  private static func checked(method: String) throws(UsageError) -> String {
    let isToken = method.utf8.allSatisfy { byte in
      (0x21..<0x7F).contains(byte) && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
    }
    guard !method.isEmpty, isToken else {
      throw UsageError("“\(VisibleText.line(method))” is no HTTP method")
    }
    return method
  }

  private static func field(_ text: String) throws(UsageError) -> HTTPField {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
      throw UsageError("--header needs 'NAME: VALUE'")
    }
    let value = text[text.index(after: colon)...].drop { $0 == " " }
    return HTTPField(String(text[..<colon]), String(value))
  }
}
