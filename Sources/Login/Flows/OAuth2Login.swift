import Providers
import Standards

/// Runs the authorization code login of RFC 6749 §4.1 with PKCE for one descriptor.
struct OAuth2Login: Sendable {
  let context: LoginContext
  private let endpoint: OAuth2TokenEndpoint
  private let spec: OAuth2Spec

  init(_ context: LoginContext, _ spec: OAuth2Spec) throws(AuthRunError) {
    self.context = context
    self.spec = spec
    endpoint = try OAuth2TokenEndpoint(
      context.tools,
      spec,
      context.descriptor,
      context.options
    )
  }

  private var scopes: [String] {
    context.request.scopes.isEmpty ? spec.scopes : context.request.scopes
  }

  func run(
    finish: (LoginGrant) async throws(AuthRunError) -> LoginOutcome
  ) async throws(AuthRunError) -> LoginOutcome {
    try await context.withCapture { session throws(AuthRunError) in
      try await authorize(through: session, finish)
    }
  }

  private func authorize(
    through session: CaptureSession,
    _ finish: (LoginGrant) async throws(AuthRunError) -> LoginOutcome
  ) async throws(AuthRunError) -> LoginOutcome {
    var flow = try flow(redirectURI: session.redirectURI)
    context.tools.tracer.derived("authorize", flow.derivations)
    let isPIN = session.way == .pin
    let accepted = try await context.authorize(
      at: try await endpoint.hooks.authorize(flow.authorizationURI),
      through: session,
      bareParameter: "code"
    ) { parameters in
      Self.judge(parameters, &flow, isPIN: isPIN)
    }
    return try await accepted.conclude(for: context) { () throws(AuthRunError) in
      try await finish(exchange(flow))
    }
  }

  /// A code that the user read from the provider's page and typed has no state with it: that the
  /// right person typed it is what state would have shown.
  private static func judge(
    _ parameters: Parameters,
    _ flow: inout OAuth2CodeFlow,
    isPIN: Bool
  ) -> CallbackVerdict {
    guard isPIN, parameters.pairs.count == 1, parameters.first("code") != nil else {
      return flow.judge(parameters)
    }
    var completed = parameters
    completed.append("state", flow.state.text)
    return flow.judge(completed)
  }

  private func flow(redirectURI: String) throws(AuthRunError) -> OAuth2CodeFlow {
    let configuration = try endpoint.configuration()
    do throws(ProtocolFailure) {
      return try OAuth2CodeFlow(
        configuration: configuration,
        redirectURI: redirectURI,
        scopes: scopes,
        random: context.tools.random,
        hashing: context.tools.hashing
      )
    } catch {
      throw AuthRunError(error, step: "authorize")
    }
  }

  private func exchange(_ flow: OAuth2CodeFlow) async throws(AuthRunError) -> LoginGrant {
    await context.interaction.show(.step("token"))
    guard let request = flow.tokenRequest(extra: try spec.targets(context.options)) else {
      throw AuthRunError(.internal, "the code was lost before its exchange", step: "token")
    }
    if let verifier = flow.pkce?.verifier {
      context.tools.tracer.redactor.learn(verifier, as: "code_verifier")
    }
    let response = try await endpoint.send(request, step: "token")
    let grant = try endpoint.grant(requested: scopes) { now throws(ProtocolFailure) in
      (try flow.receiveToken(response, at: now), response)
    }
    if grant.credential.refreshToken == nil, grant.credential.expiresAt != nil {
      await context.interaction.show(
        .warning("the provider gave no refresh token: when the token expires, log in again")
      )
    }
    return grant
  }
}
