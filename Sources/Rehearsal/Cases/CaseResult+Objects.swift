import Login
import Standards

extension CaseResult {
  /// What of this is not so in `actual`: each member that is written down must be the same there.
  func faults(in actual: CaseResult) -> [CaseFault] {
    switch (self, actual) {
    case (.unknown, _): return []
    case (.success(let expected), .success(let actual)):
      return Self.compare("the result differs", expected, actual)
    case (.failure(let expected), .failure(let actual)):
      return Self.compare("the error differs", expected, actual)
    case (.success, .failure(let error)):
      return [CaseFault(step: nil, "fails instead: \(Self.words(error))")]
    case (.failure(let error), _):
      return [CaseFault(step: nil, "succeeds, and should fail: \(Self.words(error))")]
    case (.success, .unknown):
      return [CaseFault(step: nil, "has no result")]
    }
  }

  /// What is wrong with the descriptor itself, which is nothing to expect of it.
  var descriptorFault: String? {
    guard case .failure(let error) = self,
      error["code"]?.string == AuthRunError.Code.descriptorInvalid.rawValue
    else { return nil }
    return Self.words(error)
  }

  private static func words(_ error: JSONObject) -> String {
    ["location", "step", "code", "message"].compactMap { error[$0]?.string }.joined(separator: ": ")
  }

  private static func compare(
    _ message: String,
    _ expected: JSONObject,
    _ actual: JSONObject
  ) -> [CaseFault] {
    let differences = expected.members.compactMap { member -> CaseDifference? in
      let value = actual[member.name]
      if let value, matches(member.value, value) { return nil }
      return CaseDifference(
        member.name,
        expected: member.value.serialized,
        actual: value?.serialized
      )
    }
    return differences.isEmpty ? [] : [CaseFault(step: nil, message, differences)]
  }

  private static func matches(_ expected: JSONValue, _ actual: JSONValue) -> Bool {
    switch (expected, actual) {
    case (.string(let expected), .string(let actual)):
      expected == actual || AnyText(expected).matches(actual)
    case (.object(let expected), .object(let actual)):
      expected.members.map(\.name) == actual.members.map(\.name)
        && zip(expected.members, actual.members).allSatisfy { matches($0.value, $1.value) }
    default: expected == actual
    }
  }
}

extension Credential {
  /// All that a case may say of a credential; tokens are in the open, for they are none.
  var caseObject: JSONObject {
    func text(_ secret: Secret?) -> JSONValue {
      secret.map { .string(AnyText.masked($0.text)) } ?? .null
    }
    var object = JSONObject([("access_token", text(accessToken))])
    if let tokenSecret { object["token_secret"] = text(tokenSecret) }
    object["refresh_token"] = text(refreshToken)
    object["token_type"] = .string(tokenType)
    object["expires_at"] = expiresAt.map { .string($0.rfc3339) } ?? .null
    object["scopes"] = .array(grantedScopes.map { .string($0) })
    if let identity {
      var members = JSONObject()
      for (name, value) in [
        ("id", identity.id), ("login", identity.login), ("name", identity.name),
        ("email", identity.email),
      ] {
        if let value { members[name] = .string(value) }
      }
      object["identity"] = .object(members)
    }
    var kept = JSONObject()
    for member in extras.members {
      // The engine keeps things of its own under names that no descriptor can use.
      let name = member.name.hasPrefix("authrun:") ? String(member.name.dropFirst(8)) : member.name
      kept[name] = member.value
    }
    if !kept.isEmpty { object["extras"] = .object(kept) }
    return object
  }
}

extension SignedAPIRequest {
  var caseObject: JSONObject {
    var headers = JSONObject()
    for field in GoldenRequest.sorted(fields) {
      headers[field.name] = .string(AnyText.masked(field.value))
    }
    var object = JSONObject([
      ("method", .string(method)), ("url", .string(AnyText.masked(url.text))),
      ("headers", .object(headers)),
    ])
    if let body { object["body"] = .string(String(decoding: body, as: UTF8.self)) }
    return object
  }
}
