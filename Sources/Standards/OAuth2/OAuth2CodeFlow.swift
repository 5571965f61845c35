/// A provider's endpoints, its client and where it departs from the standards.
package struct OAuth2Configuration: Sendable {
  package var client: OAuth2Client
  package var authorization: AuthorizationRules
  package var callback: CallbackRules
  package var tokenEndpoint: URI
  package var token: EndpointRules
  package var response: TokenResponseRules

  package init(
    client: OAuth2Client,
    authorization: AuthorizationRules,
    callback: CallbackRules = CallbackRules(),
    tokenEndpoint: URI,
    token: EndpointRules = EndpointRules(),
    response: TokenResponseRules = TokenResponseRules()
  ) {
    self.client = client
    self.authorization = authorization
    self.callback = callback
    self.tokenEndpoint = tokenEndpoint
    self.token = token
    self.response = response
  }
}

/// The authorization code login of RFC 6749 §4.1 as values: a URL and a request out, answers in.
package struct OAuth2CodeFlow: Sendable {
  package let configuration: OAuth2Configuration
  /// Byte for byte as registered; the token request repeats it.
  package let redirectURI: String
  package let scopes: [String]
  package let state: Secret
  package let pkce: PKCE?
  /// Where to send the user.
  package let authorizationURI: URI
  /// The accepted callback; `nil` before it.
  package private(set) var authorization: AuthorizationResponse?

  /// Starts a login with fresh values.
  ///
  /// `additional` are parameters of the authorize URL for this login only, such as `nonce`.
  package init(
    configuration: OAuth2Configuration,
    redirectURI: String,
    scopes: [String],
    additional: Parameters = Parameters(),
    random: some RandomSource,
    hashing: any Hashing
  ) throws(ProtocolFailure) {
    try self.init(
      configuration: configuration,
      redirectURI: redirectURI,
      scopes: scopes,
      additional: additional,
      state: Secret(Base64URL.encode(random.bytes(32))),
      pkce: configuration.authorization.pkce == .forbidden
        ? nil : PKCE(random: random, hashing: hashing)
    )
  }

  /// Takes up a login whose values were kept.
  package init(
    configuration: OAuth2Configuration,
    redirectURI: String,
    scopes: [String],
    additional: Parameters = Parameters(),
    state: Secret,
    pkce: PKCE?
  ) throws(ProtocolFailure) {
    self.configuration = configuration
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.state = state
    self.pkce = pkce
    let request = AuthorizationRequest(
      clientID: configuration.client.id,
      redirectURI: redirectURI,
      scopes: scopes,
      state: state,
      challenge: pkce?.challenge,
      additional: additional
    )
    authorizationURI = try request.url(
      configuration.authorization,
      withheld: [configuration.client.secret, pkce?.verifier].compactMap { $0 }
    )
  }

  /// Judges the parameters of a callback; after an acceptance nothing more is taken.
  package mutating func judge(_ parameters: Parameters) -> CallbackVerdict {
    guard authorization == nil else { return .rejected(reason: "the callback has come already") }
    let judgement = AuthorizationResponse.judge(
      parameters,
      state: state,
      rules: configuration.callback
    )
    switch judgement {
    case .response(let response):
      authorization = response
      return .accepted
    case .refused(let failure): return .refused(failure)
    case .rejected(let reason): return .rejected(reason: reason)
    }
  }

  /// The request that trades the code for tokens; `nil` before a callback was accepted.
  ///
  /// `extra` are callback values that the provider wants back.
  package func tokenRequest(extra: Parameters = Parameters()) -> HTTPRequest? {
    guard let authorization else { return nil }
    return TokenRequest(
      endpoint: configuration.tokenEndpoint,
      client: configuration.client,
      rules: configuration.token
    ).request(
      .authorizationCode(
        code: authorization.code,
        redirectURI: redirectURI,
        verifier: pkce?.verifier
      ),
      extra: extra
    )
  }

  package func receiveToken(
    _ response: HTTPResponse,
    at now: Timestamp
  ) throws(ProtocolFailure) -> TokenResponse {
    try TokenResponse(
      response,
      at: now,
      rules: configuration.response,
      hiding: [configuration.client.secret, authorization?.code, pkce?.verifier].compactMap { $0 }
    )
  }

  /// How the values of this login were derived, for `--trace`.
  package var derivations: [Derivation] {
    [Derivation(name: "state", formula: "base64url(32 random bytes)", value: nil)]
      + (pkce.map { [$0.derivation] } ?? [])
  }
}
