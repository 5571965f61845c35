/// What a login yields: the token credentials and what the provider says beside them.
package struct OAuth1Grant: Sendable {
  package let token: OAuth1Token
  /// The other members of the answer, such as `screen_name` and `user_id`, numbers with every digit.
  package let extras: Parameters

  /// A token that was had without a login.
  package init(token: OAuth1Token) {
    self.token = token
    extras = Parameters()
  }

  /// Reads the answer of the token endpoint (RFC 5849 §2.3).
  init(
    _ response: HTTPResponse,
    unauthorized: ProtocolFailure.Kind,
    hiding secrets: [Secret]
  ) throws(ProtocolFailure) {
    let read = OAuth1Response(response)
    if let failure = read.failure(unauthorized: unauthorized) { throw failure.hiding(secrets) }
    token = try read.token()
    extras = read.extras
  }
}
