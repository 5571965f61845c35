package import Standards

extension ScriptOperation {
  /// What `sign` may return.
  static let signFields = ["headers", "cookies", "query", "auth"]
  /// Fields that belong to the connection.
  private static let ownFields: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "te", "upgrade", "expect",
  ]

  /// Runs `sign` with the request as it is shown and the tokens, and gives the request with what it adds.
  package func sign(
    _ request: HTTPRequest,
    shownAs shown: ScriptValue,
    _ token: ScriptValue,
    _ context: ScriptContext
  ) async throws(ScriptError) -> HTTPRequest {
    let hook = "sign"
    let outcome = try await run(hook: hook, arguments: [shown, token], context: context)
    do throws(HostCallError) {
      return try Self.signed(request, outcome)
    } catch {
      switch error {
      case .raise(let message), .stop(let message): throw wrongResult(of: hook, message)
      case .fail(let failure):
        var wrong = wrongResult(of: hook, failure.message)
        wrong.kind = failure.kind
        throw wrong
      }
    }
  }

  private static func signed(
    _ request: HTTPRequest,
    _ outcome: ScriptOutcome
  ) throws(HostCallError) -> HTTPRequest {
    let slots = RequestSlots(function: "sign", url: request.url, secrets: outcome.secrets)
    guard let table = outcome.returned.table, table.sequence.isEmpty else {
      throw slots.wrong(
        "it must return a table of \(signFields.joined(separator: ", ")), not "
          + outcome.returned.kindName
      )
    }
    if let unknown = table.fields.keys.filter({ !signFields.contains($0) }).min() {
      throw slots.wrong(
        "it returns the unknown field '\(unknown)'; there are \(signFields.joined(separator: ", "))"
      )
    }
    var signed = request
    if let headers = table.fields["headers"] {
      for field in try slots.fields(headers, at: "headers", reserved: ownFields) {
        for (other, name) in [("auth", "authorization"), ("cookies", "cookie")]
        where ASCII.lowercased(field.name) == name && table.fields[other] != nil {
          throw slots.wrong("headers.\(field.name) and \(other) exclude each other")
        }
        signed.headers[field.name] = field.value
      }
    }
    if let auth = table.fields["auth"] {
      signed.headers["Authorization"] = try slots.authorization(auth)
    }
    for cookie in try table.fields["cookies"].map(slots.cookies) ?? [] {
      guard signed.headers.cookie(cookie.name) == nil else {
        throw slots.wrong("cookies.\(cookie.name): the request has such a cookie already")
      }
      signed.headers.addCookie(cookie.name, cookie.value)
    }
    if let query = table.fields["query"] {
      let parameters = try slots.parameters(query, at: "query")
      if !parameters.pairs.isEmpty { signed.url = signed.url.appendingQuery(parameters) }
    }
    return signed
  }
}
