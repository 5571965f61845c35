package import Standards

extension CaseFile {
  /// The file's text: two spaces a level and a line break at the end, so that changes are easy to see.
  package var text: String {
    var object = JSONObject([
      ("provider", .string(provider)), ("now", .string(now.rfc3339)),
    ])
    if !options.isEmpty { object["options"] = Self.texts(options) }
    object["cases"] = .array(cases.map(\.json))
    return JSONValue.object(object).prettyPrinted + "\n"
  }

  fileprivate static func texts(_ texts: [String: String]) -> JSONValue {
    .object(JSONObject(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
  }
}

extension ProviderCase {
  package var json: JSONValue {
    var object = JSONObject([("name", .string(name))])
    if let after { object["after"] = .string(after) }
    if let now { object["now"] = .string(now.rfc3339) }
    object["do"] = .string(action.name)
    let with = action.arguments
    if !with.isEmpty { object["with"] = .object(with) }
    if !steps.isEmpty { object["steps"] = .array(steps.map(\.json)) }
    switch result {
    case .success(let members): object["expect"] = .object(members)
    case .failure(let members): object["error"] = .object(members)
    case .unknown: break
    }
    return .object(object)
  }
}

extension CaseAction {
  fileprivate var arguments: JSONObject {
    var object = JSONObject()
    switch self {
    case .login(let login):
      if !login.scopes.isEmpty { object["scopes"] = .array(login.scopes.map { .string($0) }) }
      if !login.options.isEmpty { object["options"] = CaseFile.texts(login.options) }
      if let uri = login.redirectURI { object["redirect_uri"] = .string(uri) }
      if let capture = login.capture { object["capture"] = .string(capture) }
      if !login.answers.isEmpty { object["answers"] = .array(login.answers.map { .string($0) }) }
    case .request(let request), .sign(let request):
      object["method"] = .string(request.method)
      object["url"] = .string(request.target)
      let message = HTTPResponse(status: 0, headers: request.headers, body: request.body)
      GoldenBody(message).write(to: &object, headers: request.headers.fields)
    case .refresh, .logout: break
    }
    return object
  }
}

extension CaseStep {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    switch self {
    case .browser(let url, let callback):
      if let url { object["browser"] = .string(url) }
      switch callback {
      case .typed(let text): object["callback"] = .string(text)
      case .parameters(let pairs):
        object["callback"] = .object(JSONObject(pairs.map { ($0.name, .string($0.value)) }))
      }
    case .exchange(let request, let reply):
      if let request { object["request"] = request.json }
      object["reply"] = reply.json
    }
    return .object(object)
  }
}

extension GoldenRequest {
  fileprivate var json: JSONValue {
    var object = JSONObject([("method", .string(method)), ("url", .string(url))])
    body.write(to: &object, headers: headers)
    return .object(object)
  }
}

extension CaseReply {
  fileprivate var json: JSONValue {
    switch self {
    case .failure(let failure): return ["failure": .string(failure.rawValue)]
    case .response(let response):
      var object = JSONObject([("status", .integer(Int64(response.status)))])
      GoldenBody(response).write(to: &object, headers: response.headers.fields)
      return .object(object)
    }
  }
}

extension GoldenBody {
  /// Writes header fields and body; a media type that goes without saying is left out.
  fileprivate func write(to object: inout JSONObject, headers: [HTTPField]) {
    var fields = JSONObject()
    for field in headers {
      let name = field.name.lowercased()
      if name == "content-type", field.value == contentType { continue }
      switch fields[name] {
      case nil: fields[name] = .string(field.value)
      case .array(let values)?: fields[name] = .array(values + [.string(field.value)])
      case let value?: fields[name] = .array([value, .string(field.value)])
      }
    }
    if !fields.isEmpty { object["headers"] = .object(fields) }
    switch self {
    case .text(""): break
    case .text(let text): object["body"] = .string(text)
    case .form(let pairs):
      object["form"] = .object(JSONObject(pairs.map { ($0.name, .string($0.value)) }))
    case .json(let value): object["json"] = value
    }
  }
}
