import Providers
import Standards

/// Runs a login of OAuth 2.0 or OpenID Connect for one descriptor, in the way that fits the place.
struct OAuth2Login: Sendable {
  private let context: LoginContext
  private let spec: OAuth2Spec

  init(_ context: LoginContext, _ spec: OAuth2Spec) {
    self.context = context
    self.spec = spec
  }

  func run(
    finish: (LoginGrant) async throws(AuthRunError) -> LoginOutcome
  ) async throws(AuthRunError) -> LoginOutcome {
    let endpoint = try await OAuth2TokenEndpoint.open(
      context.tools,
      spec,
      context.descriptor,
      context.options
    )
    if spec.grants.first == .password {
      return try await finish(PasswordGrant(context, endpoint).grant())
    }
    let hasCode = spec.grants.contains(.authorizationCode)
    let isElsewhere = try context.usesDevice()
    if spec.grants.contains(.deviceCode), !hasCode || isElsewhere {
      return try await finish(DeviceLogin(context, endpoint).grant())
    }
    guard hasCode else {
      return try await finish(endpoint.clientCredentials(scopes: context.request.scopes))
    }
    let registrar = ClientRegistrar(context, endpoint)
    return try await context.withCapture(adapting: registrar.adapted) {
      session throws(AuthRunError) in
      let endpoint = try await registrar.registered(redirectURI: session.redirectURI)
      return try await CodeLogin(context, endpoint).run(through: session, finish)
    }
  }
}

extension LoginContext {
  /// The scopes to ask for: what the user named, or the descriptor's.
  func scopes(_ usual: [String]) -> [String] {
    request.scopes.isEmpty ? usual : request.scopes
  }

  /// Says that a login will be needed again, where that can be known.
  func warnWithoutRefresh(_ credential: Credential) async {
    guard credential.refreshToken == nil, credential.expiresAt != nil,
      descriptor.oauth2?.refreshProof == .refreshToken
    else { return }
    await interaction.show(
      .warning("the provider gave no refresh token: when the token expires, log in again")
    )
  }
}
