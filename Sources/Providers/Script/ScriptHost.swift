import Standards

/// Answers the host calls of one operation and keeps what it has used.
///
/// It lives on the thread that runs the guest. What takes time is left in `pending`, and its reply
/// comes back through `finish`.
final class ScriptHost: Guest.Host {
  /// Something to be done outside while the script is suspended.
  enum Effect: Sendable {
    case send(ScriptRequest)
    case authorize(URI)
    case prompt(String, isSecret: Bool)
  }

  /// What came of an effect.
  enum Reply: Sendable {
    case response(HTTPResponse)
    case callback(Parameters)
    case answer(Secret)
  }

  private(set) var pending: Effect?
  var context: ScriptContext
  private let limits: ScriptLimits
  private var requests = 0
  private var logged = 0
  private var errors: [any Error] = []
  /// The time that requests may still take.
  private(set) var requestTime: Duration

  init(_ context: ScriptContext, limits: ScriptLimits) {
    self.context = context
    self.limits = limits
    requestTime = limits.requestTime
  }

  func effectError(_ number: Int) -> (any Error)? {
    errors.indices.contains(number) ? errors[number] : nil
  }

  func answer(_ name: String, _ arguments: [UInt8], mayWait: Bool) -> Guest.Answer {
    do throws(HostCallError) {
      var reader = ScriptMessageReader(arguments)
      guard case .table(let list) = try? reader.value() else { throw .raise("broken call") }
      let call = CallArguments(function: name, values: list.sequence)
      if let effect = try effect(call) {
        guard mayWait else {
          throw call.wrong(
            "cannot be called inside a function that sort, gsub or a metamethod runs"
          )
        }
        pending = effect
        return .wait
      }
      return .value(try immediate(call))
    } catch {
      // Not redacted: the text is the script's own, or ours. What leaves the script later is.
      return error.answer
    }
  }

  // MARK: calls that wait

  private func effect(_ call: CallArguments) throws(HostCallError) -> Effect? {
    switch call.function {
    case "http.get", "http.post", "http.put", "http.patch", "http.delete":
      return try send(call, method: call.function.dropFirst(5).uppercased())
    case "http.request": return try send(call, method: nil)
    case "browser.authorize": return try authorize(call)
    case "prompt": return try prompt(call)
    default: return nil
    }
  }

  private func send(_ call: CallArguments, method: String?) throws(HostCallError) -> Effect {
    let request = try ScriptRequestReader(arguments: call, context: context).read(method: method)
    guard requests < limits.requests else {
      throw .stop("the script sends more than \(limits.requests) requests")
    }
    requests += 1
    return .send(request)
  }

  private func authorize(_ call: CallArguments) throws(HostCallError) -> Effect {
    try call.atMost(1)
    let fields = try call.fields(0, known: ["url", "query", "state"])
    var url = try ScriptRequestReader(arguments: call, context: context).url(fields["url"] ?? .null)
    if let query = fields["query"] {
      // No secret is bound to a browser: the address bar shows and remembers it.
      let slots = RequestSlots(function: call.function, url: url, secrets: SecretTable())
      if query.containsHandle { throw call.wrong("a secret cannot be part of a browser's URL") }
      url = url.appendingQuery(try slots.parameters(query, at: "query"))
    }
    try requireState(in: url, fields["state"], call)
    return .authorize(url)
  }

  /// Without a state of its own, a login would take the answer to somebody else's (RFC 6749 §10.12).
  private func requireState(
    in url: URI,
    _ given: ScriptValue?,
    _ call: CallArguments
  ) throws(HostCallError) {
    let state = (try? url.queryParameters())?.first("state") ?? ""
    switch given {
    case nil where !state.isEmpty: return
    case .boolean(false) where state.isEmpty: return
    case nil:
      throw call.wrong(
        "the URL has no state, so that any page could answer; give query.state = "
          + "ctx.hash.random(16), or state = false where the service does not send it back"
      )
    default: throw call.wrong("state can only be false, and only where the URL has none")
    }
  }

  private func prompt(_ call: CallArguments) throws(HostCallError) -> Effect {
    try call.atMost(1)
    if let text = call[0].text { return .prompt(PrintableText.of(text), isSecret: false) }
    guard call[0].table != nil else {
      throw call.wrong("takes text, or { text = …, secret = true }, not \(call[0].kindName)")
    }
    let fields = try call.fields(0, known: ["text", "secret"])
    guard let text = fields["text"]?.text else {
      throw call.wrong("text must be text, not \((fields["text"] ?? .null).kindName)")
    }
    guard case .boolean(let isSecret) = fields["secret"] ?? .boolean(false) else {
      throw call.wrong(
        "secret must be true or false, not \(fields["secret", default: .null].kindName)"
      )
    }
    return .prompt(PrintableText.of(text), isSecret: isSecret)
  }

  /// Turns the reply of the pending effect into the call's answer.
  func finish(_ result: Result<Reply, any Error>, after elapsed: Duration) -> Guest.Answer {
    defer { pending = nil }
    do throws(HostCallError) {
      switch (pending, result) {
      case (.send(let request), .success(.response(let response))):
        requestTime -= elapsed
        return .value(try receive(response, to: request))
      case (.send(let request), .failure(let error)):
        requestTime -= elapsed
        throw failure(error, "\(request.title): ")
      case (.authorize(let url), .success(.callback(let parameters))):
        return .value(try receive(parameters, from: url))
      case (.prompt(_, let isSecret), .success(.answer(let secret))):
        return .value(receive(secret, isSecret: isSecret))
      case (_, .failure(let error)): throw failure(error, "")
      default: throw .raise("the reply does not fit the call")
      }
    } catch {
      return error.answer
    }
  }

  private func failure(_ error: any Error, _ title: String) -> HostCallError {
    errors.append(error)
    let number = errors.count - 1
    guard let error = error as? ScriptEffectError else {
      return .fail(ScriptFailure(.network, "\(title)the request failed", effectError: number))
    }
    return .fail(
      ScriptFailure(
        error.code,
        title + error.message,
        providerCode: error.providerCode,
        effectError: number
      )
    )
  }

  private func receive(
    _ response: HTTPResponse,
    to request: ScriptRequest
  ) throws(HostCallError) -> [UInt8] {
    guard response.body.count <= limits.body else {
      throw .fail(.protocol, "\(request.title): the answer is larger than \(limits.body) bytes")
    }
    guard request.expectation.allows(response.status) else {
      let code: ScriptFailureCode =
        switch response.status {
        case 429, 500...: .serviceUnavailable
        case 400..<500: .providerRefused
        default: .protocol
        }
      throw .fail(code, "\(request.title): answered with status \(response.status)")
    }
    let shown = ResponseForScript(response, to: request, context: &context)
    return shown.write(secrets: context.secrets)
  }

  private func receive(_ callback: Parameters, from url: URI) throws(HostCallError) -> [UInt8] {
    let sent = (try? url.queryParameters())?.first("state")
    if let sent, callback.values("state") != [sent] {
      throw .fail(.stateMismatch, "the callback's state is not the one that was sent")
    }
    var shown: [String: String] = [:]
    for pair in callback.pairs { shown[pair.nameText] = pair.valueText }
    let asked = (try? url.queryParameters()) ?? Parameters()
    let redaction = context.secrets.redaction(of: url)
    var writer = ScriptMessageWriter()
    writer.table(shown.count)
    for (name, value) in shown {
      writer.key(name)
      // What the script itself sent along it knows already.
      if !SecretFields.shows(value, as: name), asked.values(name) != [value] {
        let index = context.secrets.add(
          Secret(value),
          name: name,
          from: url,
          mayGoTo: context.mayContact
        )
        writer.handle(index, name: name)
      } else {
        writer.string(redaction.replace(in: value))
      }
    }
    return writer.bytes
  }

  private func receive(_ answer: Secret, isSecret: Bool) -> [UInt8] {
    var writer = ScriptMessageWriter()
    if isSecret {
      // People answer with what they can remember or read off a telephone.
      let index = context.secrets.add(
        answer,
        name: "answer",
        isGuessable: true,
        mayGoTo: context.mayContact
      )
      writer.handle(index, name: "answer")
    } else {
      writer.string(answer.bytes)
    }
    return writer.bytes
  }

  // MARK: calls that answer at once

  private func immediate(_ call: CallArguments) throws(HostCallError) -> [UInt8] {
    var writer = ScriptMessageWriter()
    switch call.function {
    case "now":
      try call.atMost(0)
      writer.integer(context.effects.now().seconds)
    case "log":
      log(call)
      writer.null()
    case "fail": throw .fail(try scriptFailure(call))
    case "jwt.claims", "jwt.header":
      let token = try JWTCalls.read(call, context.secrets)
      let object = call.function == "jwt.claims" ? token.claims : token.header
      let redaction = JWTCalls.redaction(call, context.secrets)
      writer.value(ScriptValue(json: .object(object), show: { redaction.replace(in: $0) }))
    case "jwt.sign": return try JWTCalls.sign(call, &context)
    case let name where name.hasPrefix("hash."):
      let hash = HashCalls(effects: context.effects)
      return try hash.answer(String(name.dropFirst(5)), call, &context)
    case let name where name.hasPrefix("sign."):
      let sign = SignCalls(effects: context.effects)
      return try sign.answer(String(name.dropFirst(5)), call, &context)
    default: throw call.wrong("there is no such function")
    }
    return writer.bytes
  }

  private func log(_ call: CallArguments) {
    guard logged <= limits.log else { return }
    let parts = call.values.map { describe($0) }
    let line = PrintableText.of(context.secrets.redacted(parts.joined(separator: " ")))
    logged += line.utf8.count + 1
    context.effects.log(logged > limits.log ? "(the log is full)" : line)
  }

  /// A value as a log line shows it: texts bare, tables as JSON, secrets by name.
  private func describe(_ value: ScriptValue) -> String {
    if case .handle(let index) = value { return "<secret \(context.secrets.name(index))>" }
    if case .string(let bytes) = value { return String(decoding: bytes, as: UTF8.self) }
    let open: (UInt32) -> String = { "<secret \(self.context.secrets.name($0))>" }
    let json = try? ScriptJSON.value(value, at: "", open: open)
    return json?.serialized ?? "(\(value.kindName))"
  }

  private func scriptFailure(_ call: CallArguments) throws(HostCallError) -> ScriptFailure {
    try call.atMost(3)
    let name = try call.text(0, "the code")
    guard let code = ScriptFailureCode(rawValue: name) else {
      let known = ScriptFailureCode.allCases.map(\.rawValue).joined(separator: ", ")
      throw call.wrong("unknown code '\(PrintableText.of(name, limit: 40))'; there are \(known)")
    }
    // Text and code are often a service's, which may send anything in their places.
    return ScriptFailure(
      code,
      call[1].plainText ?? code.rawValue,
      providerCode: call[2].plainText.map { PrintableText.of($0, limit: 100) },
      isVerdict: true
    )
  }
}
