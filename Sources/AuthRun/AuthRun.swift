// An app catches `AuthRunError`, which the engine declares, with the import of this library alone.
@_exported public import Login
import Standards

/// Logs in to any API and keeps its tokens fresh, for an app that links this library.
///
/// ```swift
/// let authrun = try AuthRun(Configuration(environment: ProcessInfo.processInfo.environment))
/// let account = try await authrun.login("spotify", presenter: presenter)
/// let token = try await authrun.token(for: account)
/// ```
public struct AuthRun: Sendable {
  let engine: Engine

  /// Opens nothing and reads nothing yet; fails where the configuration cannot be understood.
  public init(_ configuration: Configuration) throws(AuthRunError) {
    engine = try Engine(configuration.settings)
  }

  /// Logs in with the descriptor called `provider` and stores the credential.
  ///
  /// - Parameters:
  ///   - provider: the descriptor's id.
  ///   - name: the account's name; another name is another login.
  ///   - scopes: what to ask for; empty means what the descriptor names.
  ///   - options: values for the descriptor's options, such as `client_id`.
  ///   - timeout: the longest wait for the user, in seconds.
  ///   - presenter: opens the provider's page.
  /// - Returns: the account that can be used from now on.
  /// - Throws: `access_denied` when the user says no, `timeout` when no answer comes in time,
  ///   `unknown_provider`, `descriptor_invalid`, `input_invalid`, and the codes of network and vault.
  public func login(
    _ provider: String,
    as name: String = "default",
    scopes: [String] = [],
    options: [String: String] = [:],
    timeout: Int = 300,
    presenter: any LoginPresenter
  ) async throws(AuthRunError) -> Account {
    var request = LoginRequest(provider: provider)
    request.account = name
    request.scopes = scopes
    request.options = options
    request.timeout = timeout
    let outcome = try await engine.login(
      request,
      interaction: PresenterInteraction(presenter: presenter)
    )
    return Account(outcome.account)
  }

  /// A token that lives for at least `minimumLife` more seconds, refreshed first if it must be.
  ///
  /// Never opens a browser.
  ///
  /// - Parameters:
  ///   - account: who is logged in.
  ///   - minimumLife: in seconds.
  ///   - scopes: what the token must have been granted.
  /// - Returns: the token, stored before it is handed out.
  /// - Throws: `login_needed` where only the user can help, `life_too_short` where the provider's tokens never
  ///   live for `minimumLife`, `network` or `timeout` where a refresh could
  ///   not be made; the stored credential stays as it is.
  public func token(
    for account: Account,
    minimumLife: Int64 = 0,
    scopes: [String] = []
  ) async throws(AuthRunError) -> AccessToken {
    var demand = TokenDemand()
    demand.minimumLife = minimumLife
    demand.scopes = scopes
    return AccessToken(try await engine.credential(account.id, demand))
  }

  /// All accounts in the vault, by provider and name.
  public func accounts() throws(AuthRunError) -> [Account] {
    try engine.accounts().map { Account($0.account) }
  }

  /// Forgets an account on this machine; nothing is revoked at the provider.
  public func forget(_ account: Account) throws(AuthRunError) {
    try engine.forget(account.id)
  }
}
