/// What an introspection endpoint says of a token (RFC 7662 §2.2).
package struct Introspection: Sendable {
  /// Whether the token is of any use; an unknown one is not.
  package let isActive: Bool
  /// All members as they came.
  package let members: JSONObject

  /// The token's end, where the server names it.
  package var expiresAt: Timestamp? {
    members["exp"]?.number.map { Timestamp(seconds: $0.roundedDown) }
  }

  package init(
    _ response: HTTPResponse,
    rules: TokenResponseRules,
    hiding secrets: [Secret] = []
  ) throws(ProtocolFailure) {
    let body = TokenResponseBody(response.body)
    if let failure = TokenError(response: response, body: body, rules: rules).failure {
      throw failure.hiding(secrets)
    }
    guard let members = body.object, case .bool(let isActive) = members["active"] else {
      throw ProtocolFailure(.protocolViolation, "the introspection's answer has no “active”")
    }
    self.isActive = isActive
    self.members = members
  }
}
