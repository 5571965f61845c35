import Providers
import Standards

/// Trades the user's own name and password for tokens (RFC 6749 §4.3), where a service knows no better.
struct PasswordGrant: Sendable {
  private let context: LoginContext
  private let endpoint: OAuth2TokenEndpoint

  init(_ context: LoginContext, _ endpoint: OAuth2TokenEndpoint) {
    self.context = context
    self.endpoint = endpoint
  }

  func grant() async throws(AuthRunError) -> LoginGrant {
    let scopes = context.scopes(endpoint.spec.scopes)
    var parameters = Parameters()
    parameters.append("username", endpoint.options.secret("username")?.text ?? "")
    parameters.append("password", endpoint.options.secret("password") ?? Secret(""))
    if !scopes.isEmpty {
      parameters.append("scope", scopes.joined(separator: endpoint.spec.scopeSeparator))
    }
    try context.descriptor.requireBinding(
      ofClientSecret: "password",
      to: try endpoint.spec.token.address(endpoint.values),
      endpoint.options
    )
    await context.interaction.show(.step("token"))
    let response = try await endpoint.send(
      .other(type: "password", parameters),
      to: endpoint.spec.token,
      step: "token"
    )
    var grant = try await endpoint.grant(response, requested: scopes, given: context.given)
    // The refresh token stands for it from now on; without one, the next login asks again.
    grant.options?["password"] = nil
    return grant
  }
}
