/// What a client trades for an access token (RFC 6749 §4).
package enum TokenGrant: Sendable {
  /// The code of a callback; `redirectURI` is byte for byte that of the authorization request.
  case authorizationCode(code: Secret, redirectURI: String, verifier: Secret?)
  /// A refresh token; no scopes means those granted before (RFC 6749 §6).
  case refreshToken(Secret, scopes: [String])
  /// The client's own standing (RFC 6749 §4.4).
  case clientCredentials(scopes: [String])
  /// Any other grant with its parameters.
  case other(type: String, Parameters)
}

/// Builds requests to the token endpoint (RFC 6749 §3.2).
package struct TokenRequest: Sendable {
  package var endpoint: URI
  package var client: OAuth2Client
  package var rules: EndpointRules
  package var scopeSeparator: String
  /// Whether the client proves itself in the request; where not, it is not even named.
  package var authenticates: Bool

  package init(
    endpoint: URI,
    client: OAuth2Client,
    rules: EndpointRules = EndpointRules(),
    scopeSeparator: String = " ",
    authenticates: Bool = true
  ) {
    self.authenticates = authenticates
    self.endpoint = endpoint
    self.client = client
    self.rules = rules
    self.scopeSeparator = scopeSeparator
  }

  /// Constants of a descriptor never take the place of what proves that the login is ours.
  private static let guarded: Set = ["code", "redirect_uri", "code_verifier", "refresh_token"]

  /// The request for a grant.
  ///
  /// `extra` are parameters for this request only, such as a callback value to give back.
  package func request(
    _ grant: TokenGrant,
    extra: Parameters = Parameters()
  ) -> HTTPRequest {
    let standard = Parameters(
      parameters(of: grant).pairs + clientParameters.pairs + extra.pairs
    )
    return authenticated(rules.applied(to: standard, guarding: Self.guarded))
  }

  /// The request that gives a token back (RFC 7009 §2.1); the endpoint is the revocation endpoint.
  package func revocation(of token: Secret, hint: String) -> HTTPRequest {
    var standard = Parameters()
    standard.append("token", token)
    standard.append("token_type_hint", hint)
    standard.pairs += clientParameters.pairs
    return authenticated(rules.applied(to: standard, guarding: ["token"]))
  }

  /// Any other request of a client to its authorization server, such as a pushed one (RFC 9126 §2.1).
  package func request(carrying parameters: Parameters) -> HTTPRequest {
    let names = Set(parameters.pairs.map(\.name))
    let client = clientParameters.pairs.filter { !names.contains($0.name) }
    return authenticated(rules.applied(to: Parameters(parameters.pairs + client)))
  }

  private var clientParameters: Parameters {
    authenticates ? client.parameters : Parameters()
  }

  private func authenticated(_ parameters: Parameters) -> HTTPRequest {
    var request = rules.request(to: endpoint, carrying: parameters)
    if authenticates, request.headers["Authorization"] == nil {
      request.headers["Authorization"] = client.authorization
    }
    return request
  }

  private func parameters(of grant: TokenGrant) -> Parameters {
    var result = Parameters()
    switch grant {
    case .authorizationCode(let code, let redirectURI, let verifier):
      result.append("grant_type", "authorization_code")
      result.append("code", code)
      result.append("redirect_uri", redirectURI)
      if let verifier { result.append("code_verifier", verifier) }
    case .refreshToken(let token, let scopes):
      result.append("grant_type", "refresh_token")
      result.append("refresh_token", token)
      append(scopes, to: &result)
    case .clientCredentials(let scopes):
      result.append("grant_type", "client_credentials")
      append(scopes, to: &result)
    case .other(let type, let parameters):
      result.append("grant_type", type)
      result.pairs += parameters.pairs
    }
    return result
  }

  /// An empty scope is left out, since some servers take `scope=` for none.
  private func append(_ scopes: [String], to parameters: inout Parameters) {
    guard !scopes.isEmpty else { return }
    parameters.append("scope", scopes.joined(separator: scopeSeparator))
  }
}
