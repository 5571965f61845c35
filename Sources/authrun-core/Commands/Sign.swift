import Login
import Standards

/// `authrun sign ACCOUNT [METHOD] URL-OR-PATH`.
struct SignCommand: Command {
  static let spec = CommandSpec(
    "sign",
    RequestArguments.operands,
    summary: "Print the Authorization header of a request, without sending it",
    details: [
      "For OAuth 1.0a the header is made for this one request: send exactly what was signed, and soon. Other "
        + "accounts print the header that carries their token, refreshed if need be.",
      "With --json one object is printed: method, url, headers, and body where the signature is in the body.",
      "With --verify the request's own Authorization header is checked with the account's secrets. One that "
        + "does not hold gives exit status 76 and the reason.",
    ],
    options: RequestArguments.options + [
      CommandOption("verify", help: "Check the signature that the request carries.")
    ],
    examples: [
      .init(
        line:
          "authrun sign twitter POST https://api.twitter.com/1.1/statuses/update.json --form status=Hello",
        purpose: "a header for curl"
      ),
      .init(
        line: "authrun sign twitter /account/verify_credentials.json --trace",
        purpose: "see how the signature is made"
      ),
    ]
  )

  let given: RequestArguments
  let verifies: Bool

  /// Providers differ; most refuse a request that was signed longer ago than this many seconds.
  private static let usualAge: Int64 = 300

  init(_ arguments: Arguments) throws(UsageError) {
    given = try RequestArguments(arguments)
    verifies = arguments.options.has("verify")
    if !verifies, given.headers["Authorization"] != nil {
      throw UsageError(
        "the Authorization header is what sign prints",
        hint: "--verify checks one that is given"
      )
    }
  }

  func run(in context: CommandContext) async throws {
    let request = try await given.wholeRequest()
    let engine = try context.engine()
    if verifies {
      let received = try await engine.verify(request, as: given.account)
      try report(received, await engine.actual(given.account), in: context)
      return
    }
    let signed = try await engine.sign(request, as: given.account)
    if context.globals.json {
      try context.terminal.result(line: Self.json(signed).visiblySerialized)
      return
    }
    for line in try lines(signed, used: await engine.actual(given.account)) {
      try context.terminal.result(line: line)
    }
  }

  /// `{"method","url","headers","body"?}`, all that is needed to send the request.
  static func json(_ signed: SignedAPIRequest) -> JSONValue {
    let fields = signed.fields.map { JSONValue.array([.string($0.name), .string($0.value)]) }
    var object = JSONObject([
      ("method", .string(signed.method)), ("url", .string(signed.url.text)),
      ("headers", .array(fields)),
    ])
    if let body = signed.body { object["body"] = .string(String(decoding: body, as: UTF8.self)) }
    return .object(object)
  }

  /// The header fields as lines; fails where the signature or token travels elsewhere.
  func lines(
    _ signed: SignedAPIRequest,
    used: AccountID? = nil
  ) throws(AuthRunError) -> [String] {
    guard signed.body == nil, !signed.fields.isEmpty else {
      throw AuthRunError(
        .inputInvalid,
        "\(given.account.provider) takes it in the \(signed.body == nil ? "URL" : "body"), not in a header",
        provider: given.account.provider,
        account: (used ?? given.account).name,
        step: "sign",
        hint: "--json prints the whole request"
      )
    }
    return signed.fields.map { "\($0.name): \($0.value)" }
  }

  private func report(
    _ received: OAuth1ReceivedRequest,
    _ account: AccountID,
    in context: CommandContext
  ) throws {
    let method = received.method?.rawValue ?? ""
    try context.finish(
      json: .object(
        JSONObject([
          ("verified", .bool(true)), ("signature_method", .string(method)),
          ("timestamp", .time(received.timestamp)), ("nonce", .text(received.nonce)),
        ])
      ),
      lines: ["Verified: \(method) by \(account)."]
    )
    guard !context.globals.json else { return }
    guard let time = received.timestamp else {
      context.terminal.note("Its oauth_timestamp is no time: a provider would refuse it.")
      return
    }
    let age = context.now().seconds - time.seconds
    if age.magnitude > UInt64(Self.usualAge) {
      context.terminal.note(
        "It was signed at \(time.rfc3339): a provider would most likely refuse it now."
      )
    }
  }
}
