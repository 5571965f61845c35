import Glibc
package import Standards

/// A record that was received and could not be stored: the database is away or full.
///
/// It waits, sealed with the vault's key, in a file beside the lock files, and is stored when the account is
/// next refreshed on this machine. A rotated refresh token would be lost without it.
extension Vault {
  /// Keeps a record for later, on the disk when this returns, and returns the file's path.
  package func keepUnsaved(
    _ id: AccountID,
    _ credential: Credential,
    replacing expected: Int64
  ) throws(VaultError) -> String {
    let record = Record(id: id, updatedAt: now(), credential: credential)
    let sealed = try withOpen { (open) throws(VaultError) in
      open.sealedAside(record, expected)
    }
    let directory = try PrivateDirectory.make(location.stateDirectory, .closed)
    let path = directory + "/" + LockFileName.unsaved(id, vault: vaultID)
    try PrivateFile.replace(sealed, at: path)
    return path
  }

  /// Stores a record that was kept for later, where the account is still what it was then.
  ///
  /// To be called with the account's lease. `false` when nothing was kept, or when it is of no use any more.
  package func storeUnsaved(_ current: StoredCredential) throws(VaultError) -> Bool {
    let path = location.stateDirectory + "/" + LockFileName.unsaved(current.id, vault: vaultID)
    // Hardly ever is there one: nothing else is looked at then.
    guard try PrivateFile.exists(path) else { return false }
    // No record is larger, and what is not a record does not open.
    let sealed = try PrivateFile.contents(path, atMost: 64 << 20)
    let record = try withOpen { (open) throws(VaultError) in
      open.openedAside(sealed, current.id, current.version)
    }
    guard let record else {
      // The account was refreshed or logged in anew since, or the vault has another key.
      unlink(path)
      return false
    }
    try write(current.id, record.credential, replacing: current.version)
    unlink(path)
    return true
  }

  /// Whether a record of the account waits to be stored.
  func hasUnsaved(_ id: AccountID) throws(VaultError) -> Bool {
    try PrivateFile.exists(location.stateDirectory + "/" + LockFileName.unsaved(id, vault: vaultID))
  }
}

extension OpenVault {
  /// What no row's version can be, so that neither a row nor such a file passes for the other.
  private static func version(aside expected: Int64) -> Int64 { -1 - expected }

  func sealedAside(_ record: Record, _ expected: Int64) -> [UInt8] {
    var plain = record.bytes
    defer { plain.overwrite() }
    return seal.seal(
      plain,
      lookup: seal.lookup(record.id),
      version: Self.version(aside: expected)
    )
  }

  func openedAside(_ sealed: [UInt8], _ id: AccountID, _ current: Int64) -> Record? {
    let lookup = seal.lookup(id)
    guard
      var plain = seal.open(sealed, lookup: lookup, version: Self.version(aside: current))
    else { return nil }
    defer { plain.overwrite() }
    return try? Record(bytes: plain)
  }
}
