import Standards

/// An open database together with the keys that open its records.
struct OpenVault: ~Copyable {
  let driver: any VaultDriver
  var seal: RecordSeal
  var meta: VaultMeta

  var name: String { driver.name }
  /// The check value of our key, which the vault must still have.
  var key: [UInt8] { meta.keyCheck }

  /// Reads the description of an open database and gets the keys that go with it.
  ///
  /// To be written, it must be the vault that was used at that place before (`KnownVault`).
  /// Where it may be written, what is out of order with the key is mended.
  ///
  /// - Throws: `replaced`, `keyMissing`, `wrongKey`, `keyUnavailable`, `corrupt` and the errors of files.
  init(
    _ driver: sending any VaultDriver,
    _ location: VaultLocation,
    _ keys: KeyAccess,
    isReadOnly: Bool = false
  ) throws(VaultError) {
    var meta = try driver.meta()
    let unlocked = try Self.unlock(&meta, driver, location, keys, isReadOnly)
    if !isReadOnly {
      KnownVault.settle(meta, driver.name, location)
      try Self.mend(unlocked.repair, &meta, driver)
      KeyLeftovers.remove(location, meta, driver)
    }
    seal = RecordSeal(VaultKeys(unlocked.takeKey(), vaultID: meta.vaultID))
    self.meta = meta
    self.driver = driver
  }

  /// Gets the key that the vault records.
  ///
  /// Another process can change the key between our reading of the record and our reading of the key:
  /// then the record has changed, and is read again.
  private static func unlock(
    _ meta: inout VaultMeta,
    _ driver: any VaultDriver,
    _ location: VaultLocation,
    _ keys: KeyAccess,
    _ isReadOnly: Bool
  ) throws(VaultError) -> UnlockedKey {
    while true {
      let failure: VaultError
      do throws(VaultError) {
        // What is only read harms nobody: records open in their own vault alone.
        if !isReadOnly { try KnownVault.require(meta, driver.name, location) }
        return try keys.unlock(meta.key, location, driver.name)
      } catch {
        failure = error
      }
      let current = try driver.meta()
      guard current.key != meta.key else { throw failure }
      meta = current
    }
  }

  /// Finishes what a change of keys left undone, and raises the cost of a passphrase's hash.
  private static func mend(
    _ repair: KeyRepair,
    _ meta: inout VaultMeta,
    _ driver: any VaultDriver
  ) throws(VaultError) {
    switch repair {
    case .none: return
    case .promote(let file): try KeyFile.promote(file, meta.key)
    case .record(let source):
      var new = meta
      new.keySource = source
      // Somebody else's change goes before ours.
      if try driver.replace(meta, by: new) { meta = new }
    }
  }
}
