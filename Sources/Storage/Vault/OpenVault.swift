import Standards

/// An open database together with the keys that open its records.
struct OpenVault: ~Copyable {
  let driver: any VaultDriver
  let seal: RecordSeal
  let meta: VaultMeta

  var name: String { driver.name }
  /// The check value of our key, which the vault must still have.
  var key: [UInt8] { meta.keyCheck }

  /// Reads the description of an open database and gets the keys that go with it.
  ///
  /// - Throws: `keyMissing`, `wrongKey`, `corrupt` and the errors of files.
  init(_ driver: sending any VaultDriver, _ location: VaultLocation) throws(VaultError) {
    let meta = try driver.meta()
    seal = RecordSeal(try Self.unlock(meta, location, driver.name))
    self.meta = meta
    self.driver = driver
  }

  private static func unlock(
    _ meta: VaultMeta,
    _ location: VaultLocation,
    _ path: String
  ) throws(VaultError) -> VaultKeys {
    switch meta.keySource {
    case .file(let recorded):
      let file = location.keyFile(recorded: recorded)
      guard let master = try KeyFile.read(file) else {
        throw VaultError(
          .keyMissing,
          "the key of \(path) is missing: there is no \(file)",
          hint: "put the key file back from a backup, or name it in AUTHRUN_VAULT_KEY_FILE; "
            + "without it, move the vault away and log in again"
        )
      }
      let keys = VaultKeys(master, vaultID: meta.vaultID)
      guard keys.check == meta.keyCheck else {
        throw VaultError(
          .wrongKey,
          "\(file) holds another key than the one that \(path) was made with",
          hint: "put the right key file back, or name it in AUTHRUN_VAULT_KEY_FILE"
        )
      }
      return keys
    }
  }
}
