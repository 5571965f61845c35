import Providers
package import Standards
import Storage

extension Engine {
  /// All accounts, by provider and name.
  package func listing() throws(AuthRunError) -> AccountListing {
    guard let vault = try existingVault() else {
      return AccountListing(accounts: [], damagedCount: 0)
    }
    do throws(VaultError) {
      let listing = try vault.list()
      var statuses: [AccountStatus] = []
      var standIns: [String: AccountID] = [:]
      // A descriptor that is gone or broken renews nothing; the refresh token may serve again.
      var renewals: [String: Renewal?] = [:]
      for stored in listing.credentials {
        let provider = stored.id.provider
        if standIns[provider] == nil {
          standIns[provider] = try vault.standIn(provider) ?? AccountID(provider: provider)
        }
        let renewal =
          renewals[provider]
          ?? (try? descriptor(provider)).map {
            Renewal(descriptor: $0, tools: tools)
          }
        renewals[provider] = .some(renewal)
        var status = AccountStatus(stored)
        if let renewal { status.isRenewable = renewal.isPossible(for: stored.credential) }
        status.isDefault = standIns[provider] == stored.id
        status.failure = try vault.refreshNote(stored.id)?.failure.map {
          AccountStatus.Failure(at: $0.at, code: $0.code, message: $0.message)
        }
        statuses.append(status)
      }
      return AccountListing(accounts: statuses, damagedCount: listing.damagedCount)
    } catch {
      throw AuthRunError(error, step: "vault")
    }
  }

  /// All accounts that can be read.
  package func accounts() throws(AuthRunError) -> [AccountStatus] {
    try listing().accounts
  }

  /// The names of the accounts at a provider, for an error about one that is not there.
  func names(at provider: String) -> [AccountID] {
    guard let vault = try? existingVault(), let listing = try? vault.list() else { return [] }
    return listing.credentials.map(\.id).filter { $0.provider == provider }
  }

  /// Has the provider without a name mean this account.
  ///
  /// - Returns: the account that is meant from now on.
  @discardableResult
  package func setDefault(_ account: AccountID) throws(AuthRunError) -> AccountID {
    guard let vault = try existingVault(), try stored(account) != nil else {
      throw unknown(account)
    }
    do throws(VaultError) {
      try vault.setStandIn(account)
      return account
    } catch {
      guard error.kind == .conflict else { throw AuthRunError(error, step: "vault") }
      let place = AccountID(provider: account.provider)
      throw AuthRunError(
        .inputInvalid,
        "\(place) is an account of its own",
        provider: account.provider,
        account: account.name,
        step: "accounts",
        hint:
          "give it another name first: authrun accounts rename \(place) \(account.provider)/NAME"
      )
    }
  }

  /// Gives an account another name; its record stays as it is.
  ///
  /// Nobody refreshes it meanwhile: an answer that came then could not be stored.
  ///
  /// - Returns: what it was called, where another account stood in for the given one.
  @discardableResult
  package func rename(
    _ account: AccountID,
    to new: AccountID
  ) async throws(AuthRunError) -> AccountID {
    do throws(AuthRunError) {
      guard account.provider == new.provider else {
        throw AuthRunError(
          .inputInvalid,
          "an account stays with its provider",
          step: "accounts",
          hint: "log in to the other: authrun login \(new)"
        )
      }
      guard let vault = try existingVault(), let stored = try stored(account) else {
        throw unknown(account)
      }
      guard stored.id != new else {
        throw AuthRunError(.inputInvalid, "it is called so already", step: "accounts")
      }
      try await move(stored.id, to: new, in: vault)
      return stored.id
    } catch {
      throw shown(error, account)
    }
  }

  private func move(
    _ account: AccountID,
    to new: AccountID,
    in vault: Vault
  ) async throws(AuthRunError) {
    do throws(VaultError) {
      let turn = try await vault.turn(account, deadline: settings.httpTimeout + 15)
      guard case .ours(let lease) = consume turn else { return }
      guard let current = try vault.settled(account), current.id == account else {
        throw VaultError(.conflict, "the account was removed meanwhile")
      }
      let standIn = new.isUnnamed ? try vault.standIn(new.provider) : nil
      let taken = try vault.read(new)
      guard taken == nil, standIn == nil else {
        throw VaultError(.conflict, "\(new) is there already")
      }
      try vault.rename(current, to: new)
      lease.release()
    } catch {
      guard error.kind == .conflict else { throw AuthRunError(error, step: "vault") }
      throw AuthRunError(
        .inputInvalid,
        error.message,
        step: "accounts",
        hint: "authrun accounts lists them"
      )
    }
  }

  /// The accounts of a vault whose key is at hand at once; asks nobody, and fails in silence.
  package func accountsAtHand() -> [AccountID] {
    let keys = KeyAccess(directly: { [environment = settings.environment] in environment[$0] })
    let vault = try? Vault.openForReading(location, keys: keys)
    let listing = try? vault?.list()
    return listing?.credentials.map(\.id) ?? []
  }

  /// The error about an account that is not there, with those that are.
  func unknown(_ account: AccountID) -> AuthRunError {
    var error = AuthRunError.unknownAccount(account)
    if let others = others(than: account) { error.message = "no such account; there \(others)" }
    return error
  }

  /// As in `are spotify/home and spotify/work`; `nil` where the provider has no account.
  func others(than account: AccountID) -> String? {
    let names = names(at: account.provider).map(\.description)
    guard let last = names.last else { return nil }
    guard names.count > 1 else { return "is \(last)" }
    let shown = names.count > 6 ? names.prefix(5) + ["\(names.count - 5) more"] : names[...]
    return "are " + shown.dropLast().joined(separator: ", ") + " and " + (shown.last ?? last)
  }
}

extension Vault {
  /// The record of an account, with what was received for it and could not be stored until now.
  ///
  /// To be called with the account's lease, before a change that is no refresh: a record that was kept aside
  /// belongs to the one that is there now.
  func settled(_ id: AccountID) throws(VaultError) -> StoredCredential? {
    guard let current = try read(id) else { return nil }
    return try storeUnsaved(current) ? read(current.id) : current
  }
}

extension AccountID {
  var isUnnamed: Bool { name == AccountID.defaultName }
}

extension AccountStatus {
  init(_ stored: StoredCredential) {
    let credential = stored.credential
    self.init(
      account: stored.id,
      kind: credential.kind,
      expiresAt: credential.expiresAt,
      grantedScopes: credential.grantedScopes,
      identity: credential.identity,
      standing: credential.standing,
      isRenewable: credential.refreshToken != nil,
      updatedAt: stored.updatedAt
    )
  }
}
