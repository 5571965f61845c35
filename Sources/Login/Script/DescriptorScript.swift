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
      throw AuthRunError(
        .descriptorInvalid,
        "\(hook) gives back something that is no plain data",
        provider: descriptor.id,
        step: hook,
        location: descriptor.source.fileName
      )
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
        throw AuthRunError(
          .hostNotAllowed,
          "\(hook.rawValue) gives \(name) a secret that may not go to \(url.origin)",
          provider: descriptor.id,
          step: hook.rawValue,
          location: descriptor.source.fileName
        )
      }
      guard let text = outcome.text(value) else {
        throw AuthRunError(
          .descriptorInvalid,
          "\(hook.rawValue) gives \(name) a value that is no text",
          provider: descriptor.id,
          step: hook.rawValue,
          location: descriptor.source.fileName
        )
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
