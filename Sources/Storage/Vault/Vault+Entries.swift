package import Standards

extension Vault {
  /// The account that is meant where a provider stands without a name; `nil` when it is `default`.
  package func standIn(_ provider: String) throws(VaultError) -> AccountID? {
    try withOpen { (open) throws(VaultError) in
      try open.standIn(provider)
    }
  }

  /// Has a provider without a name mean this account.
  ///
  /// - Throws: `conflict` when an account called `default` is in the way.
  package func setStandIn(_ id: AccountID) throws(VaultError) {
    try withOpen { (open) throws(VaultError) in
      try open.setStandIn(id)
    }
  }

  /// Gives an account's record another name, in one step, as it is.
  ///
  /// The caller holds the account's lease: a refresh that is under way could not store its answer.
  ///
  /// - Throws: `conflict` when the record changed since it was read, or the new name is taken.
  package func rename(_ stored: StoredCredential, to id: AccountID) throws(VaultError) {
    try withOpen { (open) throws(VaultError) in
      try open.rename(stored, to: id)
    }
  }

  /// The entry of that name; `nil` when there is none.
  package func entry(_ id: AccountID) throws(VaultError) -> VaultEntry? {
    try withOpen { (open) throws(VaultError) in
      try open.entry(id)?.entry
    }
  }

  /// Keeps an entry under a name that is not taken.
  package func add(_ entry: VaultEntry) throws(VaultError) {
    try withOpen { (open) throws(VaultError) in
      try open.write(entry, expecting: 0)
    }
  }

  /// All entries that stand for no account.
  package func entries() throws(VaultError) -> [VaultEntry] {
    try withOpen { (open) throws(VaultError) in
      try open.entries()
    }
  }
}
