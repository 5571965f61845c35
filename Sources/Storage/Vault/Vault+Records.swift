package import Standards

extension Vault {
  /// The credential of an account; `nil` when there is none.
  ///
  /// - Throws: `corrupt` when the record does not open or is not a credential.
  package func read(_ id: AccountID) throws(VaultError) -> StoredCredential? {
    try withOpen { (open) throws(VaultError) in
      try open.read(id)
    }
  }

  /// All accounts; records that do not open are counted rather than hidden.
  package func list() throws(VaultError) -> VaultListing {
    try withOpen { (open) throws(VaultError) in
      try open.list()
    }
  }

  /// Stores a credential durably and returns its version.
  ///
  /// `expected` is the version that must be the account's current one (compare-and-swap); `nil`
  /// replaces whatever is there, as a login does.
  ///
  /// - Throws: `conflict` when the account's record is another one or gone.
  @discardableResult
  package func write(
    _ id: AccountID,
    _ credential: Credential,
    replacing expected: Int64?
  ) throws(VaultError) -> Int64 {
    let now = now()
    return try withOpen { (open) throws(VaultError) in
      try open.write(Record(id: id, updatedAt: now, credential: credential), expected)
    }
  }

  /// Makes sure that a record can be stored, before a token is asked for that would else be lost.
  ///
  /// - Throws: `readOnly`, `full`, `denied` and whatever else storing a record would meet.
  package func ensureWritable() throws(VaultError) {
    try withOpen { (open) throws(VaultError) in
      try open.driver.ensureWritable(key: open.key)
    }
  }

  /// Keeps the record and notes that only a login can help, and why.
  ///
  /// - Throws: `conflict` when the account's record is no longer the given version: somebody wrote a
  ///   newer one, which must be tried before giving up.
  @discardableResult
  package func markLoginNeeded(
    _ id: AccountID,
    reason: String,
    replacing expected: Int64
  ) throws(VaultError) -> Int64 {
    let now = now()
    return try withOpen { (open) throws(VaultError) in
      guard let stored = try open.read(id), stored.version == expected else {
        throw open.conflict(id)
      }
      var credential = stored.credential
      credential.standing = .loginNeeded(reason: reason, at: now)
      return try open.write(Record(id: id, updatedAt: now, credential: credential), expected)
    }
  }

  /// Forgets an account, even one whose record is damaged; `false` when there was none.
  @discardableResult
  package func delete(_ id: AccountID) throws(VaultError) -> Bool {
    try withOpen { (open) throws(VaultError) in
      try open.delete(id)
    }
  }
}
