import Standards
import Storage

/// Renews a credential so that exactly one request reaches the provider, and nothing is ever lost.
///
/// The order is the safety (RFC 9700 §4.14.2): take the account's lease, read again, and use what a
/// sibling stored; else send, store the answer durably, and only then hand the token out.
struct Refresher: Sendable {
  let vault: Vault
  let location: VaultLocation
  let clock: any Clock
  let tracer: Tracer
  /// The longest wait for a sibling's refresh, in seconds: longer than one exchange may take.
  let leaseWait: Int

  func refresh(
    _ stale: StoredCredential,
    demand: TokenDemand,
    renew: (Credential) async throws(AuthRunError) -> Credential
  ) async throws(AuthRunError) -> Credential {
    let account = stale.id
    let lease: RefreshLease
    do throws(VaultError) {
      lease = try await RefreshLease.acquire(account, in: location, deadline: leaseWait)
    } catch {
      // A sibling that holds the lease for so long may still have stored a new token.
      if let other = try newer(than: stale, demand) { return other }
      throw AuthRunError(error, step: "refresh")
    }
    // The lease is held to the end of the scope, whichever way that is left.
    let result = await renewed(stale, demand, renew)
    lease.release()
    return try result.get()
  }

  private func renewed(
    _ stale: StoredCredential,
    _ demand: TokenDemand,
    _ renew: (Credential) async throws(AuthRunError) -> Credential
  ) async -> Result<Credential, AuthRunError> {
    do throws(AuthRunError) {
      guard let current = try read(stale.id) else {
        throw AuthRunError(.loginNeeded, "the account was removed meanwhile", step: "refresh")
      }
      if current.version != stale.version, serves(current.credential, demand) {
        tracer.note("refresh", "another process has just refreshed this account; using its token")
        return .success(current.credential)
      }
      try ensureWritable()
      do throws(AuthRunError) {
        let renewed = try await renew(current.credential)
        return .success(try store(renewed, replacing: current, demand))
      } catch {
        guard error.code == .invalidGrant else { throw error }
        return .success(try settleRefusal(error, current, demand))
      }
    } catch {
      return .failure(error)
    }
  }

  /// Stores the renewed credential; a login that came in between has the better one.
  private func store(
    _ renewed: Credential,
    replacing current: StoredCredential,
    _ demand: TokenDemand
  ) throws(AuthRunError) -> Credential {
    do throws(VaultError) {
      try vault.write(current.id, renewed, replacing: current.version)
      return renewed
    } catch {
      if error.kind == .conflict, let other = try newer(than: current, demand) { return other }
      throw AuthRunError(error, step: "vault")
    }
  }

  /// The server refused the refresh token: unless a sibling has replaced it, only a login can help.
  private func settleRefusal(
    _ refusal: AuthRunError,
    _ refused: StoredCredential,
    _ demand: TokenDemand
  ) throws(AuthRunError) -> Credential {
    if let other = try newer(than: refused, demand) { return other }
    // A conflict means that somebody wrote a newer record, which must not be marked.
    _ = try? vault.markLoginNeeded(
      refused.id,
      reason: refusal.message,
      replacing: refused.version
    )
    throw AuthRunError(
      .loginNeeded,
      refusal.message,
      step: "refresh",
      hint: "log in again: authrun login \(refused.id)",
      providerError: refusal.providerError
    )
  }

  private func newer(
    than old: StoredCredential,
    _ demand: TokenDemand
  ) throws(AuthRunError) -> Credential? {
    guard let current = try read(old.id), current.version != old.version,
      serves(current.credential, demand)
    else { return nil }
    return current.credential
  }

  /// Whether a credential that a sibling stored is what this caller wanted, forced or not.
  private func serves(_ credential: Credential, _ demand: TokenDemand) -> Bool {
    Freshness.judge(credential, at: clock.now(), minimumLife: demand.minimumLife) == .fresh
  }

  /// A rotated token that cannot be stored is lost: then none must be asked for.
  private func ensureWritable() throws(AuthRunError) {
    do throws(VaultError) {
      try vault.ensureWritable()
    } catch {
      throw AuthRunError(error, step: "vault")
    }
  }

  private func read(_ account: AccountID) throws(AuthRunError) -> StoredCredential? {
    do throws(VaultError) {
      return try vault.read(account)
    } catch {
      throw AuthRunError(error, step: "vault")
    }
  }
}
