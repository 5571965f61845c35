import Login
import Standards

/// `authrun request ACCOUNT [METHOD] URL-OR-PATH`.
struct RequestCommand: Command {
  static let spec = CommandSpec(
    "request",
    RequestArguments.operands,
    summary: "Send a request with the account's token and print the answer",
    details: [
      "A path is taken below the provider's API address. METHOD is GET, or POST where a body is given. "
        + "Files, standard input and the answer pass through without being kept in memory.",
      "The answer's body goes to standard output as it comes. An HTTP status of 400 or more is also an "
        + "error: exit status 69 for 500 and above and for 429, 77 below. With -o the file is written "
        + "only where all went well; the body of an error goes to standard error instead. With --json "
        + "one object is printed: status, headers and body.",
      "Where the API answers 429 or 503 and says when to come back (Retry-After), a GET, HEAD, OPTIONS, "
        + "PUT or DELETE is sent again, up to 3 times. --retry N does so for any method, and with "
        + "growing pauses where the API does not say when.",
      "With --all the pages of a list are followed, by the descriptor's pagination rule or by Link "
        + "header fields. Where a page is a list, or the rule names its items, one JSON array is printed; "
        + "else the pages one after another. A list that could not be read to its end has no closing "
        + "bracket.",
    ],
    options: RequestArguments.options + [
      CommandOption(
        "location",
        short: "L",
        help: "Follow up to 10 redirects; only the same origin gets the token again."
      ),
      CommandOption("all", help: "Follow the pages of a list and print all of it."),
      CommandOption("include", short: "i", help: "Print the status and the header fields too."),
      CommandOption(
        "output",
        short: "o",
        .required("FILE"),
        help: "Write the body to a file; - is standard output."
      ),
      CommandOption("retry", .required("N"), help: "Send it again up to N times; 0 is never."),
      CommandOption(
        "max-wait",
        .required("SECONDS"),
        help: "Wait at most this long before sending it again, in all; 60 if left out."
      ),
      CommandOption(
        "max-time",
        .required("SECONDS"),
        help: "Give up an exchange that takes longer; if left out, only one that stands still."
      ),
    ],
    examples: [
      .init(line: "authrun request spotify /me", purpose: "a path below the API's address"),
      .init(
        line: "authrun request twitter POST /statuses/update.json --form status='Hello'",
        purpose: "a signed form"
      ),
      .init(
        line: "authrun request acme POST /photos -F title=Sea -F 'photo=@sea.jpg;type=image/jpeg'",
        purpose: "a file, as a browser would send it"
      ),
      .init(line: "authrun request github /user/repos --all", purpose: "every page, as one array"),
    ]
  )

  private static let mostRedirects = 10

  let given: RequestArguments
  let followsRedirects: Bool
  let retry: RetryRule
  private let maxTime: Int?
  private let followsPages: Bool
  private let includesHead: Bool
  private let outputFile: String?

  init(_ arguments: Arguments) throws(UsageError) {
    given = try RequestArguments(arguments)
    let options = arguments.options
    followsRedirects = options.has("location")
    includesHead = options.has("include")
    outputFile = options.last("output")
    followsPages = options.has("all")
    maxTime = try options.integer("max-time", in: 1...86_400)
    retry = RetryRule(
      count: try options.integer("retry", in: 0...100),
      longestWait: Int64(try options.integer("max-wait", in: 0...86_400) ?? 60)
    )
    if arguments.globals.has("json"), includesHead || outputFile != nil {
      throw UsageError("--json prints status, headers and body; it takes neither -i nor -o")
    }
    if followsPages, given.method != "GET" || !given.body.isEmpty {
      throw UsageError("--all follows the pages of a GET request without a body")
    }
    if followsPages, includesHead { throw UsageError("--all and --include cannot be combined") }
  }

  func run(in context: CommandContext) async throws {
    let meter = TransferMeter(context.terminal)
    defer { meter.stop() }
    var request = try await given.request()
    if followsRedirects { request.redirects = Self.mostRedirects }
    request.retry = retry
    request.maxTime = maxTime
    request.progress = meter.upload
    request.onWait = { [terminal = context.terminal] text in terminal.note(text) }
    let writesFile = outputFile.map { $0 != "-" } ?? false
    meter.start(writingToFile: writesFile || context.globals.json)
    let engine = try context.engine()
    if followsPages {
      try await printPages(engine.pages(request, as: given.account), engine, context)
      return
    }
    let answer = try await engine.open(request, as: given.account)
    if context.globals.json {
      let response = try await answer.collect(limit: Engine.largestAnswer)
      try context.terminal.result(line: ResponseOutput(response: response).json.visiblySerialized)
      try await judge(response, engine, context)
    } else {
      try await pass(answer, meter, engine, context)
    }
  }

  /// Passes the answer on while it arrives.
  private func pass(
    _ answer: StreamedAnswer,
    _ meter: TransferMeter,
    _ engine: Engine,
    _ context: CommandContext
  ) async throws {
    let output = ResponseOutput(response: answer.head)
    if includesHead { try context.terminal.result(output.head.utf8) }
    if outputFile.map({ $0 != "-" }) ?? false, answer.head.status >= 400 {
      try await showError(answer, meter, engine, context)
      return
    }
    if answer.head.headers["Content-Encoding"] == nil {
      meter.expect(answer.head.headers["Content-Length"].flatMap { Int64($0) })
    }
    var target = try AnswerTarget(outputFile, context.terminal)
    while let piece = try await answer.next() {
      meter.add(received: piece.count)
      try target.write(piece)
    }
    meter.stop()
    try target.finish()
    try await judge(answer.head, engine, context)
  }

  /// Bytes of an error's body that are shown.
  private static let longestError = 64 << 10

  /// An error must not take the place of the file that was wanted.
  private func showError(
    _ answer: StreamedAnswer,
    _ meter: TransferMeter,
    _ engine: Engine,
    _ context: CommandContext
  ) async throws {
    var body: [UInt8] = []
    while body.count < Self.longestError, let piece = try await answer.next() { body += piece }
    meter.stop()
    let text = VisibleText.of(String(decoding: body.prefix(Self.longestError), as: UTF8.self))
    if !text.isEmpty { context.terminal.write([text]) }
    try await judge(answer.head, engine, context)
  }

  private func printPages(
    _ pages: APIPages,
    _ engine: Engine,
    _ context: CommandContext
  ) async throws {
    if context.globals.json { return try await printPagesAsObject(pages, engine, context) }
    var pages = pages
    var merger = PageMerger()
    // Opened with the first page: an error before it leaves the file alone.
    var target: AnswerTarget?
    while let page = try await pages.next() {
      guard page.response.status < 400 else {
        context.terminal.write([VisibleText.of(String(decoding: page.response.body, as: UTF8.self))]
        )
        try await judge(page.response, engine, context)
        return
      }
      var open = try target ?? AnswerTarget(outputFile, context.terminal)
      try open.write(try merger.add(page))
      target = open
    }
    try target?.write(merger.ending())
    try target?.finish()
  }

  /// `{"status","headers","pages","body"}`: the last page's head, the array or the list of all bodies.
  private func printPagesAsObject(
    _ pages: APIPages,
    _ engine: Engine,
    _ context: CommandContext
  ) async throws {
    var pages = pages
    var bodies: [APIPage] = []
    while let page = try await pages.next() { bodies.append(page) }
    guard let last = bodies.last else { return }
    let object = ResponseOutput(response: last.response)
    guard last.response.status < 400 else {
      try context.terminal.result(line: object.json.visiblySerialized)
      try await judge(last.response, engine, context)
      return
    }
    try context.terminal.result(line: object.json(ofPages: bodies).visiblySerialized)
  }

  private func judge(
    _ head: HTTPResponse,
    _ engine: Engine,
    _ context: CommandContext
  ) async throws {
    guard head.status >= 400 else { return }
    let account = await engine.actual(given.account)
    guard let problem = ResponseOutput(response: head).problem(account: account) else { return }
    context.terminal.write(ErrorReport(error: problem).lines(style: context.terminal.style))
    throw AlreadyReported(exitStatus: problem.code.exitStatus)
  }
}
