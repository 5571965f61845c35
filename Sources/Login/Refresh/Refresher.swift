import Standards
import Storage

/// Renews a credential so that exactly one request reaches the provider, and nothing is ever lost.
///
/// The order is the safety (RFC 9700 §4.14.2): take the account's lease, read again, and use what a
/// sibling stored; else note on the disk that a refresh begins, send, store the answer durably, and only
/// then hand the token out.
struct Refresher: Sendable {
  let vault: Vault
  let clock: any Clock
  let tracer: Tracer
  /// The longest wait for a sibling's refresh, in seconds: longer than one exchange may take.
  let leaseWait: Int
  /// The longest that one request may be in the air, in seconds.
  var longestRequest = 30
  /// How long a lease on a server lasts unless it is prolonged, in seconds.
  var leaseSeconds = RefreshLease.seconds

  /// Renews by `renew`, which asks the permit that it is given before each of its requests.
  func refresh(
    _ stale: StoredCredential,
    demand: TokenDemand,
    renew: (Credential, SendPermit?) async throws(AuthRunError) -> Credential
  ) async throws(AuthRunError) -> Credential {
    let began = clock.now()
    let turn: RefreshTurn
    do throws(VaultError) {
      turn = try await vault.turn(stale.id, deadline: leaseWait, leaseSeconds: leaseSeconds) {
        () throws(VaultError) in
        // A token that still lives long enough need not wait for its early refresh by somebody else.
        if lives(stale.credential, demand) { return stale.credential }
        return try newer(than: stale, demand)
      }
    } catch {
      throw AuthRunError(error, step: "refresh")
    }
    switch consume turn {
    case .served(let credential):
      tracer.note("refresh", "another process refreshes this account; using its token")
      return credential
    case .ours(let lease):
      let keeper = lease.row.map(LeaseKeeper.init)
      let result = await renewed(stale, demand, began, lease, renew)
      await keeper?.stop()
      lease.release()
      return try result.get()
    }
  }

  private func renewed(
    _ stale: StoredCredential,
    _ demand: TokenDemand,
    _ began: Timestamp,
    _ lease: borrowing RefreshLease,
    _ renew: (Credential, SendPermit?) async throws(AuthRunError) -> Credential
  ) async -> Result<Credential, AuthRunError> {
    do throws(AuthRunError) {
      var current = try current(stale.id)
      var before = try note(stale.id)
      if lease.row != nil, isUnsettled(before, current) {
        await awaitLatecomer(current)
        current = try self.current(stale.id)
        before = try note(stale.id)
      }
      if current.version != stale.version, serves(current.credential, demand) {
        tracer.note("refresh", "another process has just refreshed this account; using its token")
        return .success(current.credential)
      }
      if current.version != stale.version,
        case .loginNeeded(let reason, _) = current.credential.standing
      {
        throw loginNeeded(reason, current.id)
      }
      if let failure = before?.failure,
        let error = RefreshBackoff.held(
          failure,
          began,
          clock.now(),
          isDemanded: demand.forceRefresh
        )
      {
        throw error
      }
      let permit = permit(lease.row)
      try permit?()
      try begin(current, before)
      do throws(AuthRunError) {
        let renewed = try await renew(current.credential, permit)
        if demand.narrows {
          try keepRotation(of: renewed, in: current)
          return .success(renewed)
        }
        return .success(try store(renewed, replacing: current, demand))
      } catch {
        settleNote(error, current, before)
        guard error.code == .invalidGrant else { throw error }
        return .success(try settleRefusal(error, current, before, demand))
      }
    } catch {
      return .failure(error)
    }
  }

  private func note(_ id: AccountID) throws(AuthRunError) -> RefreshNote? {
    try AuthRunError.inVault { () throws(VaultError) in try vault.refreshNote(id) }
  }

  /// The account's record, with what could not be stored before.
  private func current(_ id: AccountID) throws(AuthRunError) -> StoredCredential {
    let current = try AuthRunError.inVault { () throws(VaultError) -> StoredCredential? in
      guard let current = try vault.read(id), try vault.storeUnsaved(current) else {
        return try vault.read(id)
      }
      tracer.note("refresh", "stored what an earlier refresh brought and could not store")
      return try vault.read(id)
    }
    if let current { return current }
    throw AuthRunError(.loginNeeded, "the account was removed meanwhile", step: "refresh")
  }

  /// Notes durably that the refresh token is about to be sent.
  ///
  /// A vault that cannot take the note could not keep a rotated token either: then none is asked for.
  private func begin(_ current: StoredCredential, _ before: RefreshNote?) throws(AuthRunError) {
    try AuthRunError.inVault { () throws(VaultError) in
      guard let token = current.credential.refreshToken else { return try vault.ensureWritable() }
      var note = before ?? RefreshNote(id: current.id)
      note.begin(with: token, at: clock.now())
      try vault.setRefreshNote(current.id, note)
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
      if error.kind == .conflict {
        let stored = try AuthRunError.inVault { () throws(VaultError) -> Credential? in
          if let stored = try replaceChanged(current, by: renewed) { return stored }
          return try newer(than: current, demand)
        }
        if let stored { return stored }
      }
      throw unsaved(renewed, replacing: current, error)
    }
  }

  /// A rotated refresh token has no other copy: it waits beside the vault that did not take it.
  private func unsaved(
    _ renewed: Credential,
    replacing current: StoredCredential,
    _ cause: VaultError
  ) -> AuthRunError {
    var failure = AuthRunError(cause, step: "vault")
    if cause.kind != .conflict,
      let path = try? vault.keepUnsaved(current.id, renewed, replacing: current.version)
    {
      failure.message += "; the new token waits, sealed, in \(path)"
      failure.hint = "it is stored at the next use of the account on this machine"
    }
    return failure
  }

  /// Stores no more of a token of fewer scopes than the refresh token that came with it.
  ///
  /// That one is good for all scopes of the one before (RFC 6749 §6), and the access token that is stored for
  /// them stays.
  private func keepRotation(
    of narrow: Credential,
    in current: StoredCredential
  ) throws(AuthRunError) {
    guard let token = narrow.refreshToken,
      token.bytes != current.credential.refreshToken?.bytes
    else {
      // The server took the token: nothing of before is in doubt any more.
      try? vault.setRefreshNote(current.id, nil)
      return
    }
    var kept = current.credential
    kept.refreshToken = token
    do throws(VaultError) {
      try vault.write(current.id, kept, replacing: current.version)
    } catch {
      if error.kind == .conflict {
        // Somebody changed the record and may have left the token that is spent now; a login has its own.
        _ = try AuthRunError.inVault { () throws(VaultError) in
          try replaceChanged(current, by: kept)
        }
        return
      }
      throw unsaved(kept, replacing: current, error)
    }
  }

  /// Notes how a refresh failed; the record itself is never touched by it.
  private func settleNote(
    _ error: AuthRunError,
    _ current: StoredCredential,
    _ before: RefreshNote?
  ) {
    // What cannot be stored stays as begun, since its answer is lost; and who has lost the lease must leave the
    // note to the next holder.
    guard error.step != "vault", error.code != .vaultLocked else { return }
    var note = before ?? RefreshNote(id: current.id)
    if !error.isAnswered, let token = current.credential.refreshToken {
      note.begin(with: token, at: clock.now())
    }
    if error.isPassing {
      note.failure = RefreshBackoff.after(error, before?.failure, at: clock.now())
    } else {
      note.failure = nil
    }
    let isEmpty = note.intent == nil && note.failure == nil
    // Without it the next refresh may only ask too early or say too little.
    try? vault.setRefreshNote(current.id, isEmpty ? nil : note)
  }

  /// The server refused the refresh token: unless a sibling has replaced it, only a login can help.
  private func settleRefusal(
    _ refusal: AuthRunError,
    _ refused: StoredCredential,
    _ before: RefreshNote?,
    _ demand: TokenDemand
  ) throws(AuthRunError) -> Credential {
    let other = try AuthRunError.inVault { () throws(VaultError) in try newer(than: refused, demand)
    }
    if let other { return other }
    if demand.narrows, try current(refused.id).version != refused.version {
      throw AuthRunError(
        .serviceUnavailable,
        "the account's tokens were replaced meanwhile",
        step: "refresh",
        hint: "try again"
      )
    }
    var reason = refusal.message
    if let intent = before?.intent, let token = refused.credential.refreshToken,
      intent.token == RefreshNote.fingerprint(of: token)
    {
      reason +=
        "; a refresh begun at \(intent.begun.rfc3339) was cut off before its answer was saved: the "
        + "provider may have replaced the refresh token then"
    }
    // A conflict means that somebody wrote a newer record, which must not be marked.
    _ = try? vault.markLoginNeeded(refused.id, reason: reason, replacing: refused.version)
    var error = loginNeeded(reason, refused.id)
    error.providerError = refusal.providerError
    throw error
  }

  private func loginNeeded(_ reason: String, _ id: AccountID) -> AuthRunError {
    AuthRunError(.loginNeeded, reason, step: "refresh", hint: "log in again: authrun login \(id)")
  }

  func newer(
    than old: StoredCredential,
    _ demand: TokenDemand
  ) throws(VaultError) -> Credential? {
    guard let current = try vault.read(old.id), current.version != old.version,
      serves(current.credential, demand)
    else { return nil }
    return current.credential
  }

  /// Whether a credential that a sibling stored is what this caller wanted, forced or not.
  ///
  /// A token of fewer scopes is nobody's but the caller's.
  private func serves(_ credential: Credential, _ demand: TokenDemand) -> Bool {
    !demand.narrows
      && Freshness.judge(credential, at: clock.now(), minimumLife: demand.minimumLife) == .fresh
  }

  /// Whether a token that is due for its early refresh does for now.
  private func lives(_ credential: Credential, _ demand: TokenDemand) -> Bool {
    guard !demand.forceRefresh, !demand.narrows, let end = credential.expiresAt else {
      return false
    }
    return end.seconds - clock.now().seconds > max(demand.minimumLife, Self.leastLife)
  }

  /// Enough for a token to reach the server, in seconds.
  private static let leastLife: Int64 = 10
}
