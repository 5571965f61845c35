import Providers
package import Standards

extension Engine {
  /// What the provider says of the account's access token (RFC 7662).
  package func introspect(_ account: AccountID) async throws(AuthRunError) -> Introspection {
    let account = await actual(account)
    do throws(AuthRunError) {
      let descriptor = try descriptor(account.provider)
      let credential = try await credential(account)
      guard let spec = descriptor.oauth2, spec.introspect != nil else { throw notOffered }
      try HostGuard(descriptor, tools).requireUnchangedHosts(of: credential)
      let endpoint = try await endpoint(of: credential, descriptor, spec)
      guard let step = endpoint.spec.introspect else { throw notOffered }
      var parameters = Parameters()
      parameters.append("token", credential.accessToken)
      parameters.append("token_type_hint", "access_token")
      let response = try await endpoint.post(
        parameters,
        to: step,
        step: "introspect",
        accessToken: credential.accessToken
      )
      let opened = try await SignedAnswer(endpoint, .introspection, step: "introspect")
        .opened(response)
      do throws(ProtocolFailure) {
        return try Introspection(
          opened,
          rules: endpoint.rules,
          hiding: endpoint.hidden + [credential.accessToken]
        )
      } catch {
        throw AuthRunError(error, step: "introspect")
      }
    } catch {
      throw shown(error, account)
    }
  }

  /// What the descriptor's own `health` says of the account; `nil` where it has none.
  package func health(_ account: AccountID) async throws(AuthRunError) -> HealthReport? {
    let account = await actual(account)
    do throws(AuthRunError) {
      let descriptor = try descriptor(account.provider)
      guard descriptor.hooks.contains(.health) else { return nil }
      let credential = try await credential(account)
      try HostGuard(descriptor, tools).requireUnchangedHosts(of: credential)
      return try await DescriptorScript(
        descriptor: descriptor,
        tools: tools.reaching(descriptor, credential.options)
      ).health(of: credential)
    } catch {
      throw shown(error, account)
    }
  }

  /// The authorization server that issued a credential.
  func endpoint(
    of credential: Credential,
    _ descriptor: Descriptor,
    _ spec: OAuth2Spec
  ) async throws(AuthRunError) -> OAuth2TokenEndpoint {
    try await OAuth2TokenEndpoint.open(
      tools.reaching(descriptor, credential.options),
      spec,
      descriptor,
      credential.options,
      stored: credential
    )
  }

  private var notOffered: AuthRunError {
    AuthRunError(
      .inputInvalid,
      "the provider does not say what a token is worth",
      step: "introspect",
      hint: "its descriptor would need oauth2.introspect"
    )
  }
}
