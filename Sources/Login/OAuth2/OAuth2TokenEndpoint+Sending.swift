import HTTP
import Providers
import Standards

extension OAuth2TokenEndpoint {
  /// The client as it proves itself in one request to `endpoint`.
  func client(at endpoint: URI, step: String) throws(AuthRunError) -> OAuth2Client {
    var client = spec.client(options)
    var values = values
    values[.tokenURL] = try? spec.token.address(options).text
    switch spec.clientAuthentication {
    case .privateKeyJWT, .clientSecretJWT:
      client.assertion = try assertion(client, audience: endpoint.text, values, step: step)
    case .postJWT:
      // The place of the secret is taken by a JWT that says who made it and for whom.
      client.secret = try assertion(client, audience: endpoint.text, values, step: step)
    default: break
    }
    return client
  }

  private func assertion(
    _ client: OAuth2Client,
    audience: String,
    _ values: [String: OptionValue],
    step: String
  ) throws(AuthRunError) -> Secret {
    let isShared = spec.clientAuthentication == .clientSecretJWT
    let signer = try AssertionSigner(
      spec.assertion,
      options,
      secret: isShared ? options.secret("client_secret") : nil,
      tools
    )
    let claims: JSONObject = [
      "iss": .string(client.id), "sub": .string(client.id),
      "aud": .string(try spec.assertion.audience?.textIfComplete(values) ?? audience),
      "jti": .string(Base64URL.encode(tools.random.bytes(16))),
    ]
    return try signer.token(claims, values, step: step).token
  }

  /// Sends a request for a token, as the descriptor's hooks have it.
  func send(
    _ grant: TokenGrant,
    to endpoint: EndpointSpec,
    step: String,
    extra: Parameters = Parameters(),
    values: [String: OptionValue]? = nil,
    accessToken: Secret? = nil
  ) async throws(AuthRunError) -> HTTPResponse {
    let request = try tokenRequest(
      to: endpoint,
      step: step,
      values ?? self.values,
      accessToken
    ) { request throws(AuthRunError) in
      var targets = try spec.targets(options)
      if case .authorizationCode = grant { targets.removeAll("authorization_details") }
      if case .refreshToken = grant { targets.removeAll("authorization_details") }
      return request.request(grant, extra: Parameters(targets.pairs + extra.pairs))
    }
    let sent = try await hooks.tokenRequest(request, of: endpoint)
    return try await hooks.tokenResponse(try await carry(sent, step: step), spec.response)
  }

  /// Sends another request of the client to its server: no hook sees it.
  func post(
    _ parameters: Parameters,
    to endpoint: EndpointSpec,
    step: String,
    accessToken: Secret? = nil
  ) async throws(AuthRunError) -> HTTPResponse {
    let request = try tokenRequest(to: endpoint, step: step, values, accessToken) {
      $0.request(carrying: parameters)
    }
    return try await carry(request, step: step)
  }

  /// The request that gives a token back (RFC 7009 §2.1).
  func revoke(
    _ credential: Credential,
    at endpoint: EndpointSpec
  ) async throws(AuthRunError)
    -> HTTPResponse
  {
    // The refresh token takes the access tokens made from it along (RFC 7009 §2.1).
    let isRefresh = credential.refreshToken != nil
    let token = credential.refreshToken ?? credential.accessToken
    let request = try tokenRequest(
      to: endpoint,
      step: "revoke",
      values,
      credential.accessToken
    ) { $0.revocation(of: token, hint: isRefresh ? "refresh_token" : "access_token") }
    return try await carry(request, step: "revoke")
  }

  private func tokenRequest(
    to endpoint: EndpointSpec,
    step: String,
    _ values: [String: OptionValue],
    _ accessToken: Secret?,
    _ make: (TokenRequest) throws(AuthRunError) -> HTTPRequest
  ) throws(AuthRunError) -> HTTPRequest {
    var values = values
    values[.accessToken] = accessToken?.text
    let address = try endpoint.address(values)
    let isClient = endpoint.authentication == .client
    if isClient, spec.clientAuthentication.sendsSecret {
      try descriptor.requireBinding(ofClientSecret: "client_secret", to: address, options)
    }
    var request = try make(
      TokenRequest(
        endpoint: address,
        client: isClient ? client(at: address, step: step) : spec.client(options),
        rules: try endpoint.rules(RequestFilling(descriptor, values, to: address)),
        scopeSeparator: spec.scopeSeparator,
        authenticates: isClient
      )
    )
    if isClient { tools.tracer.derived(step, spec.client(options).derivations) }
    if endpoint.authentication == .bearer, let accessToken {
      request.headers["Authorization"] = "Bearer \(accessToken.text)"
    }
    return request
  }

  /// Sends with the client's certificate, and with a proof of the tokens' key, where there are any.
  private func carry(
    _ request: HTTPRequest,
    step: String
  ) async throws(AuthRunError)
    -> HTTPResponse
  {
    let identity = spec.identity(options)
    guard ["token", "refresh"].contains(step), let dpop = try dpop else {
      return try await tools.exchange.send(request, step: step, identity: identity)
    }
    return try await dpop.send(request, step: step) { request throws(AuthRunError) in
      try await tools.exchange.send(request, step: step, identity: identity)
    }
  }
}

extension OAuth2Spec {
  /// What connections show of the client; `nil` where the descriptor asks for no certificate.
  func identity(_ options: [String: OptionValue]) -> ClientIdentity? {
    guard usesClientCertificate, let certificate = options.secret("tls_certificate"),
      let key = options.secret("tls_key")
    else { return nil }
    return ClientIdentity(certificate: certificate, key: key)
  }
}
