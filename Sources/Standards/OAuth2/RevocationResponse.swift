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

/// Finds a descriptor's own signs of failure in an answer that is no token response.
package enum ErrorSigns {
  /// The failure that a declared sign shows; other members, whatever their names, mean nothing.
  package static func failure(
    in response: HTTPResponse,
    rules: TokenResponseRules
  ) -> ProtocolFailure? {
    TokenError.declaredFailure(in: response, rules: rules)
  }
}
