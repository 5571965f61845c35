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
    var context = try context(
      credential.options,
      FlowEffects(tools: tools, step: Hook.sign.rawValue)
    )
    let token = try lendTokens(of: credential, &context)
    let shown = shown(request, &context)
    return try await folding { [context] () throws(ScriptError) in
      try await operation.sign(request, shownAs: shown, token, context)
    }
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
}
