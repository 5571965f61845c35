package import Standards

extension Vault {
  /// Takes the right to refresh an account if it is free, without waiting; `nil` when somebody has it.
  ///
  /// `seconds` is how long it lasts on a server unless it is prolonged.
  package func attemptLease(
    _ id: AccountID,
    seconds: Int = RefreshLease.seconds
  ) throws(VaultError) -> RefreshLease? {
    guard try withOpen({ (open) throws(VaultError) in open.driver.keepsLeases }) else {
      guard let file = try LeaseFile.attempt(id, vault: vaultID, in: location) else { return nil }
      return RefreshLease(file)
    }
    guard let row = try LeaseRow(id, in: self, seconds: seconds) else { return nil }
    return RefreshLease(row)
  }

  func takeLease(
    _ id: AccountID,
    owner: [UInt8],
    seconds: Int
  ) throws(VaultError) -> Bool {
    try withOpen { (open) throws(VaultError) in
      try open.driver.takeLease(
        open.seal.lookup(id),
        key: open.key,
        owner: owner,
        seconds: seconds
      )
    }
  }

  func prolongLease(
    _ id: AccountID,
    owner: [UInt8],
    seconds: Int
  ) throws(VaultError) -> Bool {
    try withOpen { (open) throws(VaultError) in
      try open.driver.prolongLease(open.seal.lookup(id), owner: owner, seconds: seconds)
    }
  }

  func dropLease(_ id: AccountID, owner: [UInt8]) throws(VaultError) {
    try withOpen { (open) throws(VaultError) in
      try open.driver.dropLease(open.seal.lookup(id), owner: owner)
    }
  }

  /// What is remembered about refreshing an account; `nil` when there is nothing.
  ///
  /// A note that cannot be read counts as none: it never stands in the way of a refresh.
  package func refreshNote(_ id: AccountID) throws(VaultError) -> RefreshNote? {
    try withOpen { (open) throws(VaultError) in
      do throws(VaultError) {
        return try open.note(id)
      } catch {
        guard [.corrupt, .newerVersion].contains(error.kind) else { throw error }
        return nil
      }
    }
  }

  /// Remembers something about refreshing an account, on the disk when this returns; `nil` forgets it.
  ///
  /// Storing a record forgets it too.
  package func setRefreshNote(_ id: AccountID, _ note: RefreshNote?) throws(VaultError) {
    try withOpen { (open) throws(VaultError) in
      try open.setNote(id, note)
    }
  }
}
