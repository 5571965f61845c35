package import Standards

/// Runs logins, refreshes and requests: the one place where descriptors, protocol logic, HTTP and the vault meet.
package struct Engine: Sendable {
  package let settings: EngineSettings

  package init(_ settings: EngineSettings) throws(AuthRunError) {
    self.settings = settings
  }
}

extension Engine {
  package func login(
    _ request: LoginRequest,
    interaction: any Interaction
  ) async throws(AuthRunError) -> LoginOutcome {
    throw AuthRunError(.internal, "not there yet")
  }

  /// A credential that satisfies `demand`, refreshed first if it must be; never starts a login.
  package func credential(
    _ account: AccountID,
    _ demand: TokenDemand = TokenDemand()
  ) async throws(AuthRunError) -> Credential {
    throw AuthRunError(.internal, "not there yet")
  }

  package func send(
    _ request: APIRequest,
    as account: AccountID
  ) async throws(AuthRunError) -> HTTPResponse {
    throw AuthRunError(.internal, "not there yet")
  }

  package func accounts() throws(AuthRunError) -> [AccountStatus] {
    throw AuthRunError(.internal, "not there yet")
  }

  /// Forgets the account here; nothing is revoked at the provider.
  package func forget(_ account: AccountID) throws(AuthRunError) {
    throw AuthRunError(.internal, "not there yet")
  }
}
