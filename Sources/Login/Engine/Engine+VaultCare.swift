import Postgres
package import Storage

/// Looking after the vault itself (`authrun vault …`).
extension Engine {
  /// Makes a vault with its key from the given source, or from the one that suits here.
  package func makeVault(_ choice: KeyChoice?) throws(AuthRunError) -> MadeVault {
    try AuthRunError.inVault { () throws(VaultError) in
      let vault = try Vault.create(
        location,
        key: choice,
        keys: keys,
        server: vaults.connector
      )
      return MadeVault(path: vault.path, key: keyWords(vault.keySource), remark: vault.remark)
    }
  }

  /// The vault's path or address, whether there is one or not.
  package var vaultName: String { location.databaseFile }

  /// Variables of other programs that hold the password of the vault's server.
  package var vaultSecretVariables: Set<String> {
    guard let server = location.server else { return [] }
    return PostgresServer.secretVariables(server) { settings.environment[$0] }
  }

  /// What can be told about the vault without asking anybody; `nil` when there is none.
  package func vaultStatus() throws(AuthRunError) -> VaultStatus? {
    try AuthRunError.inVault { () throws(VaultError) in
      try Vault.status(location, keys: keys.withoutUser(), server: vaults.connector)
    }
  }

  /// Takes the vault that is there for the user's own from now on; `false` when it was so before, `nil` when
  /// there is none.
  package func acceptVault() throws(AuthRunError) -> Bool? {
    try AuthRunError.inVault { () throws(VaultError) in
      try Vault.accept(location, server: vaults.connector)
    }
  }

  package func rekeyVault(
    _ choice: KeyChoice?,
    dropDamaged: Bool
  ) throws(AuthRunError) -> RekeyOutcome {
    try AuthRunError.inVault { () throws(VaultError) in
      try openedVault().rekey(choice, dropDamaged: dropDamaged)
    }
  }

  package func exportVault(
    to path: String,
    overwrite: Bool,
    passphrase: () throws(VaultError) -> LockedBytes
  ) throws(AuthRunError) -> ExportOutcome {
    try AuthRunError.inVault { () throws(VaultError) in
      try openedVault().export(to: path, overwrite: overwrite, passphrase: passphrase)
    }
  }

  /// The bytes of an export, for standard output.
  package func exportedVault(
    passphrase: () throws(VaultError) -> LockedBytes
  ) throws(AuthRunError) -> (bytes: [UInt8], outcome: ExportOutcome) {
    try AuthRunError.inVault { () throws(VaultError) in
      try openedVault().exported(as: "-", passphrase: passphrase)
    }
  }

  /// Takes an export into the vault, from standard input where there is no path; the vault is made where there is none.
  package func importVault(
    from path: String?,
    replace: Bool,
    passphrase: (Int) throws(VaultError) -> LockedBytes?
  ) throws(AuthRunError) -> (outcome: ImportOutcome, made: MadeVault?) {
    try AuthRunError.inVault { () throws(VaultError) in
      let vault = try vaults.vault(create: true)
      let made = MadeVault(path: vault.path, key: keyWords(vault.keySource), remark: vault.remark)
      let outcome = try vault.import(from: path, replace: replace, passphrase: passphrase)
      return (outcome, vault.isNew ? made : nil)
    }
  }

  /// Lets the kernel remember the key, unless its source costs nothing anyway; the source.
  package func unlockVault(seconds: Int) throws(AuthRunError) -> MasterKeySource {
    try AuthRunError.inVault { () throws(VaultError) in
      let vault = try openedVault()
      if !vault.keySource.isDirect { try vault.rememberKey(seconds: seconds) }
      return vault.keySource
    }
  }

  /// Makes the kernel forget the key; `false` when it remembered none.
  package func lockVault() throws(AuthRunError) -> Bool {
    try AuthRunError.inVault { () throws(VaultError) in
      try Vault.forgetKey(location, server: vaults.connector)
    }
  }

  /// Where a key comes from, for the user's eyes.
  package func keyWords(_ source: MasterKeySource) -> String {
    source.words(in: location)
  }

  /// The path of the key file that a source stands for; `nil` for other sources.
  package func keyFile(_ source: MasterKeySource) -> String? {
    guard case .file(let path) = source else { return nil }
    return location.keyFile(recorded: path)
  }

  private func openedVault() throws(VaultError) -> Vault {
    try vaults.vault(create: false)
  }
}

/// A vault that was just made.
package struct MadeVault: Sendable {
  package let path: String
  /// Where its key comes from, in words.
  package let key: String
  /// Why not from a better place.
  package let remark: String?
}
