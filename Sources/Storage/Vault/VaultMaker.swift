import CSodium
import Standards

/// Makes new vaults.
enum VaultMaker {
  /// Makes a vault at `path`, which appears whole or not at all.
  ///
  /// The key comes first, so that no vault is ever without one. The database is built in memory and
  /// published as a file: no other process sees a half-made one, and no crash leaves one.
  ///
  /// - Returns: `false` when another process was faster.
  static func make(
    _ path: String,
    _ location: VaultLocation,
    _ keys: KeyAccess,
    _ choice: KeyChoice
  ) throws(VaultError) -> Bool {
    let key = try makeKey(path, location, keys, choice)
    try KnownVault.announce(VaultMeta(key.record), path, location)
    let made = try PrivateFile.publish(image(VaultMeta(key.record), path), at: path)
    try PrivateDirectory.synchronize(PathName.parent(of: path))
    // The file of the faster one may be the same; what only this vault could use goes.
    if !made, key.record.source == .secretService { keys.discard(key, location) }
    return made
  }

  /// The key of a new vault, which its source keeps when this returns.
  static func makeKey(
    _ name: String,
    _ location: VaultLocation,
    _ keys: KeyAccess,
    _ choice: KeyChoice
  ) throws(VaultError) -> PreparedKey {
    var vaultID = [UInt8](repeating: 0, count: VaultKeys.vaultIDSize)
    randombytes_buf(&vaultID, vaultID.count)
    return try keys.makeKey(choice, vaultID: vaultID, location, name)
  }

  /// The bytes of a database file that holds nothing but `meta`.
  private static func image(_ meta: VaultMeta, _ path: String) throws(VaultError) -> [UInt8] {
    let image: [UInt8]?
    do throws(SQLiteError) {
      let connection = try SQLiteConnection(path, .memory)
      for step in VaultSchema.steps {
        try connection.execute(step)
      }
      try SQLiteDriver.insert(meta, connection)
      image = connection.serialized()
    } catch {
      throw error.vaultError("create", path)
    }
    guard var image, image.count > 100 else {
      throw VaultError(.io, "cannot create \(path): out of memory")
    }
    // The read and write versions 2 say write-ahead log (SQLite file format §1.3.3); a database in
    // memory cannot be switched to it, and switching later would need a moment without readers.
    image[18] = 2
    image[19] = 2
    return image
  }
}
