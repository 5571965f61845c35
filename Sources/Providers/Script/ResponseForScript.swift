import Standards

/// Cuts tokens out of a response and writes the rest for the script.
struct ResponseForScript {
  let request: ScriptRequest
  private var response: HTTPResponse
  private var json: JSONValue?
  private var isForm = false
  private var taken: [String: UInt32] = [:]
  private let now: Timestamp

  /// Registers what `take` names in `secrets`; the script gets the response without it.
  init(_ response: HTTPResponse, to request: ScriptRequest, context: inout ScriptContext) {
    self.request = request
    self.response = response
    now = context.effects.now()
    json = Self.json(of: response)
    if json == nil, response.headers.contentType?.isForm == true {
      json = Self.form(of: response)
      isForm = json != nil
    }
    for (name, source) in request.take.sorted(by: { $0.key < $1.key }) {
      guard let secret = cut(source) else { continue }
      let rule = context.mayContact
      taken[name] = context.secrets.add(
        Secret(secret),
        name: name,
        from: request.request.url,
        mayGoTo: rule
      )
    }
    if !request.take.isEmpty, let json { self.response.body = Self.body(json, isForm: isForm) }
  }

  private static func body(_ json: JSONValue, isForm: Bool) -> [UInt8] {
    guard isForm, let object = json.object else { return json.serializedBytes }
    let pairs = object.members.map { ($0.name, $0.value.string ?? "") }
    return Array(FormEncoding.encode(Parameters(pairs)).utf8)
  }

  /// The read-only table `{ status, headers, body, json, taken }`.
  func write(secrets: SecretTable) -> [UInt8] {
    var writer = ScriptMessageWriter()
    let redaction = secrets.redaction(of: request.request.url)
    writer.readOnly("the response", 5)
    writer.key("status")
    writer.integer(Int64(response.status))
    writer.key("headers")
    let headers = visibleHeaders()
    writer.table(headers.count)
    for (name, value) in headers {
      writer.key(redaction.replace(in: name))
      writer.string(redaction.replace(in: value))
    }
    writer.key("body")
    writer.string(redaction.replace(in: response.body))
    writer.key("json")
    writeJSON(into: &writer, redaction)
    writer.key("taken")
    writer.readOnly("taken", request.take.count)
    for name in request.take.keys {
      writer.key(name)
      if let index = taken[name] { writer.handle(index, name: name) } else { writer.absent() }
    }
    return writer.bytes
  }

  private func writeJSON(into writer: inout ScriptMessageWriter, _ redaction: SpellingReplacer) {
    switch json {
    case nil:
      let code: ScriptFailureCode = response.status >= 500 ? .serviceUnavailable : .protocol
      let what = response.body.isEmpty ? "has no body" : "is not JSON"
      let failure = ScriptFailure(
        code,
        "the answer to \(request.title) (status \(response.status)) \(what)"
      )
      writer.trap(failure.payload)
    case .null: writer.absent()
    case let json?: writer.value(ScriptValue(json: json) { redaction.replace(in: $0) })
    }
  }

  /// Names in lower case; several fields of one name are joined.
  ///
  /// Cookies are credentials and stay out.
  private func visibleHeaders() -> [String: String] {
    var headers: [String: String] = [:]
    for field in response.headers.fields {
      let name = ASCII.lowercased(field.name)
      guard name != "set-cookie", name != "set-cookie2" else { continue }
      headers[name] = headers[name].map { "\($0), \(field.value)" } ?? field.value
    }
    return headers
  }

  private mutating func cut(_ source: ScriptRequest.Source) -> String? {
    switch source {
    case .cookie(let name): return response.headers.setCookie(name, at: now)
    case .header(let name):
      guard let value = response.headers[name] else { return nil }
      response.headers[name] = nil
      return value
    case .body(let pointer):
      guard let json, let value = json[pointer: pointer] else { return nil }
      let text = value.string ?? value.number?.text
      guard let text, !text.isEmpty else { return nil }
      self.json = json.removing(pointer.tokens[...])
      return text
    }
  }

  private static func json(of response: HTTPResponse) -> JSONValue? {
    let limits = JSONLimits(maximumBytes: 4 << 20, loneSurrogates: .replace)
    return try? JSONReader.read(response.body, limits: limits)
  }

  /// A form-encoded answer as an object of texts; a repeated name keeps its first value.
  private static func form(of response: HTTPResponse) -> JSONValue? {
    guard let parameters = try? FormEncoding.decode(response.body) else { return nil }
    var object = JSONObject()
    for pair in parameters.pairs where object[pair.nameText] == nil {
      object[pair.nameText] = .string(pair.valueText)
    }
    return .object(object)
  }
}

extension JSONValue {
  /// The value without what the pointer's tokens lead to; a list keeps its positions.
  fileprivate func removing(_ tokens: ArraySlice<String>) -> JSONValue {
    guard let token = tokens.first else { return .null }
    switch self {
    case .object(var object):
      object[token] = tokens.count == 1 ? nil : object[token]?.removing(tokens.dropFirst())
      return .object(object)
    case .array(var items):
      guard let index = Int(token), items.indices.contains(index) else { return self }
      items[index] = items[index].removing(tokens.dropFirst())
      return .array(items)
    default: return self
    }
  }
}
