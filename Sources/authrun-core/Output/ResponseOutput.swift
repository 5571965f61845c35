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
    let headers = response.headers.fields.map { field in
      JSONValue.array([.string(field.name), .string(field.value)])
    }
    var object = JSONObject([
      ("status", .integer(Int64(response.status))), ("headers", .array(headers)),
    ])
    if let value = try? JSONReader.read(response.body) {
      object["body"] = value
    } else if let text = String(validating: response.body, as: UTF8.self) {
      object["body"] = .string(text)
    } else {
      object["body_base64"] = .string(Base64.encode(response.body))
    }
    return .object(object)
  }

  /// Puts the body where `-o` says.
  func writeBody(toFile path: String) throws(AuthRunError) {
    do throws(FileProblem) {
      try OutputFile.write(response.body, to: path)
    } catch {
      throw AuthRunError(.inputInvalid, "--output: \(error.message)")
    }
  }

  /// What a status of 400 or more means for the exit status.
  func problem(account: AccountID) -> AuthRunError? {
    guard response.status >= 400 else { return nil }
    return AuthRunError(
      response.status >= 500 ? .serviceUnavailable : .providerRefused,
      "the API answered with HTTP status \(response.status)",
      provider: account.provider,
      account: account.name,
      step: "request"
    )
  }
}
