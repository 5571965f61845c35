import Providers
import Standards

/// Runs the authorization code login of RFC 6749 §4.1 with PKCE, and with what later standards add.
struct CodeLogin: Sendable {
  private let context: LoginContext
  private let endpoint: OAuth2TokenEndpoint
  private let spec: OAuth2Spec
  private let scopes: [String]

  init(_ context: LoginContext, _ endpoint: OAuth2TokenEndpoint) {
    self.context = context
    self.endpoint = endpoint
    spec = endpoint.spec
    scopes = context.scopes(endpoint.spec.scopes)
  }

  func run(
    through session: CaptureSession,
    _ finish: (LoginGrant) async throws(AuthRunError) -> LoginOutcome
  ) async throws(AuthRunError) -> LoginOutcome {
    let nonce = makeNonce()
    var flow = try flow(redirectURI: session.redirectURI, nonce: nonce)
    context.tools.tracer.derived("authorize", flow.derivations)
    let isPIN = session.way == .pin
    let asked = try await endpoint.hooks.authorize(flow.authorizationURI, of: spec.authorize)
    let signature = try callbackSignature()
    let accepted = try await context.authorize(
      at: try await AuthorizationPage(endpoint).address(for: asked),
      through: session,
      bareParameter: spec.callback.code
    ) { parameters in
      Self.judge(parameters, &flow, isPIN: isPIN, spec.callback, signature, context.tools)
    }
    return try await accepted.conclude(for: context) { () throws(AuthRunError) in
      try await endpoint.hooks.callback(
        accepted.parameters,
        spec.callback,
        tradedAt: try spec.token.address(endpoint.values)
      )
      return try await finish(exchange(flow, nonce))
    }
  }

  private func makeNonce() -> String? {
    guard let oidc = spec.oidc else { return nil }
    return oidc.nonce == .forbidden ? "" : Base64URL.encode(context.tools.random.bytes(32))
  }

  /// A code that the user read from the provider's page and typed has no state with it: that the
  /// right person typed it is what state would have shown.
  private static func judge(
    _ parameters: Parameters,
    _ flow: inout OAuth2CodeFlow,
    isPIN: Bool,
    _ callback: CallbackSpec,
    _ signature: (CallbackSignature, key: Secret)?,
    _ tools: Tools
  ) -> CallbackVerdict {
    if isPIN, parameters.pairs.count == 1, parameters.first(callback.code) != nil {
      var completed = parameters
      completed.append(callback.state, flow.state.text)
      return flow.judge(completed)
    }
    if let (signature, key) = signature,
      !signature.holds(for: parameters, key: key, hashing: tools.hashing)
    {
      return .rejected(reason: "\(signature.parameter) does not vouch for it")
    }
    return flow.judge(parameters)
  }

  private func callbackSignature() throws(AuthRunError) -> (CallbackSignature, key: Secret)? {
    guard let signature = spec.callback.signature else { return nil }
    return (signature.signature, Secret(try signature.key.text(endpoint.options)))
  }

  private func flow(
    redirectURI: String,
    nonce: String?
  ) throws(AuthRunError) -> OAuth2CodeFlow {
    var values = endpoint.values
    values[.redirectURI] = redirectURI
    values[.redirectHost] = (try? URI(redirectURI))?.host
    values[.scope] = scopes.joined(separator: spec.scopeSeparator)
    let configuration = try endpoint.configuration(values)
    var additional = Parameters()
    if let mode = spec.responseMode { additional.append("response_mode", mode.rawValue) }
    if let nonce, !nonce.isEmpty { additional.append("nonce", nonce) }
    if let age = spec.oidc?.maximumAge { additional.append("max_age", String(age)) }
    if let dpop = try endpoint.dpop {
      additional.append("dpop_jkt", dpop.key.thumbprint(context.tools.hashing))
    }
    do throws(ProtocolFailure) {
      return try OAuth2CodeFlow(
        configuration: configuration,
        redirectURI: redirectURI,
        scopes: scopes,
        additional: additional,
        random: context.tools.random,
        hashing: context.tools.hashing
      )
    } catch {
      throw AuthRunError(error, step: "authorize")
    }
  }

  private func exchange(
    _ flow: OAuth2CodeFlow,
    _ nonce: String?
  ) async throws(AuthRunError) -> LoginGrant {
    await context.interaction.show(.step("token"))
    guard let authorization = flow.authorization else {
      throw AuthRunError(.internal, "the code was lost before its exchange", step: "token")
    }
    let redactor = context.tools.tracer.redactor
    redactor.learn(authorization.code, as: "code")
    if let verifier = flow.pkce?.verifier { redactor.learn(verifier, as: "code_verifier") }
    var endpoint = endpoint
    try take(authorization.extras, into: &endpoint.options)
    var values = endpoint.values
    values[.redirectURI] = flow.redirectURI
    values[.redirectHost] = (try? URI(flow.redirectURI))?.host
    values[.state] = flow.state.text
    values[.scope] = scopes.joined(separator: spec.scopeSeparator)
    let response = try await endpoint.send(
      .authorizationCode(
        code: authorization.code,
        redirectURI: flow.redirectURI,
        verifier: flow.pkce?.verifier
      ),
      to: spec.token,
      step: "token",
      extra: returned(authorization.extras),
      values: values
    )
    var grant = try await endpoint.grant(
      response,
      requested: scopes,
      given: context.given.union(spec.callback.set.keys),
      nonce: nonce
    )
    for name in spec.callback.keep {
      guard let value = authorization.extras.first(name) else { continue }
      grant.credential.extras[name] = .string(value)
    }
    await context.warnWithoutRefresh(grant.credential)
    return grant
  }

  /// What of the callback the provider wants back.
  private func returned(_ extras: Parameters) -> Parameters {
    var parameters = Parameters()
    for (name, sent) in spec.callback.send.sorted(by: { $0.key < $1.key }) {
      if let value = extras.first(name) { parameters.append(sent, value) }
    }
    return parameters
  }

  /// Fills in the options that come with the callback.
  private func take(
    _ extras: Parameters,
    into options: inout [String: OptionValue]
  ) throws(AuthRunError) {
    let filling = OptionFilling(descriptor: context.descriptor, given: context.given)
    for (option, parameter) in spec.callback.set.sorted(by: { $0.key < $1.key }) {
      guard let value = extras.first(parameter) else { continue }
      try filling.fill(&options, option, with: value, step: "authorize")
    }
  }
}
