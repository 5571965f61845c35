import Login
import Standards

/// An API's answer as `request` prints it.
struct ResponseOutput {
  let response: HTTPResponse

  /// The status and the header fields, as `-i` shows them.
  var head: String {
    let fields = response.headers.fields.map { VisibleText.line("\($0.name): \($0.value)") + "\n" }
    return "HTTP \(response.status)\n" + fields.joined() + "\n"
  }

  /// `{"status","headers","body"}`; a body that is neither JSON nor text is `body_base64`.
  var json: JSONValue {
    var object = headMembers
    if let value = try? JSONReader.read(response.body) {
      object["body"] = value
    } else if let text = String(validating: response.body, as: UTF8.self) {
      object["body"] = .string(text)
    } else {
      object["body_base64"] = .string(Base64.encode(response.body))
    }
    return .object(object)
  }

  /// `{"status","headers","pages","body"}` of a list: its items, or the bodies where a page is no list.
  func json(ofPages pages: [APIPage]) -> JSONValue {
    var object = headMembers
    object["pages"] = .integer(Int64(pages.count))
    let lists = pages.compactMap(\.items)
    if lists.count == pages.count {
      object["body"] = .array(lists.flatMap { $0 })
    } else {
      object["body"] = .array(
        pages.map { ResponseOutput(response: $0.response).json["body"] ?? .null }
      )
    }
    return .object(object)
  }

  private var headMembers: JSONObject {
    let headers = response.headers.fields.map { field in
      JSONValue.array([.string(field.name), .string(field.value)])
    }
    return JSONObject([
      ("status", .integer(Int64(response.status))), ("headers", .array(headers)),
    ])
  }

  /// What a status of 400 or more means for the exit status.
  func problem(account: AccountID) -> AuthRunError? {
    guard response.status >= 400 else { return nil }
    // Too many requests (RFC 6585 §4) pass like a failure of the server.
    let mayPass = response.status >= 500 || response.status == 429
    return AuthRunError(
      mayPass ? .serviceUnavailable : .providerRefused,
      "the API answered with HTTP status \(response.status)",
      provider: account.provider,
      account: account.name,
      step: "request"
    )
  }
}
