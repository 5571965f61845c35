import Standards

/// Reads the table of an `http` call into a request.
struct ScriptRequestReader {
  static let known = [
    "url", "method", "headers", "header", "cookies", "query", "form", "json", "body", "auth",
    "take", "expect", "timeout",
  ]
  /// Fields that belong to the connection or to `auth`; a script that set them could reach past a check.
  private static let reserved: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "keep-alive", "te", "trailer",
    "upgrade", "expect", "authorization", "proxy-authorization", "proxy-connection", "cookie",
    "cookie2", "set-cookie", "forwarded",
  ]

  let arguments: CallArguments
  let context: ScriptContext

  /// Reads the call; `method` is what the function's name says, or `nil` when the table has it.
  func read(method: String?) throws(HostCallError) -> ScriptRequest {
    try arguments.atMost(1)
    // A URL alone is the shortest request.
    var fields: [String: ScriptValue] = ["url": arguments[0]]
    if arguments[0].text == nil {
      guard arguments[0].table != nil else {
        throw arguments.wrong("takes a URL or a table, not \(arguments[0].kindName)")
      }
      fields = try arguments.fields(0, known: Self.known)
    }
    let url = try url(fields["url"] ?? .null)
    let slots = RequestSlots(function: arguments.function, url: url, secrets: context.secrets)
    var request = HTTPRequest(method: try self.method(fields, method), url: url)
    if let query = fields["query"] {
      request.url = url.appendingQuery(try slots.parameters(query, at: "query"))
    }
    try setHeaders(fields, slots, in: &request)
    try setBody(fields, slots, in: &request)
    if let auth = fields["auth"] {
      request.headers["Authorization"] = try slots.authorization(auth)
    }
    return ScriptRequest(
      request: request,
      take: try take(fields["take"]),
      expectation: try expectation(fields["expect"]),
      timeout: try timeout(fields["timeout"])
    )
  }

  /// A URL that the script may contact, parsed strictly.
  func url(_ value: ScriptValue) throws(HostCallError) -> URI {
    guard let text = value.text else {
      throw arguments.wrong("url must be text, not \(value.kindName)")
    }
    let url: URI
    do {
      url = try URI(text).withoutFragment
    } catch {
      throw arguments.wrong("url: \(error)")
    }
    guard url.scheme == "https" || url.scheme == "http" && url.isLoopback else {
      throw arguments.forbidden("\(url.redacted): only https is allowed")
    }
    guard url.userInfo == nil else {
      throw arguments.forbidden("\(url.redacted): a URL with user information is not allowed")
    }
    guard context.mayContact(url) else {
      throw arguments.forbidden(
        "\(url.authority) is not among the descriptor's hosts; name it in hosts"
      )
    }
    return url
  }

  private func method(
    _ fields: [String: ScriptValue],
    _ given: String?
  ) throws(HostCallError) -> String {
    guard let value = fields["method"] else { return given ?? "GET" }
    guard given == nil, let method = value.text, !method.isEmpty,
      method.utf8.allSatisfy({ $0 >= 65 && $0 <= 90 }), method != "CONNECT", method != "TRACE"
    else { throw arguments.wrong("method must be a method in capitals, and only for http.request") }
    return method
  }

  private func setHeaders(
    _ fields: [String: ScriptValue],
    _ slots: RequestSlots,
    in request: inout HTTPRequest
  ) throws(HostCallError) {
    guard fields["headers"] == nil || fields["header"] == nil else {
      throw arguments.wrong("headers and header are the same; give one")
    }
    if let value = fields["headers"] ?? fields["header"] {
      for field in try slots.fields(value, at: "headers", reserved: Self.reserved) {
        request.headers[field.name] = field.value
      }
    }
    for cookie in try fields["cookies"].map(slots.cookies) ?? [] {
      request.headers.addCookie(cookie.name, cookie.value)
    }
  }

  private func setBody(
    _ fields: [String: ScriptValue],
    _ slots: RequestSlots,
    in request: inout HTTPRequest
  ) throws(HostCallError) {
    let given = ["form", "json", "body"].filter { fields[$0] != nil }
    guard given.count <= 1 else {
      throw arguments.wrong("\(given.joined(separator: " and ")) exclude each other")
    }
    if let form = fields["form"] {
      request.body = Array(FormEncoding.encode(try slots.parameters(form, at: "form")).utf8)
      setType("application/x-www-form-urlencoded", in: &request)
    } else if let json = fields["json"] {
      request.body = try slots.json(json)
      setType("application/json", in: &request)
    } else if let body = fields["body"] {
      guard case .string(let bytes) = body else {
        throw arguments.wrong("body must be text, not \(body.kindName)")
      }
      request.body = bytes
    }
  }

  private func setType(_ type: String, in request: inout HTTPRequest) {
    if request.headers["Content-Type"] == nil { request.headers["Content-Type"] = type }
  }

  private func take(_ value: ScriptValue?) throws(HostCallError) -> [String: ScriptRequest.Source] {
    guard let value else { return [:] }
    guard let table = value.table, table.sequence.isEmpty else {
      throw arguments.wrong("take must be a table of names and JSON pointers")
    }
    var sources: [String: ScriptRequest.Source] = [:]
    for (name, value) in table.fields {
      if let place = value.table {
        sources[name] = try source(place, of: name)
        continue
      }
      guard let text = value.text else {
        throw arguments.wrong("take.\(name) must be a JSON pointer")
      }
      if text.hasPrefix("header:") {
        sources[name] = .header(String(text.dropFirst(7)))
      } else if let pointer = try? JSONPointer(text), !pointer.tokens.isEmpty {
        sources[name] = .body(pointer)
      } else {
        throw arguments.wrong("take.\(name) must be a JSON pointer such as \"/token\"")
      }
    }
    return sources
  }

  /// `{ cookie = "SESSION" }` or `{ header = "X-Token" }`.
  private func source(
    _ place: ScriptTable,
    of name: String
  ) throws(HostCallError) -> ScriptRequest.Source {
    if place.sequence.isEmpty, place.fields.count == 1 {
      if let cookie = place.fields["cookie"]?.text, Cookie.isName(cookie) { return .cookie(cookie) }
      if let header = place.fields["header"]?.text { return .header(header) }
    }
    throw arguments.wrong(
      "take.\(name) takes a JSON pointer, { cookie = name } or { header = name }"
    )
  }

  private func expectation(
    _ value: ScriptValue?
  ) throws(HostCallError) -> ScriptRequest.Expectation {
    switch value {
    case nil: return .any
    case .boolean(true): return .success
    case .boolean(false): return .any
    case .integer(let status): return .among([Int(clamping: status)])
    case .table(let table) where table.fields.isEmpty:
      let statuses = table.sequence.compactMap { $0.wholeNumber.map { Int(clamping: $0) } }
      if statuses.count == table.sequence.count { return .among(statuses) }
    default: break
    }
    throw arguments.wrong("expect must be a status, a list of them, or true for 2xx")
  }

  private func timeout(_ value: ScriptValue?) throws(HostCallError) -> Duration? {
    guard let value else { return nil }
    guard let seconds = value.wholeNumber, (1...600).contains(seconds) else {
      throw arguments.wrong("timeout must be whole seconds from 1 to 600")
    }
    return .seconds(seconds)
  }
}
