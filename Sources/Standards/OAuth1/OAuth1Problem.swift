/// The reason a provider gives for refusing an OAuth 1.0 request, in the forms seen in practice.
struct OAuth1Problem: Hashable {
  /// The provider's code: an `oauth_problem`, an `error`, or a number.
  let code: String?
  let text: String?

  init(code: String?, text: String?) {
    self.code = code
    self.text = text
  }

  /// Reads the reason from `oauth_problem` fields, JSON errors, and `WWW-Authenticate`.
  init?(fields: Parameters, json: JSONValue?, response: HTTPResponse) {
    if let problem = fields.first("oauth_problem") {
      code = problem
      text = fields.first("oauth_problem_advice")
      return
    }
    if let error = json?.object.flatMap(Self.jsonError) {
      (code, text) = error
      return
    }
    if json == nil, let error = fields.first("error") {
      code = error
      text = fields.first("error_description")
      return
    }
    let challenge = AuthenticationChallenge.all(of: response).first {
      $0.isScheme("OAuth") && $0["oauth_problem"] != nil
    }
    guard let challenge else { return nil }
    code = challenge["oauth_problem"]
    text = challenge["oauth_problem_advice"].flatMap(Self.percentDecoded)
  }

  /// What the code means; `nil` when only the status can tell.
  var kind: ProtocolFailure.Kind? {
    switch code {
    case "user_refused", "permission_denied", "access_denied": .accessDenied
    case "consumer_key_unknown", "consumer_key_rejected", "consumer_key_refused",
      "signature_invalid", "signature_method_rejected", "invalid_client", "invalid_signature",
      "unsupported_signature_method", "32", "215":
      .invalidClient
    case "token_expired", "token_revoked", "token_rejected", "token_used", "token_not_authorized",
      "verifier_invalid", "invalid_token", "89":
      .invalidGrant
    case .some: .providerRefused
    case nil: nil
    }
  }

  /// Whether the server finds our clock wrong: its own words for it, or the common numeric code.
  var refusesTimestamp: Bool {
    code == "timestamp_refused" || code == "135"
  }

  /// `{"errors":[{"code":…,"message":…}]}`, `{"error":"…"}` or `{"error":{"code":…,"message":…}}`.
  private static func jsonError(_ object: JSONObject) -> (String?, String?)? {
    if case .array(let list)? = object["errors"], let first = list.first {
      return described(first)
    }
    guard let error = object["error"], error != .null else { return nil }
    guard case .string(let code) = error else { return described(error) }
    return (code, object["error_description"]?.string)
  }

  private static func described(_ value: JSONValue) -> (String?, String?) {
    switch value {
    case .string(let text): (nil, text)
    case .object(let object): (scalar(object["code"]), scalar(object["message"]))
    default: (scalar(value), nil)
    }
  }

  private static func scalar(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text)?: text
    case .number(let number)?: number.text
    default: nil
    }
  }

  private static func percentDecoded(_ text: String) -> String? {
    (try? PercentEncoding.decode(text)).map { String(decoding: $0, as: UTF8.self) }
  }
}
