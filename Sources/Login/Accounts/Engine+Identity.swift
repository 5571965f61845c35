import Providers
package import Standards
import Storage

extension Engine {
  /// Who the provider says an account is; what it says is kept with the account.
  ///
  /// A provider that tells it at the login only is not asked again.
  package func identity(of account: AccountID) async throws(AuthRunError) -> Identity {
    let account = await actual(account)
    do throws(AuthRunError) {
      let descriptor = try descriptor(account.provider)
      let credential = try await credential(account)
      let lookup = IdentityLookup(
        descriptor: descriptor,
        tools: try tools.reaching(descriptor, credential.options)
      )
      if let found = try await lookup.identity(of: credential, answer: nil) {
        if found != credential.identity { try keep(found, account) }
        return found
      }
      if let known = credential.identity { return known }
      throw AuthRunError(
        .inputInvalid,
        "the descriptor names no way to find out who an account is",
        step: "identity",
        hint: "its identity table does"
      )
    } catch {
      throw shown(error, account)
    }
  }

  /// Stores the name that was found, unless somebody refreshes the account now: that answer could not be
  /// stored any more.
  private func keep(_ identity: Identity, _ account: AccountID) throws(AuthRunError) {
    guard let vault = try existingVault(), let id = try stored(account)?.id else { return }
    do throws(VaultError) {
      guard let lease = try vault.attemptLease(id), let stored = try vault.settled(id)
      else { return }
      var credential = stored.credential
      credential.identity = identity
      try vault.write(stored.id, credential, replacing: stored.version)
      lease.release()
    } catch {
      // Who was asked for is known all the same.
      tools.tracer.note("identity", "not kept: \(error.message)")
    }
  }
}
