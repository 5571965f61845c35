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
    let token = try lendTokens(of: credential, &context)
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

  /// Runs `revoke`, which gives the tokens back or fails.
  func revoke(_ credential: Credential) async throws(AuthRunError) {
    var context = try context(credential.options, FlowEffects(tools: tools, step: "revoke"))
    let token = try lendTokens(of: credential, &context)
    _ = try await run("revoke", [token], context)
  }

  /// Runs `health`: whether all is well, and what the script says about it.
  func health(of credential: Credential) async throws(AuthRunError) -> HealthReport {
    var context = try context(credential.options, FlowEffects(tools: tools, step: "health"))
    let token = try lendTokens(of: credential, &context)
    let outcome = try await run("health", [token], context)
    switch outcome.returned {
    case .boolean(let isWell): return HealthReport(isWell: isWell, text: outcome.second)
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

  /// The account's tokens as handles; a key of the user's own goes only where it is bound.
  func lendTokens(
    of credential: Credential,
    _ context: inout ScriptContext
  ) throws(AuthRunError) -> ScriptValue {
    let names = descriptor.tokenSecrets
    let bindings: [String: HostSet]
    do throws(TemplateError) {
      bindings = try descriptor.secretBindings(credential.options)
    } catch {
      throw AuthRunError(error)
    }
    let hosts = names.compactMap { bindings[$0] }
    var rule: HostRule?
    if !hosts.isEmpty { rule = { url in hosts.allSatisfy { $0.allows(url) } } }
    return context.lendTokens(
      access: credential.accessToken,
      refresh: credential.refreshToken,
      extras: credential.extras,
      extrasAreForeign: credential.kind != .custom,
      accessMayGoTo: rule
    )
  }

  /// At the line where the descriptor has the hook.
  func wrongResult(
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

  func run(
    _ hook: String,
    _ arguments: [ScriptValue],
    _ context: ScriptContext
  ) async throws(AuthRunError) -> ScriptOutcome {
    try await folding { () throws(ScriptError) in
      try await operation.run(hook: hook, arguments: arguments, context: context)
    }
  }

  func context(
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
