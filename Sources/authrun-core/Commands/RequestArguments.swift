import Login
import Standards

/// An account and a request as `request` and `sign` are given them: `ACCOUNT [METHOD] URL-OR-PATH`.
struct RequestArguments: Hashable, Sendable {
  static let operands: [CommandSpec.Operand] = [
    .init(name: "ACCOUNT"), .init(name: "METHOD", required: false), .init(name: "URL-OR-PATH"),
  ]

  /// The options that make header fields and a body.
  static let options: [CommandOption] = [
    CommandOption(
      "header",
      short: "H",
      .required("'NAME: VALUE'"),
      repeatable: true,
      help: "Add a header field."
    ),
    CommandOption(
      "data",
      short: "d",
      .required("DATA"),
      repeatable: true,
      help: "The body is this text, or of @FILE its lines joined; a form unless -H says otherwise."
    ),
    CommandOption(
      "data-raw",
      .required("DATA"),
      repeatable: true,
      help: "As -d, but @ has no meaning."
    ),
    CommandOption(
      "data-binary",
      .required("DATA"),
      repeatable: true,
      help: "As -d, but a file is sent byte for byte."
    ),
    CommandOption(
      "form",
      .required("KEY=VALUE"),
      repeatable: true,
      help: "The body has this form field, encoded for you."
    ),
    CommandOption(
      "multipart",
      short: "F",
      .required("NAME=VALUE"),
      repeatable: true,
      help: "The body has this part; NAME=@FILE sends a file, with ;type=… and ;filename=…, "
        + "NAME=<FILE its contents."
    ),
    CommandOption(
      "form-string",
      .required("NAME=VALUE"),
      repeatable: true,
      help: "As -F, but @ and < have no meaning."
    ),
    CommandOption("json-body", .required("JSON"), help: "The body is this JSON, or that of @FILE."),
    CommandOption("file", .required("FILE"), help: "The body is this file; - is standard input."),
  ]

  let account: AccountID
  let body: RequestBody
  let method: String
  let target: String
  let headers: HTTPFields

  init(_ arguments: Arguments) throws(UsageError) {
    account = try AccountID(argument: arguments.first)
    let options = arguments.options
    body = try RequestBody(options)
    let operands = arguments.operands
    target = try Self.checked(target: operands[operands.count - 1])
    let givenMethod = operands.count == 3 ? operands[1] : nil
    method = try Self.checked(method: givenMethod ?? (body.isEmpty ? "GET" : "POST"))
    var fields: [HTTPField] = []
    for text in options.all("header") {
      fields.append(try Self.field(text))
    }
    headers = HTTPFields(fields)
    if case .multipart = body, headers["Content-Type"] != nil {
      throw UsageError("the Content-Type of a multipart body is made with the body")
    }
  }

  /// The request, its type told unless a header does; files are read while they are sent.
  func request() async throws(AuthRunError) -> APIRequest {
    request(with: try await body.content())
  }

  /// The request with its whole body in memory.
  func wholeRequest() async throws(AuthRunError) -> APIRequest {
    request(with: try await body.bytes())
  }

  private func request(with content: RequestBody.Content) -> APIRequest {
    var headers = headers
    if let type = content.type, headers["Content-Type"] == nil { headers["Content-Type"] = type }
    return APIRequest(
      method: method,
      target: target,
      headers: headers,
      body: content.bytes,
      upload: content.source
    )
  }

  /// What would be sent otherwise than it is written.
  private static func checked(target: String) throws(UsageError) -> String {
    if target.contains("#") {
      throw UsageError(
        "“#” begins a part of a URL that is never sent",
        hint: "leave it out, or write %23 for the character itself"
      )
    }
    let steps = target.prefix { $0 != "?" }.split(separator: "/")
    if !APIRequest.isWhole(target), steps.contains("..") || steps.contains(".") {
      throw UsageError(
        "“.” and “..” cannot be parts of the path",
        hint: "give the path below the API's address, or the whole URL"
      )
    }
    return target
  }

  /// Methods that are never meant in small letters.
  private static let common: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
  ]

  /// A token of RFC 9110 §9.1; any but the common ones in the case in which it was written.
  private static func checked(method: String) throws(UsageError) -> String {
    let isToken = method.utf8.allSatisfy { byte in
      (0x21..<0x7F).contains(byte) && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
    }
    guard !method.isEmpty, isToken else {
      throw UsageError("“\(VisibleText.line(method))” is no HTTP method")
    }
    return common.contains(method.uppercased()) ? method.uppercased() : method
  }

  private static func field(_ text: String) throws(UsageError) -> HTTPField {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
      throw UsageError("--header needs 'NAME: VALUE'")
    }
    let value = text[text.index(after: colon)...].drop { $0 == " " }
    return HTTPField(String(text[..<colon]), String(value))
  }
}
