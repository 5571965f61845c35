import Providers
import Standards

/// A descriptor's hooks, run with the options, hosts and effects of one account.
struct DescriptorScript: Sendable {
  let descriptor: Descriptor
  let tools: Tools

  private var operation: ScriptOperation {
    ScriptOperation(
      source: descriptor.source.bytes,
      chunkName: descriptor.source.fileName,
      isolation: descriptor.source.isolation
    )
  }

  /// Runs `login` of a custom provider.
  func login(
    _ options: [String: OptionValue],
    effects: FlowEffects,
    redirectURI: String?
  ) async throws(AuthRunError) -> ScriptLoginResult {
    let context = try context(options, effects, redirectURI: redirectURI)
    return try await folding { () throws(ScriptError) in
      try await operation.login(context)
    }
  }

  /// Runs `refresh` of a custom provider; the user is not there to be asked.
  func refresh(_ credential: Credential) async throws(AuthRunError) -> ScriptLoginResult {
    let context = try context(credential.options, FlowEffects(tools: tools, step: "refresh"))
    return try await folding { () throws(ScriptError) in
      try await operation.refresh(
        context,
        access: credential.accessToken,
        refresh: credential.refreshToken,
        extras: credential.extras
      )
    }
  }

  /// Runs `identity`, which returns a table with `id`, `login`, `name` and `email`.
  func identity(of credential: Credential) async throws(AuthRunError) -> Identity? {
    var context = try context(credential.options, FlowEffects(tools: tools, step: "identity"))
    let token = context.lendTokens(
      access: credential.accessToken,
      refresh: credential.refreshToken,
      extras: credential.extras
    )
    let outcome = try await run("identity", [token], context)
    guard case .table(let table) = outcome.returned else { return nil }
    // A handle is a token or a secret, and a name is printed.
    func text(_ name: String) -> String? {
      guard let value = table.fields[name] else { return nil }
      if case .handle = value { return nil }
      return outcome.text(value)
    }
    let identity = Identity(
      id: text("id"),
      login: text("login"),
      name: text("name"),
      email: text("email")
    )
    return identity == Identity() ? nil : identity
  }

  /// Lets the hook called `name` change the parameters of a step, and gives them back.
  ///
  /// The hook sees a table of texts and of handles for what is secret, under the names of the request.
  func change(
    _ parameters: Parameters,
    with hook: Hook,
    _ options: [String: OptionValue],
    to url: URI,
    secret names: Set<String>
  ) async throws(AuthRunError) -> Parameters {
    var context = try context(options, FlowEffects(tools: tools, step: hook.rawValue))
    var table = ScriptTable()
    for pair in parameters.pairs {
      table.fields[pair.nameText] =
        names.contains(pair.nameText)
        ? context.lend(Secret(pair.value), name: pair.nameText) : .string(pair.value)
    }
    let outcome = try await run(hook.rawValue, [.table(table)], context)
    guard case .table(let changed) = outcome.arguments.first else { return parameters }
    return try rebuilt(parameters, from: changed, outcome, hook, url)
  }

  /// Shows the callback's parameters to `on_callback`; what is secret in them is a handle.
  func examine(
    _ parameters: Parameters,
    _ options: [String: OptionValue],
    secret names: Set<String>
  ) async throws(AuthRunError) {
    let hook = Hook.onCallback.rawValue
    var context = try context(options, FlowEffects(tools: tools, step: hook))
    var table = ScriptTable()
    for pair in parameters.pairs {
      table.fields[pair.nameText] =
        names.contains(pair.nameText)
        ? context.lend(Secret(pair.value), name: pair.nameText) : .string(pair.value)
    }
    _ = try await run(hook, [.table(table)], context)
  }

  /// Runs `revoke`, which gives the tokens back or fails.
  func revoke(_ credential: Credential) async throws(AuthRunError) {
    var context = try context(credential.options, FlowEffects(tools: tools, step: "revoke"))
    let token = context.lendTokens(
      access: credential.accessToken,
      refresh: credential.refreshToken,
      extras: credential.extras
    )
    _ = try await run("revoke", [token], context)
  }

  /// Runs `health`: whether all is well, and what the script says about it.
  func health(of credential: Credential) async throws(AuthRunError) -> HealthReport {
    var context = try context(credential.options, FlowEffects(tools: tools, step: "health"))
    let token = context.lendTokens(
      access: credential.accessToken,
      refresh: credential.refreshToken,
      extras: credential.extras
    )
    let outcome = try await run("health", [token], context)
    switch outcome.returned {
    case .boolean(let isWell): return HealthReport(isWell: isWell, text: nil)
    case .string: return HealthReport(isWell: false, text: outcome.text(outcome.returned))
    case .table(let table):
      guard case .boolean(let isWell) = table.fields["ok"] ?? .null else { break }
      let text = table.fields["text"].flatMap { value -> String? in
        if case .handle = value { nil } else { outcome.text(value) }
      }
      return HealthReport(isWell: isWell, text: text)
    default: break
    }
    throw wrongResult("health", "returns neither true, nor a text, nor { ok = …, text = … }")
  }

  /// Runs `sign`, which sees a request and says what header fields and parameters to add.
  func sign(
    _ request: HTTPRequest,
    _ credential: Credential
  ) async throws(AuthRunError) -> HTTPRequest {
    let hook = Hook.sign.rawValue
    var context = try context(credential.options, FlowEffects(tools: tools, step: hook))
    let token = context.lendTokens(
      access: credential.accessToken,
      refresh: credential.refreshToken,
      extras: credential.extras
    )
    var headers = ScriptTable()
    for field in request.headers.fields {
      headers.fields[field.name.lowercased()] = .string(Array(field.value.utf8))
    }
    let shown = ScriptTable(fields: [
      "method": .string(Array(request.method.utf8)), "url": .string(Array(request.url.text.utf8)),
      "host": .string(Array(request.url.authority.utf8)),
      "path": .string(Array(request.url.path.utf8)),
      "query": .string(Array((request.url.query ?? "").utf8)), "headers": .table(headers),
      "body": .string(request.body),
    ])
    let outcome = try await run(hook, [.table(shown), token], context)
    var signed = request
    guard case .table(let table) = outcome.returned else {
      throw wrongResult(hook, "returns no table")
    }
    let known: Set<String> = ["headers", "query"]
    if let unknown = table.fields.keys.filter({ !known.contains($0) }).min() {
      throw wrongResult(hook, "returns the unknown field \(unknown)")
    }
    for (name, text) in try texts(table.fields["headers"], outcome, request.url, hook) {
      guard !name.isEmpty, name.utf8.allSatisfy(ASCII.isTokenCharacter),
        text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
        !Self.ownFields.contains(name.lowercased())
      else { throw wrongResult(hook, "sets a header field that it may not set") }
      signed.headers[name] = text
    }
    let query = try texts(table.fields["query"], outcome, request.url, hook)
    if !query.isEmpty { signed.url = signed.url.appendingQuery(Parameters(query)) }
    return signed
  }

  /// Fields that belong to the connection.
  private static let ownFields: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "te", "upgrade", "expect",
  ]

  /// The texts of a table that a hook returned; a secret goes only where it may.
  private func texts(
    _ value: ScriptValue?,
    _ outcome: ScriptOutcome,
    _ url: URI,
    _ hook: String
  ) throws(AuthRunError) -> [(String, String)] {
    guard let value else { return [] }
    guard case .table(let table) = value, table.sequence.isEmpty else {
      throw wrongResult(hook, "returns something else than a table of names and texts")
    }
    var texts: [(String, String)] = []
    for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
      guard outcome.mayGo(value, to: url) else {
        throw wrongResult(
          hook,
          "puts a secret into a request to \(url.origin), to which it is not bound",
          .hostNotAllowed
        )
      }
      guard let text = outcome.text(value) else {
        throw wrongResult(hook, "returns a \(name) that is no text")
      }
      texts.append((name, text))
    }
    return texts
  }

  /// At the line where the descriptor has the hook.
  private func wrongResult(
    _ hook: String,
    _ what: String,
    _ code: AuthRunError.Code = .descriptorInvalid
  ) -> AuthRunError {
    let line = KeyLocator(source: descriptor.source.bytes).line(of: hook)
    return AuthRunError(
      code,
      "\(hook) \(what)",
      provider: descriptor.id,
      step: hook,
      location: "\(descriptor.source.fileName):\(line)"
    )
  }

  /// Lets `on_token_response` change the answer of a token endpoint before it is read.
  ///
  /// Whatever looks like a token is a handle while the hook has it.
  func change(
    answer: JSONValue,
    _ options: [String: OptionValue]
  ) async throws(AuthRunError) -> JSONValue {
    let hook = Hook.onTokenResponse.rawValue
    var context = try context(options, FlowEffects(tools: tools, step: hook))
    let lent = TokenHandles.lend(answer, to: &context)
    let outcome = try await run(hook, [lent], context)
    let changed = outcome.returned == .null ? outcome.arguments.first : outcome.returned
    guard let changed, let json = TokenHandles.json(changed, outcome) else {
      throw wrongResult(hook, "gives back something that is no plain data")
    }
    return json
  }

  private func run(
    _ hook: String,
    _ arguments: [ScriptValue],
    _ context: ScriptContext
  ) async throws(AuthRunError) -> ScriptOutcome {
    try await folding { () throws(ScriptError) in
      try await operation.run(hook: hook, arguments: arguments, context: context)
    }
  }

  /// The order of the parameters stays; what the hook took away is gone, what it added comes last.
  private func rebuilt(
    _ parameters: Parameters,
    from table: ScriptTable,
    _ outcome: ScriptOutcome,
    _ hook: Hook,
    _ url: URI
  ) throws(AuthRunError) -> Parameters {
    var result = Parameters()
    let known = parameters.pairs.map(\.nameText)
    let added = table.fields.keys.filter { !known.contains($0) }.sorted()
    for name in known + added {
      guard let value = table.fields[name], value != .null else { continue }
      guard outcome.mayGo(value, to: url) else {
        throw wrongResult(
          hook.rawValue,
          "gives \(name) a secret that may not go to \(url.origin)",
          .hostNotAllowed
        )
      }
      guard let text = outcome.text(value) else {
        throw wrongResult(hook.rawValue, "gives \(name) a value that is no text")
      }
      result.append(name, text)
    }
    return result
  }

  private func context(
    _ options: [String: OptionValue],
    _ effects: FlowEffects,
    redirectURI: String? = nil
  ) throws(AuthRunError) -> ScriptContext {
    let hosts: HostSet
    let bindings: [String: HostSet]
    do throws(TemplateError) {
      hosts = try descriptor.hostSet(options)
      bindings = try descriptor.secretBindings(options)
    } catch {
      throw AuthRunError(error)
    }
    var visible: [String: ScriptContext.Option] = [:]
    for spec in descriptor.options {
      visible[spec.name] = Self.visible(spec, options, bindings[spec.name] ?? hosts, of: hosts)
    }
    return ScriptContext(
      options: visible,
      effects: effects,
      redirectURI: redirectURI,
      mayContact: { hosts.allows($0) }
    )
  }

  private static func visible(
    _ spec: OptionSpec,
    _ options: [String: OptionValue],
    _ binding: HostSet,
    of hosts: HostSet
  ) -> ScriptContext.Option {
    if spec.type == .secret {
      return options.secret(spec.name).map { secret in
        .secret(secret, mayGoTo: { binding.allows($0) }, isBound: !binding.covers(hosts))
      } ?? .absent
    }
    guard let text = options.text(spec.name) else { return .absent }
    switch spec.type {
    case .boolean: return .boolean(text == "true")
    case .integer: return Int64(text).map { .integer($0) } ?? .text(text)
    case .url: return (try? URI(text)).map { .url($0) } ?? .text(text)
    case .string, .enum, .secret: return .text(text)
    }
  }

  private func folding<Result>(
    _ body: () async throws(ScriptError) -> Result
  ) async throws(AuthRunError) -> Result {
    do throws(ScriptError) {
      return try await body()
    } catch {
      for line in error.traceback {
        tools.tracer.note(error.hook ?? "script", line)
      }
      throw AuthRunError(
        error.namingExpression(in: descriptor.source.bytes),
        provider: descriptor.id
      )
    }
  }
}
