package import Standards
import Providers
import Storage

/// What an account's credential may reach since the user said so.
package struct TrustChange: Sendable {
  package let account: AccountID
  /// Hosts, and secrets with the hosts that they may go to; empty where nothing is new.
  package let added: [String]
}

extension Engine {
  /// What the account's descriptor has come to reach since the login, so that nothing is given to it: hosts, and
  /// secrets with the hosts that they would go to; empty where all is as it was.
  package func withheld(from account: AccountID) throws(AuthRunError) -> [String] {
    guard let credential = try stored(account)?.credential else { return [] }
    return try descriptor(account.provider).reach(credential.options)
      .filter { !credential.hosts.contains($0) }
  }

  /// Whether a host is one that only the descriptor of now declares; the credential is withheld from it.
  package func isWithheld(_ account: AccountID, fromHost name: String) -> Bool {
    (try? withheld(from: account))?.contains { $0.hasSameBytes(as: name) } ?? false
  }

  /// The accounts that are withheld from a host; only so many as can be looked at quickly.
  package func accounts(withheldFromHost name: String) -> [AccountID] {
    guard let vault = try? existingVault(), let listing = try? vault.list() else { return [] }
    return listing.credentials.prefix(Self.fewAccounts).map(\.id)
      .filter { isWithheld($0, fromHost: name) }
  }

  private static let fewAccounts = 32

  /// Gives the stored credentials of a provider to all that its descriptor reaches now.
  package func trust(_ provider: String) throws(AuthRunError) -> [TrustChange] {
    let descriptor = try descriptor(provider)
    guard let vault = try existingVault() else { return [] }
    var changes: [TrustChange] = []
    do throws(VaultError) {
      for stored in try vault.list().credentials where stored.id.provider == provider {
        if let change = try trust(stored.id, descriptor, vault) { changes.append(change) }
      }
    } catch {
      throw AuthRunError(error, step: "vault")
    }
    return changes
  }

  private func trust(
    _ id: AccountID,
    _ descriptor: Descriptor,
    _ vault: Vault
  ) throws(VaultError) -> TrustChange? {
    // Whoever refreshes the account now could not store the answer any more.
    guard let lease = try vault.attemptLease(id) else {
      throw VaultError(
        .locked,
        "\(id) is being refreshed",
        hint: "wait for that, and try again"
      )
    }
    // Held until the release, whichever way the change ends.
    let result = Result { () throws(VaultError) in try changed(id, descriptor, vault) }
    lease.release()
    return try result.get()
  }

  private func changed(
    _ id: AccountID,
    _ descriptor: Descriptor,
    _ vault: Vault
  ) throws(VaultError) -> TrustChange? {
    guard let stored = try vault.read(id) else { return nil }
    var credential = stored.credential
    // Options that no longer fit the descriptor reach nothing with it; only a new login helps them.
    let reach = (try? descriptor.reach(credential.options)) ?? credential.hosts
    let added = reach.filter { !credential.hosts.contains($0) }
    if !added.isEmpty {
      credential.hosts = reach
      _ = try vault.write(id, credential, replacing: stored.version)
    }
    return TrustChange(account: id, added: added)
  }
}
