import Providers
import Standards

/// One descriptor's token endpoint (RFC 6749 §3.2) and what its answers become.
struct OAuth2TokenEndpoint: Sendable {
  private let tools: Tools
  private let spec: OAuth2Spec
  private let descriptor: Descriptor
  private let options: [String: OptionValue]

  init(
    _ tools: Tools,
    _ spec: OAuth2Spec,
    _ descriptor: Descriptor,
    _ options: [String: OptionValue]
  ) throws(AuthRunError) {
    self.tools = tools
    self.spec = spec
    self.descriptor = descriptor
    self.options = options
  }

  func configuration() throws(AuthRunError) -> OAuth2Configuration {
    let configuration = try spec.configuration(options)
    try descriptor.requireBindings(
      of: spec.token.parameters + spec.token.headers,
      to: configuration.tokenEndpoint,
      options
    )
    return configuration
  }

  /// The client's own token (RFC 6749 §4.4); no scopes means the descriptor's.
  func clientCredentials(scopes: [String]) async throws(AuthRunError) -> LoginGrant {
    let scopes = scopes.isEmpty ? spec.scopes : scopes
    let response = try await send(
      .clientCredentials(scopes: scopes),
      to: spec.token,
      step: "token"
    )
    return try grant(requested: scopes) { now throws(ProtocolFailure) in
      (
        try TokenResponse(
          response,
          at: now,
          rules: spec.response.rules(scopeSeparator: spec.scopeSeparator),
          hiding: hidden
        ),
        response
      )
    }
  }

  /// A new access token for the refresh token (RFC 6749 §6).
  func refresh(_ credential: Credential) async throws(AuthRunError) -> Credential {
    guard let token = credential.refreshToken else {
      throw AuthRunError(.loginNeeded, "there is no refresh token", step: "refresh")
    }
    let scopes = spec.refreshSendsScope ? credential.grantedScopes : []
    let response = try await send(
      .refreshToken(token, scopes: scopes),
      to: spec.refresh,
      step: "refresh"
    )
    let now = tools.clock.now()
    let answer: TokenResponse
    do throws(ProtocolFailure) {
      answer = try TokenResponse(
        response,
        at: now,
        rules: spec.response.rules(scopeSeparator: spec.scopeSeparator),
        hiding: hidden + [token]
      )
    } catch {
      var failure = AuthRunError(error, step: "refresh")
      failure.retryAfter = Self.retryAfter(response, at: now)
      // An answer that cannot be read may have held a new refresh token.
      failure.isAnswered = error.kind != .protocolViolation
      throw failure
    }
    learn(answer)
    var extras = credential.extras
    for member in kept(response).members {
      extras[member.name] = member.value
    }
    var renewed = RefreshMerge.renewed(credential, by: answer, at: now)
    renewed.extras = extras
    return renewed
  }

  /// Seconds until the provider wants to be asked again, given as such or as a date (RFC 9110 §10.2.3).
  private static func retryAfter(_ response: HTTPResponse, at now: Timestamp) -> Int64? {
    guard let text = response.headers["Retry-After"] else { return nil }
    return Int64(text) ?? Timestamp(httpDate: text).map { $0.seconds - now.seconds }
  }

  /// The credential that an answer grants, and the answer as JSON.
  func grant(
    requested scopes: [String],
    reading: (Timestamp) throws(ProtocolFailure) -> (TokenResponse, HTTPResponse)
  ) throws(AuthRunError) -> LoginGrant {
    let now = tools.clock.now()
    let answer: TokenResponse
    let response: HTTPResponse
    do throws(ProtocolFailure) {
      (answer, response) = try reading(now)
    } catch {
      throw AuthRunError(error, step: "token")
    }
    learn(answer)
    for warning in answer.warnings {
      tools.tracer.note("token", warning)
    }
    let credential = Credential(
      kind: .oauth2,
      accessToken: answer.accessToken,
      refreshToken: answer.refreshToken,
      tokenType: answer.tokenType,
      presentation: descriptor.request.token,
      issuedAt: now,
      expiresAt: answer.expiresAt,
      requestedScopes: scopes,
      grantedScopes: answer.scopes ?? scopes,
      extras: kept(response)
    )
    return LoginGrant(credential: credential, answer: try? JSONReader.read(response.body))
  }

  var hooks: OAuth2Hooks {
    OAuth2Hooks(descriptor: descriptor, options: options, tools: tools)
  }

  /// Sends a request to the token endpoint, as the descriptor's hooks have it.
  func send(_ request: HTTPRequest, step: String) async throws(AuthRunError) -> HTTPResponse {
    let response = try await tools.exchange.send(
      try await hooks.tokenRequest(request),
      step: step
    )
    return try await hooks.tokenResponse(response)
  }

  private var hidden: [Secret] {
    [options.secret("client_secret")].compactMap { $0 }
  }

  /// What the descriptor asks to keep of an answer, the API's base among it where it stands there.
  private func kept(_ response: HTTPResponse) -> JSONObject {
    guard let answer = try? JSONReader.read(response.body) else { return JSONObject() }
    var kept = spec.response.kept(from: answer)
    if case .tokenResponse(let pointer) = descriptor.request.base {
      kept[APICaller.baseName] = pointer.evaluate(in: answer)
    }
    return kept
  }

  private func learn(_ answer: TokenResponse) {
    tools.tracer.redactor.learn(answer.accessToken, as: "access_token")
    if let token = answer.refreshToken { tools.tracer.redactor.learn(token, as: "refresh_token") }
  }

  private func send(
    _ grant: TokenGrant,
    to endpoint: EndpointSpec,
    step: String
  ) async throws(AuthRunError) -> HTTPResponse {
    let request = TokenRequest(
      endpoint: try endpoint.address(options),
      client: spec.client(options),
      rules: endpoint.rules(options),
      scopeSeparator: spec.scopeSeparator
    ).request(grant, extra: try spec.targets(options))
    try descriptor.requireBindings(
      of: endpoint.parameters + endpoint.headers,
      to: request.url,
      options
    )
    return try await send(request, step: step)
  }
}
