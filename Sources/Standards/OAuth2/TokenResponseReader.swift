/// Reads one token response, member by member.
struct TokenResponseReader {
  let response: HTTPResponse
  let now: Timestamp
  let rules: TokenResponseRules

  /// Pointers of the standard members; the texts are constants, so that they always parse.
  private enum Standard {
    static let accessToken = "access_token"
    static let refreshToken = "refresh_token"
    static let tokenType = "token_type"
    static let scope = "scope"
    static let expiresIn = "expires_in"
    static let idToken = "id_token"
  }

  func read() throws(ProtocolFailure) -> TokenResponse {
    let body = TokenResponseBody(response.body, unwrapsCall: rules.unwrapsCall)
    if let failure = TokenError(response: response, body: body, rules: rules).failure {
      throw failure
    }
    guard let object = body.object else { throw TokenError.unreadable(response) }
    let document = JSONValue.object(object)
    var warnings: [String] = []
    guard
      let accessToken = try token(
        member(rules.accessToken, Standard.accessToken, in: document),
        name: Standard.accessToken
      )
    else { throw TokenError.missingToken(response, in: object) }
    return TokenResponse(
      accessToken: accessToken,
      tokenType: tokenType(in: document, &warnings),
      refreshToken: try token(
        member(rules.refreshToken, Standard.refreshToken, in: document),
        name: Standard.refreshToken
      ),
      expiresAt: expiry(of: accessToken, in: document, &warnings),
      scopes: scopes(in: document, &warnings),
      idToken: try token(object[Standard.idToken], name: Standard.idToken),
      extras: extras(of: object),
      warnings: warnings
    )
  }

  private func member(
    _ pointer: JSONPointer?,
    _ standard: String,
    in document: JSONValue
  ) -> JSONValue? {
    let value = pointer.map { document[pointer: $0] } ?? document[standard]
    return value == .null ? nil : value
  }

  /// A token as text; an empty one counts as none.
  ///
  /// Only visible ASCII is a token (RFC 6749, Appendix A.12).
  private func token(_ value: JSONValue?, name: String) throws(ProtocolFailure) -> Secret? {
    guard let value else { return nil }
    guard case .string(let text) = value else {
      throw ProtocolFailure(.protocolViolation, "\(name) in the token response is no text")
    }
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw ProtocolFailure(
        .protocolViolation,
        "\(name) in the token response holds characters that no token may hold"
      )
    }
    return text.isEmpty ? nil : Secret(text)
  }

  private func tokenType(in document: JSONValue, _ warnings: inout [String]) -> String {
    switch member(rules.tokenType, Standard.tokenType, in: document) {
    case nil: return rules.defaultTokenType
    case .string(let text)? where text.isEmpty: return rules.defaultTokenType
    case .string(let text)? where text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }): return text
    default:
      warnings.append("token_type is no plain text and was passed over")
      return rules.defaultTokenType
    }
  }

  private func expiry(
    of token: Secret,
    in document: JSONValue,
    _ warnings: inout [String]
  ) -> Timestamp? {
    let value = member(rules.expiry?.pointer, Standard.expiresIn, in: document)
    guard let value else {
      let own = rules.readsTokenExpiry ? try? JWTClaims.unverified(token.text) : nil
      let end = (try? own?.numericDate("exp")).flatMap { sensible($0, &warnings) }
      return end ?? rules.defaultLifetime.map { now.adding($0) }
    }
    let form = rules.expiry?.form ?? .seconds
    guard let reading = TokenExpiry(value, form: form, now: now) else {
      warnings.append("the token's expiry cannot be read and was passed over")
      return rules.defaultLifetime.map { now.adding($0) }
    }
    return reading.isZero && rules.zeroMeansNever ? nil : sensible(reading.time, &warnings)
  }

  /// More than any token lives, in seconds: a hundred years.
  private static let longestLife: Int64 = 3_155_760_000

  /// The end, unless it is so far away that it must mean something else: milliseconds, or never.
  private func sensible(_ end: Timestamp, _ warnings: inout [String]) -> Timestamp? {
    guard end > now.adding(Self.longestLife) else { return end }
    warnings.append("the token's expiry is more than 100 years away and counts as none")
    return nil
  }

  private func scopes(in document: JSONValue, _ warnings: inout [String]) -> [String]? {
    switch member(rules.scope, Standard.scope, in: document) {
    case nil: return nil
    case .string(let text)?:
      return text.split { rules.scopeSeparators.contains($0) }.map(String.init)
    case .array(let list)?:
      let texts = list.compactMap(\.string)
      if texts.count < list.count { warnings.append("scope holds values that are no text") }
      return texts
    default:
      warnings.append("scope is neither text nor a list and was passed over")
      return nil
    }
  }

  /// The members beside the standard ones, with nested tokens cut out.
  private func extras(of object: JSONObject) -> JSONObject {
    var result = object
    for name in [
      Standard.accessToken, Standard.refreshToken, Standard.tokenType, Standard.scope,
      Standard.expiresIn, Standard.idToken,
    ] {
      result[name] = nil
    }
    for pointer in [rules.accessToken, rules.refreshToken] {
      if let pointer { result = result.removing(pointer.tokens[...]) }
    }
    return result
  }
}

extension JSONObject {
  /// The object without the member that the reference tokens lead to.
  fileprivate func removing(_ path: ArraySlice<String>) -> JSONObject {
    guard let first = path.first else { return self }
    var result = self
    let rest = path.dropFirst()
    guard !rest.isEmpty else {
      result[first] = nil
      return result
    }
    if let value = result[first] { result[first] = value.removing(rest) }
    return result
  }
}

extension JSONValue {
  fileprivate func removing(_ path: ArraySlice<String>) -> JSONValue {
    switch self {
    case .object(let object): return .object(object.removing(path))
    case .array(var elements):
      guard let first = path.first, let index = Int(first), elements.indices.contains(index) else {
        return self
      }
      let rest = path.dropFirst()
      elements[index] = rest.isEmpty ? .null : elements[index].removing(rest)
      return .array(elements)
    default: return self
    }
  }
}
