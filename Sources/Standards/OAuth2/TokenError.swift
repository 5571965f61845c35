/// Finds out whether a token response is a refusal, and what it means (RFC 6749 §5.2).
struct TokenError {
  let response: HTTPResponse
  let body: TokenResponseBody
  let rules: TokenResponseRules

  /// The refusal; `nil` when the response may hold a token.
  var failure: ProtocolFailure? {
    if (300..<400).contains(response.status) {
      // The body of the request held the code and the secret, which belong to this host alone.
      return ProtocolFailure(
        .protocolViolation,
        "the token endpoint answered with a redirect (HTTP \(response.status)), which is not followed"
      )
    }
    let document = body.object.map(JSONValue.object)
    let succeeded = (200..<300).contains(response.status)
    if succeeded, !(document.map(isError) ?? false) { return nil }
    let (code, text) = document.map(described) ?? (nil, nil)
    return ProtocolFailure(
      kind(code),
      message(code),
      providerError: code,
      // A 2xx answer may hold tokens however broken it is: nothing of it is ever quoted.
      providerDescription: text ?? (body.isUnreadable && !succeeded ? excerpt : nil)
    )
  }

  /// An answer of 2xx that is neither JSON nor a form.
  static func unreadable(_ response: HTTPResponse) -> ProtocolFailure {
    ProtocolFailure(
      .protocolViolation,
      "the token response (\(labelled(response)), \(response.body.count) bytes) is neither JSON nor a form"
    )
  }

  /// An answer of 2xx without a token; only names are shown, since a value may be a token.
  static func missingToken(_ response: HTTPResponse, in object: JSONObject) -> ProtocolFailure {
    // A name that does not look like one may be a token in the wrong place.
    let names = object.members.map(\.name).filter { name in
      name.utf8.count <= 24
        && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_") }
    }.prefix(8)
    let members = names.isEmpty ? "no member" : "only \(names.joined(separator: ", "))"
    return ProtocolFailure(
      .protocolViolation,
      "the token response (\(labelled(response))) holds no access token, \(members)"
    )
  }

  /// Whether a 2xx answer says that it is an error after all.
  private func isError(_ document: JSONValue) -> Bool {
    let verdicts = rules.errorSigns.map { $0.verdict(on: document) }
    if verdicts.contains(.failure) { return true }
    // A code stands in successes too where the provider says by another value, or by this one, which they are.
    if verdicts.contains(.success) { return false }
    let token = rules.accessToken.map { document[pointer: $0] } ?? document["access_token"]
    guard token?.string?.isEmpty ?? true else { return false }
    let isPresenceTheSign = rules.errorSigns.contains { $0.test == .exists }
    let pointer = isPresenceTheSign ? nil : rules.errorCode
    let error = pointer.map { document[pointer: $0] } ?? document["error"]
    return (error ?? .null) != .null || document["errors"]?.array?.isEmpty == false
  }

  /// The refusal in an answer that is no token response, such as userinfo's, by the declared signs alone.
  static func declaredFailure(
    in response: HTTPResponse,
    rules: TokenResponseRules
  ) -> ProtocolFailure? {
    let body = TokenResponseBody(response.body)
    guard let document = body.object.map(JSONValue.object),
      rules.errorSigns.contains(where: { $0.verdict(on: document) == .failure })
    else { return nil }
    return TokenError(response: response, body: body, rules: rules).failure
  }

  /// The provider's code for what an answer says, where the descriptor or common practice puts it.
  static func code(in response: HTTPResponse, rules: TokenResponseRules) -> String? {
    let body = TokenResponseBody(response.body)
    guard let document = body.object.map(JSONValue.object) else { return nil }
    return TokenError(response: response, body: body, rules: rules).described(document).code
  }

  private func kind(_ code: String?) -> ProtocolFailure.Kind {
    // A server that is failing does not know whether a grant is still good.
    if response.status == 429 || response.status >= 500 { return .serviceUnavailable }
    guard let code else {
      return response.status == 401 ? .invalidClient : .providerRefused
    }
    if rules.invalidGrantCodes.contains(code) { return .invalidGrant }
    return switch code {
    case "invalid_grant": .invalidGrant
    case "invalid_client", "unauthorized_client": .invalidClient
    case "access_denied": .accessDenied
    case "temporarily_unavailable", "server_error": .serviceUnavailable
    default: .providerRefused
    }
  }

  private func message(_ code: String?) -> String {
    let answer = "the token endpoint answered \(Self.labelled(response))"
    return code == nil && body.isUnreadable ? answer : "\(answer) with an error"
  }

  private var excerpt: String? {
    let text = ProviderText.excerpt(response.body, limit: 80)
    return text.isEmpty ? nil : text
  }

  private static func labelled(_ response: HTTPResponse) -> String {
    let type = response.headers["Content-Type"].map { ", \(ProviderText.shortened($0, limit: 60))" }
    return "HTTP \(response.status)\(type ?? "")"
  }

  /// The error's code and text, wherever common practice puts them.
  private func described(_ document: JSONValue) -> (code: String?, text: String?) {
    if rules.errorCode != nil || rules.errorMessage != nil {
      let code = rules.errorCode.flatMap { document[pointer: $0] }?.scalarText
      let text = rules.errorMessage.flatMap { document[pointer: $0] }?.scalarText
      if code != nil || text != nil { return (code, text) }
    }
    let error = document["error"] ?? document["errors"]?.array?.first
    if let nested = error, nested.object != nil {
      let code = nested["code"] ?? nested["type"] ?? nested["status"]
      return ((nested["type"] ?? code)?.scalarText, nested["message"]?.scalarText)
    }
    let text = document["error_description"] ?? document["message"]
    return (error?.scalarText, text?.scalarText)
  }
}

extension TokenResponseRules.ErrorSign {
  fileprivate enum Verdict {
    case failure, success
  }

  /// What the sign says of the response; `nil` where it is not there.
  fileprivate func verdict(on document: JSONValue) -> Verdict? {
    guard let value = document[pointer: pointer], value != .null else { return nil }
    return switch test {
    case .exists: .failure
    case .equals(let text): value.scalarText == text ? .failure : .success
    case .differs(let text): value.scalarText != text ? .failure : .success
    }
  }
}

extension JSONValue {
  /// A text, number or truth value as text; numbers as they are written.
  var scalarText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
