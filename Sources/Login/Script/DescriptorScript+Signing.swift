import Providers
import Standards

extension DescriptorScript {
  /// Runs `sign`, which sees a request and says what header fields and parameters to add.
  ///
  /// What of the request came from a secret is a handle that may go to the request's own host alone.
  func sign(
    _ request: HTTPRequest,
    _ credential: Credential
  ) async throws(AuthRunError) -> HTTPRequest {
    let hook = Hook.sign.rawValue
    var context = try context(credential.options, FlowEffects(tools: tools, step: hook))
    let token = try lendTokens(of: credential, &context)
    let shown = shown(request, &context)
    let outcome = try await run(hook, [shown, token], context)
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

  private func shown(_ request: HTTPRequest, _ context: inout ScriptContext) -> ScriptValue {
    let url = request.url
    func value(_ text: [UInt8], _ name: String, isSecret: Bool) -> ScriptValue {
      isSecret ? lend(Secret(text), name, to: url, &context) : .string(text)
    }
    var headers = ScriptTable()
    for field in request.headers.fields {
      let name = field.name.lowercased()
      headers.fields[name] = value(Array(field.value.utf8), name, isSecret: field.isSecret)
    }
    let secrets = request.secrets
    var parameters = ScriptTable()
    for pair in ((try? url.queryParameters()) ?? Parameters()).pairs {
      let name = pair.nameText
      let isSecret = secrets.isInAddress || secrets.parameters.contains(name)
      parameters.append(value(pair.value, name, isSecret: isSecret), named: name)
    }
    // What stands under a name of its own is in `params`; the texts do without it.
    let open = url.removingQuery(secrets.parameters)
    func part(_ text: String, _ name: String) -> ScriptValue {
      value(Array(text.utf8), name, isSecret: secrets.isInAddress)
    }
    return .table(
      ScriptTable(fields: [
        "method": .string(Array(request.method.utf8)), "url": part(open.text, "url"),
        "host": .string(Array(url.authority.utf8)), "path": part(open.path, "path"),
        "query": part(open.query ?? "", "query"), "params": .table(parameters),
        "headers": .table(headers),
        "body": value(request.body, "body", isSecret: secrets.isInBody),
      ])
    )
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
      texts.append((name, try text(value, of: name, outcome, url, hook)))
    }
    return texts
  }
}
