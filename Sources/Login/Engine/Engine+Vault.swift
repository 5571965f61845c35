package import Standards
import SecretService
import Storage

extension Engine {
  /// The vault as it is; `nil` when there is none yet.
  func existingVault() throws(AuthRunError) -> Vault? {
    do throws(VaultError) {
      return try vaults.vault(create: false)
    } catch {
      if error.kind == .missing { return nil }
      throw AuthRunError(error, step: "vault")
    }
  }

  /// The vault, made if there is none; says so, and where its key lies.
  func vault(announcing interaction: any Interaction) async throws(AuthRunError) -> Vault {
    if let vault = try existingVault() { return vault }
    do throws(VaultError) {
      let vault = try vaults.vault(create: true)
      if vault.isNew {
        await interaction.show(
          .vaultCreated(
            path: vault.path,
            keySource: vault.keySource.words(in: location),
            remark: vault.remark
          )
        )
      }
      return vault
    } catch {
      throw AuthRunError(error, step: "vault")
    }
  }

  func stored(_ account: AccountID) throws(AuthRunError) -> StoredCredential? {
    guard let vault = try existingVault() else { return nil }
    do throws(VaultError) {
      return try vault.read(account)
    } catch {
      throw AuthRunError(error, step: "vault").concerning(account)
    }
  }

  /// Forgets the account on this machine; nothing is revoked at the provider.
  package func forget(_ account: AccountID) throws(AuthRunError) {
    guard let vault = try existingVault(), let stored = try stored(account) else {
      throw unknown(account)
    }
    do throws(VaultError) {
      try vault.delete(stored.id)
      // Else the provider without a name would mean an account that is gone.
      if try vault.standIn(stored.id.provider) == stored.id {
        try vault.setStandIn(AccountID(provider: stored.id.provider))
      }
    } catch {
      throw AuthRunError(error, step: "vault").concerning(account)
    }
  }
}

extension AuthRunError {
  static func unknownAccount(_ account: AccountID) -> AuthRunError {
    AuthRunError(
      .unknownAccount,
      "no such account",
      provider: account.provider,
      account: account.name,
      step: "vault",
      hint: "authrun accounts lists them"
    )
  }
}

extension KeyAccess {
  /// Everything that this process can get at a key by: its environment, the keyring, the user.
  convenience init(
    _ environment: [String: String],
    asker: (any PassphraseAsker)?,
    chooser: (any PassphraseAsker)?
  ) {
    self.init(
      variable: { environment[$0] },
      keyring: SecretServiceKeyring(variable: { environment[$0] }),
      asker: asker,
      chooser: chooser
    )
  }
}
