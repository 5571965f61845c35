import Providers
package import Standards
import Storage

extension Engine {
  /// A credential that satisfies `demand`, refreshed first if it must be; never starts a login.
  package func credential(
    _ account: AccountID,
    _ demand: TokenDemand = TokenDemand()
  ) async throws(AuthRunError) -> Credential {
    do throws(AuthRunError) {
      return try await vaults.run { () async throws(AuthRunError) in
        try await obtain(account, demand)
      }
    } catch {
      throw shown(error, account)
    }
  }

  private func obtain(
    _ account: AccountID,
    _ demand: TokenDemand
  ) async throws(AuthRunError) -> Credential {
    guard let vault = try existingVault(), let stored = try stored(account) else {
      // A typing mistake is not a missing login.
      _ = try descriptor(account.provider)
      throw notLoggedIn(account)
    }
    do throws(AuthRunError) {
      return try await serve(stored, demand, in: vault)
    } catch {
      // The account may stand in for the one that was named.
      throw error.concerning(stored.id)
    }
  }

  private func serve(
    _ stored: StoredCredential,
    _ demand: TokenDemand,
    in vault: Vault
  ) async throws(AuthRunError) -> Credential {
    let account = stored.id
    let credential = stored.credential
    learnSecrets(of: credential)
    if case .loginNeeded(let reason, let when) = credential.standing {
      throw AuthRunError(
        .loginNeeded,
        "\(reason) (since \(when.rfc3339))",
        step: "token",
        hint: "log in again: authrun login \(account)"
      )
    }
    if demand.needsToken, credential.accessToken.isEmpty {
      throw AuthRunError(
        .inputInvalid,
        "this account has no token: its requests are signed with the client's own key",
        step: "token",
        hint: "authrun request \(account) URL sends one, authrun sign \(account) URL signs it"
      )
    }
    try requireScopes(demand.scopes, of: credential, account)
    if demand.narrows, Set(demand.scopes) != Set(credential.grantedScopes) {
      return try await narrowed(stored, demand, in: vault)
    }
    var demand = demand
    demand.narrows = false
    let freshness = Freshness.judge(
      credential,
      at: tools.clock.now(),
      minimumLife: demand.minimumLife,
      spread: RefreshSpread.ofThisProcess
    )
    if !demand.forceRefresh, freshness == .fresh { return credential }
    let descriptor = try descriptor(account.provider)
    let renewal = Renewal(
      descriptor: descriptor,
      tools: try tools.reaching(descriptor, credential.options)
    )
    guard renewal.isPossible(for: credential) else {
      return try withoutRenewal(credential, demand, account)
    }
    let renewed: Credential
    do throws(AuthRunError) {
      renewed = try await refresher(vault).refresh(stored, demand: demand) {
        current,
        permit throws(AuthRunError) in
        try await renewal.permitted(by: permit).renew(current)
      }
    } catch {
      guard stillServes(credential, demand, in: error) else { throw error }
      tools.tracer.note("refresh", "\(error.message); the token that is there still lives")
      return credential
    }
    try requireScopes(demand.scopes, of: renewed, account)
    try requireLife(renewed, demand, account)
    return renewed
  }

  func refresher(_ vault: Vault) -> Refresher {
    Refresher(
      vault: vault,
      clock: tools.clock,
      tracer: tools.tracer,
      leaseWait: settings.httpTimeout + 15,
      longestRequest: settings.httpTimeout
    )
  }

  /// Refuses a token that the provider has just given and that will not do for as long as was demanded.
  func requireLife(
    _ credential: Credential,
    _ demand: TokenDemand,
    _ account: AccountID
  ) throws(AuthRunError) {
    guard let end = credential.expiresAt else { return }
    let rest = end.seconds - tools.clock.now().seconds
    guard rest < demand.minimumLife else { return }
    throw .lifeTooShort(rest, demand, account, step: "token")
  }

  /// The error about an account that is not there, with those that are: none is taken for another.
  private func notLoggedIn(_ account: AccountID) -> AuthRunError {
    let others = others(than: account)
    var hints = ["authrun login \(account)"]
    if others != nil, account.isUnnamed {
      hints.append("or name the account, or choose one: authrun accounts default PROVIDER/NAME")
    }
    return AuthRunError(
      .loginNeeded,
      "nobody is logged in" + (others.map { "; there \($0)" } ?? ""),
      step: "token",
      hint: hints.joined(separator: "\n")
    )
  }

  /// Whether the token that should have been renewed early does for now, since the service cannot.
  private func stillServes(
    _ credential: Credential,
    _ demand: TokenDemand,
    in error: AuthRunError
  ) -> Bool {
    guard !demand.forceRefresh, let end = credential.expiresAt else { return false }
    return [.network, .timeout, .serviceUnavailable].contains(error.code)
      && end.seconds - tools.clock.now().seconds > max(demand.minimumLife, 0)
  }

  /// What an account whose token cannot be renewed still gives: the token itself, if it lives.
  private func withoutRenewal(
    _ credential: Credential,
    _ demand: TokenDemand,
    _ account: AccountID
  ) throws(AuthRunError) -> Credential {
    let end = credential.expiresAt?.seconds ?? .max
    let remaining = end - tools.clock.now().seconds
    let reason: String
    if demand.forceRefresh {
      reason = "this account's token cannot be renewed without the user"
    } else if remaining <= 0 {
      reason = "the access token has expired and cannot be renewed without the user"
    } else if remaining < demand.minimumLife {
      reason =
        "the access token lives for \(remaining) s only and cannot be renewed without the user"
    } else {
      return credential
    }
    throw AuthRunError(
      .loginNeeded,
      reason,
      step: "refresh",
      hint: "log in again: authrun login \(account)"
    )
  }

  /// A token without a scope that the caller needs would fail later and less clearly.
  private func requireScopes(
    _ scopes: [String],
    of credential: Credential,
    _ account: AccountID
  ) throws(AuthRunError) {
    let missing = scopes.filter { !credential.grantedScopes.contains($0) }
    guard !missing.isEmpty else { return }
    throw AuthRunError(
      .loginNeeded,
      "not granted: \(missing.joined(separator: " "))",
      step: "token",
      hint: "authrun login \(account) \((credential.grantedScopes + missing).asOptions)"
    )
  }

  func learnSecrets(of credential: Credential) {
    let redactor = tools.tracer.redactor
    redactor.learn(credential.accessToken, as: "access_token")
    if let secret = credential.tokenSecret { redactor.learn(secret, as: "oauth_token_secret") }
    if let token = credential.refreshToken { redactor.learn(token, as: "refresh_token") }
    for member in credential.extras[Credential.secretPartsName]?.object?.members ?? [] {
      if let text = member.value.string { redactor.learn(Secret(text), as: member.name) }
    }
    learnSecrets(of: credential.options)
  }

  func learnSecrets(of options: [String: OptionValue]) {
    for (name, value) in options {
      if case .secret(let secret) = value { tools.tracer.redactor.learn(secret, as: name) }
    }
  }
}
