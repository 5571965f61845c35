import Standards
import Storage

/// What keeps two machines from sending one refresh token, and an answer from being thrown away, where a
/// lease on a server is lost: the server went away, or the holder slept.
extension Refresher {
  /// What each request asks before it leaves: nobody else may get the lease while it is in the air.
  ///
  /// A lease on a server could expire meanwhile if the server goes away, and another machine would send the
  /// same refresh token. So it is held beforehand for as long as the request may take.
  func permit(_ row: LeaseRow?) -> SendPermit? {
    guard let row else { return nil }
    let seconds = longestRequest
    return { () throws(AuthRunError) in
      if try AuthRunError.inVault({ () throws(VaultError) in try row.cover(seconds) }) { return }
      throw AuthRunError(
        .vaultLocked,
        "another machine has taken over the refresh",
        step: "refresh",
        hint: "try again"
      )
    }
  }

  /// Whether the refresh token has been sent and nobody knows what came of it.
  func isUnsettled(_ note: RefreshNote?, _ current: StoredCredential) -> Bool {
    guard let intent = note?.intent, note?.failure == nil,
      let token = current.credential.refreshToken
    else { return false }
    return intent.token == RefreshNote.fingerprint(of: token)
  }

  /// Waits for who has sent the refresh token and could not store the answer before its lease was over.
  ///
  /// It is dead, or its answer waits for the server as we did: then it is stored as soon as ours was heard.
  func awaitLatecomer(_ sent: StoredCredential) async {
    let clock = ContinuousClock()
    let end = clock.now + Self.latecomerPatience
    while clock.now < end {
      guard let current = try? vault.read(sent.id), current.version == sent.version,
        (try? await Task.sleep(for: .milliseconds(100), clock: clock)) != nil
      else { return }
    }
  }

  /// Longer than the longest pause between two tries to reach the server.
  private static let latecomerPatience = Duration.seconds(3)

  /// Stores the renewed credential over a record that was changed while the provider answered.
  ///
  /// It still has the refresh token which was sent: it was marked by another machine that was refused with
  /// it, say, or got hosts that the user has agreed to. `nil` where another token is there, or none.
  func replaceChanged(
    _ sent: StoredCredential,
    by renewed: Credential
  ) throws(VaultError) -> Credential? {
    while true {
      guard let token = sent.credential.refreshToken, let changed = try vault.read(sent.id),
        changed.credential.refreshToken?.bytes == token.bytes
      else { return nil }
      var renewed = renewed
      renewed.identity = changed.credential.identity
      renewed.options = changed.credential.options
      renewed.hosts = changed.credential.hosts
      do throws(VaultError) {
        try vault.write(sent.id, renewed, replacing: changed.version)
        return renewed
      } catch {
        guard error.kind == .conflict else { throw error }
      }
    }
  }
}
