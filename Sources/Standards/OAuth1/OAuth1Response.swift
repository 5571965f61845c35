/// The answer of a token endpoint, read whatever its content type says (RFC 5849 §2.1, §2.3).
struct OAuth1Response {
  let status: Int
  /// The members of a form or of a JSON object; empty when the body is neither.
  let fields: Parameters
  private let json: JSONValue?
  private let response: HTTPResponse

  init(_ response: HTTPResponse) {
    self.response = response
    status = response.status
    let body = Self.trimmed(response.body)
    if body.first(where: { !Self.isSpace($0) }) == UInt8(ascii: "{") {
      json = try? JSONReader.read(body)
      fields = Self.fields(of: json?.object ?? JSONObject())
    } else {
      json = nil
      fields = Self.form(body)
    }
  }

  /// The credentials, when the response is a success that holds both values.
  func token() throws(ProtocolFailure) -> OAuth1Token {
    let tokens = fields.values("oauth_token")
    let secrets = fields.values("oauth_token_secret")
    guard tokens.count == 1, secrets.count == 1, let token = tokens.first, !token.isEmpty,
      let secret = secrets.first
    else {
      throw ProtocolFailure(
        .protocolViolation,
        "the answer (HTTP \(status)) holds no oauth_token with its secret\(excerpt)"
      )
    }
    return OAuth1Token(token: Secret(token), secret: Secret(secret))
  }

  /// Everything beside the credentials, numbers with every digit.
  var extras: Parameters {
    let known: Set = ["oauth_token", "oauth_token_secret", "oauth_callback_confirmed"]
    return Parameters(fields.pairs.filter { !known.contains($0.nameText) })
  }

  /// The reason that the provider gives, if it gives one.
  var problem: OAuth1Problem? {
    OAuth1Problem(fields: fields, json: json, response: response)
  }

  /// The refusal that the response is; `nil` when it is a success.
  func failure(unauthorized: ProtocolFailure.Kind) -> ProtocolFailure? {
    let problem = self.problem
    let succeeded = (200..<300).contains(status) && (problem == nil || hasToken)
    guard !succeeded else { return nil }
    if status == 429 || status >= 500 {
      return ProtocolFailure(
        .serviceUnavailable,
        "the provider answered HTTP \(status)",
        providerError: problem?.code,
        providerDescription: problem?.text ?? plainText
      )
    }
    if (300..<400).contains(status) {
      return ProtocolFailure(
        .protocolViolation,
        "the provider answered with a redirect (HTTP \(status)), which is not followed"
      )
    }
    return ProtocolFailure(
      problem?.kind ?? (status == 401 ? unauthorized : .providerRefused),
      "the provider refused the request (HTTP \(status))",
      providerError: problem?.code,
      providerDescription: problem?.text ?? plainText
    )
  }

  private var hasToken: Bool { fields.first("oauth_token") != nil }

  /// A plain-text reason; the body of a response with credentials is never shown.
  private var plainText: String? {
    guard !hasToken, json == nil else { return nil }
    let text = ProviderText.excerpt(response.body)
    return text.isEmpty ? nil : text
  }

  private var excerpt: String { plainText.map { ": \($0)" } ?? "" }

  /// Trailing line ends belong to no value; some servers write one after a form.
  private static func trimmed(_ body: [UInt8]) -> [UInt8] {
    var body = body
    while let last = body.last, last == 0x0A || last == 0x0D { body.removeLast() }
    return body
  }

  /// A body counts as a form only when it can be one: pairs, UTF-8, and no markup.
  private static func form(_ body: [UInt8]) -> Parameters {
    guard body.contains(UInt8(ascii: "=")),
      body.first(where: { !isSpace($0) }) != UInt8(ascii: "<"),
      let parameters = try? ParameterNormalization.decoded(body, in: .body)
    else { return Parameters() }
    return parameters
  }

  private static func fields(of object: JSONObject) -> Parameters {
    var result = Parameters()
    for member in object.members {
      switch member.value {
      case .null: continue
      case .string(let text): result.append(member.name, text)
      case .number(let number): result.append(member.name, number.text)
      case .bool(let flag): result.append(member.name, flag ? "true" : "false")
      case .array, .object: result.append(member.name, member.value.serialized)
      }
    }
    return result
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
