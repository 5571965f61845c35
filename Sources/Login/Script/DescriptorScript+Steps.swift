import Providers
import Standards

/// The hooks that stand within a step of OAuth 2.0.
extension DescriptorScript {
  /// Lets a hook change the parameters of a step, and gives them back.
  ///
  /// The hook sees a table of texts, of handles for what is secret, and of lists for what stands more
  /// than once, under the names of the request. What it leaves alone stays as it is, in its place.
  func change(
    _ parameters: Parameters,
    with hook: Hook,
    _ options: [String: OptionValue],
    to url: URI
  ) async throws(AuthRunError) -> Parameters {
    var context = try context(options, FlowEffects(tools: tools, step: hook.rawValue))
    let lent = lend(parameters, to: url, &context)
    let outcome = try await run(hook.rawValue, [.table(lent)], context)
    guard case .table(let changed) = outcome.arguments.first, changed != lent else {
      return parameters
    }
    return try rebuilt(parameters, lent, changed, outcome, hook.rawValue, url)
  }

  /// Shows the callback's parameters to `on_callback`; what is secret in them is a handle.
  func examine(
    _ parameters: Parameters,
    _ options: [String: OptionValue],
    to url: URI
  ) async throws(AuthRunError) {
    let hook = Hook.onCallback.rawValue
    var context = try context(options, FlowEffects(tools: tools, step: hook))
    let lent = lend(parameters, to: url, &context)
    _ = try await run(hook, [.table(lent)], context)
  }

  /// Lets `on_token_response` change the answer of a token endpoint before it is read.
  ///
  /// Whatever may be a token is a handle while the hook has it: what stands where the descriptor says that
  /// a token is, and all that is not known to be something else.
  func change(
    answer: JSONValue,
    tokensAt pointers: Set<JSONPointer>,
    _ options: [String: OptionValue]
  ) async throws(AuthRunError) -> JSONValue {
    let hook = Hook.onTokenResponse.rawValue
    var context = try context(options, FlowEffects(tools: tools, step: hook))
    let handles = TokenHandles(tokensAt: pointers)
    let lent = handles.lend(answer, to: &context)
    let outcome = try await run(hook, [lent], context)
    let changed = outcome.returned == .null ? outcome.arguments.first : outcome.returned
    if changed?.table == nil { throw wrongResult(hook, "gives back something that is no table") }
    do throws(TokenHandles.Unwritable) {
      return try handles.json(changed ?? .null, lentAs: lent, from: answer, outcome)
    } catch {
      throw wrongResult(hook, error.reason)
    }
  }

  private func lend(
    _ parameters: Parameters,
    to url: URI,
    _ context: inout ScriptContext
  ) -> ScriptTable {
    var table = ScriptTable()
    for pair in parameters.pairs {
      let name = pair.nameText
      let value: ScriptValue =
        pair.isSecret ? lend(Secret(pair.value), name, to: url, &context) : .string(pair.value)
      table.append(value, named: name)
    }
    return table
  }

  /// A handle for what goes to one host.
  func lend(
    _ secret: Secret,
    _ name: String,
    to url: URI,
    _ context: inout ScriptContext
  ) -> ScriptValue {
    let host = HostEntry(url)
    let mayContact = context.mayContact
    return context.lend(secret, name: name) { HostEntry($0) == host && mayContact($0) }
  }

  /// The order of the parameters stays; what the hook took away is gone, what it added comes last.
  private func rebuilt(
    _ parameters: Parameters,
    _ lent: ScriptTable,
    _ changed: ScriptTable,
    _ outcome: ScriptOutcome,
    _ hook: String,
    _ url: URI
  ) throws(AuthRunError) -> Parameters {
    var result = Parameters()
    var done: Set<String> = []
    for pair in parameters.pairs {
      let name = pair.nameText
      guard changed.fields[name] != lent.fields[name] else {
        result.pairs.append(pair)
        continue
      }
      guard done.insert(name).inserted else { continue }
      try append(changed.fields[name], named: name, to: &result, outcome, hook, url)
    }
    let added = changed.fields.keys.filter { lent.fields[$0] == nil }.sorted()
    for name in added {
      try append(changed.fields[name], named: name, to: &result, outcome, hook, url)
    }
    return result
  }

  private func append(
    _ value: ScriptValue?,
    named name: String,
    to parameters: inout Parameters,
    _ outcome: ScriptOutcome,
    _ hook: String,
    _ url: URI
  ) throws(AuthRunError) {
    guard let value, value != .null else { return }
    var values = [value]
    if case .table(let table) = value, table.fields.isEmpty, !table.sequence.isEmpty {
      values = table.sequence
    }
    for value in values {
      let text = try text(value, of: name, outcome, url, hook)
      parameters.append(name, text)
    }
  }

  /// The text of a value that a hook gave for a request to `url`; a secret goes only where it may.
  func text(
    _ value: ScriptValue,
    of name: String,
    _ outcome: ScriptOutcome,
    _ url: URI,
    _ hook: String
  ) throws(AuthRunError) -> String {
    guard outcome.mayGo(value, to: url) else {
      throw wrongResult(
        hook,
        "gives \(name) a secret that may not go to \(url.origin)",
        .hostNotAllowed
      )
    }
    guard let text = outcome.text(value) else {
      throw wrongResult(hook, "gives \(name) a value that is no text")
    }
    return text
  }
}

extension ScriptTable {
  /// Adds a value; of several with one name there is a list.
  mutating func append(_ value: ScriptValue, named name: String) {
    switch fields[name] {
    case nil: fields[name] = value
    case .table(var list):
      list.sequence.append(value)
      fields[name] = .table(list)
    case let first?: fields[name] = .table(ScriptTable(sequence: [first, value]))
    }
  }
}
