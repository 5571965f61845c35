import Providers
import Standards

/// Runs the login that a descriptor's own `login` function describes.
struct CustomLogin: Sendable {
  let context: LoginContext

  init(_ context: LoginContext) {
    self.context = context
  }

  func run(
    finish: (LoginGrant) async throws(AuthRunError) -> LoginOutcome
  ) async throws(AuthRunError) -> LoginOutcome {
    // A login that sends nobody anywhere opens no listener.
    let isAsked = context.request.capture != nil || context.request.redirectURI != nil
    guard isAsked || !context.descriptor.capture.isEmpty else {
      return try await finish(grant(visit: nil, redirectURI: nil))
    }
    return try await context.withCapture { session throws(AuthRunError) in
      let visit = BrowserVisit(context, session)
      return try await visit.conclude { () throws(AuthRunError) in
        try await finish(grant(visit: visit, redirectURI: session.redirectURI))
      }
    }
  }

  private func grant(
    visit: BrowserVisit?,
    redirectURI: String?
  ) async throws(AuthRunError) -> LoginGrant {
    await context.interaction.show(.step("login"))
    let script = DescriptorScript(descriptor: context.descriptor, tools: context.tools)
    var effects = FlowEffects(
      tools: context.tools,
      step: "login",
      visit: visit,
      interaction: context.interaction
    )
    effects.asker = context.descriptor.asker
    let result = try await script.login(
      context.options,
      effects: effects,
      redirectURI: redirectURI
    )
    context.tools.tracer.learn(result)
    let credential = Credential(
      kind: .custom,
      accessToken: result.access,
      refreshToken: result.refresh,
      tokenType: result.tokenType,
      presentation: context.descriptor.request.token,
      issuedAt: context.tools.clock.now(),
      expiresAt: result.expiresAt,
      requestedScopes: context.request.scopes,
      grantedScopes: context.request.scopes,
      extras: result.extras
    )
    return LoginGrant(credential: credential, answer: .object(result.extras))
  }
}

/// Renews a credential with the descriptor's own `refresh` function.
struct CustomRefresh: Sendable {
  let descriptor: Descriptor
  let tools: Tools

  func refresh(_ credential: Credential) async throws(AuthRunError) -> Credential {
    let script = DescriptorScript(descriptor: descriptor, tools: tools)
    let result = try await script.refresh(credential)
    tools.tracer.learn(result)
    var renewed = credential
    renewed.accessToken = result.access
    if let token = result.refresh, !token.isEmpty { renewed.refreshToken = token }
    renewed.tokenType = result.tokenType
    renewed.issuedAt = tools.clock.now()
    renewed.expiresAt = result.expiresAt
    for member in result.extras.members {
      renewed.extras[member.name] = member.value
    }
    renewed.standing = .usable
    return renewed
  }
}

extension Tracer {
  fileprivate func learn(_ result: ScriptLoginResult) {
    redactor.learn(result.access, as: "access_token")
    if let token = result.refresh { redactor.learn(token, as: "refresh_token") }
    for member in result.extras[Credential.secretPartsName]?.object?.members ?? [] {
      if let text = member.value.string { redactor.learn(Secret(text), as: member.name) }
    }
  }
}
