import Standards

/// Why a file of cases cannot be read.
package struct CaseFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where and what, such as `cases[2].steps[1]: unknown member "reqest"; did you mean "request"?`.
  package let description: String

  init(_ path: String, _ message: String) {
    description = path.isEmpty ? message : "\(path): \(message)"
  }
}

extension CaseFile {
  /// Reads a file of cases, strictly: what is not known is an error.
  package init(json bytes: [UInt8]) throws(CaseFileError) {
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw CaseFileError("", "it is not JSON: \(error)")
    }
    let file = try CaseObject(value, "", ["provider", "now", "options", "cases"])
    self.init(
      provider: try file.text("provider"),
      now: try file.time("now") ?? Self.standardTime,
      options: try file.texts("options")
    )
    for (index, value) in try file.list("cases").enumerated() {
      let one = try ProviderCase(value, "cases[\(index + 1)]")
      guard !cases.contains(where: { $0.name == one.name }) else {
        throw CaseFileError("cases[\(index + 1)]", "another case is called “\(one.name)”")
      }
      cases.append(one)
    }
  }
}

extension ProviderCase {
  fileprivate init(_ value: JSONValue, _ path: String) throws(CaseFileError) {
    let object = try CaseObject(
      value,
      path,
      ["name", "after", "now", "do", "with", "steps", "expect", "error"]
    )
    self.init(
      name: try object.text("name"),
      after: try object.optionalText("after"),
      now: try object.time("now"),
      action: try CaseAction(object)
    )
    for (index, value) in try object.list("steps").enumerated() {
      steps.append(try CaseStep(value, "\(path).steps[\(index + 1)]"))
    }
    switch (try object.object("expect"), try object.object("error")) {
    case (let expected?, nil): result = .success(expected)
    case (nil, let error?): result = .failure(error)
    case (nil, nil): result = .unknown
    case (.some, .some): throw CaseFileError(path, "has both \"expect\" and \"error\"")
    }
  }
}

extension CaseAction {
  fileprivate init(_ object: CaseObject) throws(CaseFileError) {
    let name = try object.text("do")
    let path = "\(object.path).with"
    let with = try object.object("with").map { JSONValue.object($0) } ?? .object(JSONObject())
    switch name {
    case "login": self = .login(try CaseLogin(with, path))
    case "request": self = .request(try CaseRequest(with, path))
    case "sign": self = .sign(try CaseRequest(with, path))
    case "refresh", "logout":
      _ = try CaseObject(with, path, [])
      self = name == "refresh" ? .refresh : .logout
    default:
      throw CaseFileError(
        "\(object.path).do",
        "\"\(name)\" is none of \(Self.names.joined(separator: ", "))"
      )
    }
  }
}

extension CaseLogin {
  fileprivate init(_ value: JSONValue, _ path: String) throws(CaseFileError) {
    let object = try CaseObject(
      value,
      path,
      ["scopes", "options", "redirect_uri", "capture", "answers"]
    )
    self.init()
    scopes = try object.textList("scopes")
    options = try object.texts("options")
    redirectURI = try object.optionalText("redirect_uri")
    capture = try object.optionalText("capture")
    answers = try object.textList("answers")
  }
}

extension CaseRequest {
  fileprivate init(_ value: JSONValue, _ path: String) throws(CaseFileError) {
    let object = try CaseObject(value, path, ["method", "url", "headers", "body", "form", "json"])
    self.init(
      method: try object.optionalText("method") ?? "GET",
      target: try object.text("url"),
      headers: HTTPFields(try object.headers())
    )
    let content = try object.body()
    body = content.bytes
    if let type = content.contentType, headers["Content-Type"] == nil {
      headers["Content-Type"] = type
    }
  }
}

extension CaseStep {
  fileprivate init(_ value: JSONValue, _ path: String) throws(CaseFileError) {
    let object = try CaseObject(value, path, ["browser", "callback", "request", "reply"])
    guard let callback = object.value("callback") else {
      guard let reply = object.value("reply") else {
        throw CaseFileError(path, "has neither \"callback\" nor \"reply\"")
      }
      let request = try object.object("request")
      self = .exchange(
        try request.map { request throws(CaseFileError) in
          try GoldenRequest(.object(request), "\(path).request")
        },
        try CaseReply(reply, "\(path).reply")
      )
      try object.absent("browser")
      return
    }
    try object.absent("request")
    try object.absent("reply")
    let url = try object.optionalText("browser")
    if let text = callback.string {
      self = .browser(url: url, .typed(text))
    } else {
      let pairs = try object.orderedTexts("callback")
      self = .browser(url: url, .parameters(pairs))
    }
  }
}

extension GoldenRequest {
  fileprivate init(_ value: JSONValue, _ path: String) throws(CaseFileError) {
    let object = try CaseObject(value, path, ["method", "url", "headers", "body", "form", "json"])
    let body = try object.body()
    var headers = try object.headers()
    if let type = body.contentType,
      !headers.contains(where: { ASCII.equalIgnoringCase($0.name, "content-type") })
    {
      headers.append(HTTPField("content-type", type))
    }
    self.init(
      method: try object.text("method"),
      url: try object.text("url"),
      headers: Self.sorted(headers),
      body: body
    )
  }
}

extension CaseReply {
  fileprivate init(_ value: JSONValue, _ path: String) throws(CaseFileError) {
    let object = try CaseObject(
      value,
      path,
      ["status", "headers", "body", "form", "json", "failure"]
    )
    if let name = try object.optionalText("failure") {
      guard let failure = CaseFailure(rawValue: name) else {
        let names = CaseFailure.allCases.map(\.rawValue).joined(separator: ", ")
        throw CaseFileError("\(path).failure", "\"\(name)\" is none of \(names)")
      }
      for key in ["status", "headers", "body", "form", "json"] { try object.absent(key) }
      self = .failure(failure)
      return
    }
    let body = try object.body()
    var headers = HTTPFields(try object.headers())
    if let type = body.contentType, headers["Content-Type"] == nil {
      headers["Content-Type"] = type
    }
    let status = try object.integer("status") ?? 200
    self = .response(HTTPResponse(status: status, headers: headers, body: body.bytes))
  }
}
