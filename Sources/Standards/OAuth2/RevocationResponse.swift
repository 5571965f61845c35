/// Reads the answer of a revocation endpoint (RFC 7009 §2.2).
package enum RevocationResponse {
  /// Why the token was not taken back; `nil` when it was.
  ///
  /// A status of 200 is success whatever the body, unless the provider tells its failures there.
  package static func failure(
    _ response: HTTPResponse,
    rules: TokenResponseRules
  ) -> ProtocolFailure? {
    TokenError(
      response: response,
      body: TokenResponseBody(response.body, unwrapsCall: rules.unwrapsCall),
      rules: rules
    ).failure
  }
}
