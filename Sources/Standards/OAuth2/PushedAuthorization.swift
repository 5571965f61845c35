/// What the endpoint for pushed authorization requests answers (RFC 9126 §2.2).
package struct PushedAuthorization: Hashable, Sendable {
  /// Stands for the request in the authorize URL, once.
  package let requestURI: String

  package init(
    _ response: HTTPResponse,
    rules: TokenResponseRules,
    hiding secrets: [Secret] = []
  ) throws(ProtocolFailure) {
    let body = TokenResponseBody(response.body)
    if let failure = TokenError(response: response, body: body, rules: rules).failure {
      throw failure.hiding(secrets)
    }
    guard let reference = body.object?["request_uri"]?.string, !reference.isEmpty else {
      throw ProtocolFailure(.protocolViolation, "the pushed request's answer has no request_uri")
    }
    requestURI = reference
  }
}
