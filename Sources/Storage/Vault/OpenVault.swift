import Standards

/// An open database together with the keys that open its records.
struct OpenVault: ~Copyable {
  let connection: SQLiteConnection
  let seal: RecordSeal
  let path: String
  let keySource: MasterKeySource

  /// Opens the vault at `path`, whose directory is resolved and whose file was checked.
  ///
  /// - Throws: `foreign`, `newerVersion`, `keyMissing`, `wrongKey`, `corrupt` and the errors of files.
  static func open(
    _ path: String,
    _ access: SQLiteConnection.Access,
    _ location: VaultLocation
  ) throws(VaultError) -> OpenVault {
    let connection = try connect(path, access)
    var meta = try VaultMeta.read(connection, path)
    if access == .readWrite {
      try prepareForWriting(connection, path)
    }
    if meta.schema < VaultSchema.currentVersion {
      guard access == .readWrite else {
        throw VaultError(.readOnly, "\(path) is of an older schema and must first be updated")
      }
      try VaultSchema.migrate(connection, path)
      meta = try VaultMeta.read(connection, path)
    }
    let keys = try unlock(meta, location, path)
    return OpenVault(
      connection: connection,
      seal: RecordSeal(keys),
      path: path,
      keySource: meta.keySource
    )
  }

  /// The longest wait for another process's write, in milliseconds.
  ///
  /// Writes take milliseconds; readers do not wait for them at all (write-ahead log).
  private static let busyTimeout: CInt = 10_000

  private static func connect(
    _ path: String,
    _ access: SQLiteConnection.Access
  ) throws(VaultError) -> SQLiteConnection {
    do {
      let connection = try SQLiteConnection(path, access)
      connection.setBusyTimeout(milliseconds: busyTimeout)
      return connection
    } catch {
      throw error.vaultError("open", path)
    }
  }

  private static func prepareForWriting(
    _ connection: borrowing SQLiteConnection,
    _ path: String
  ) throws(VaultError) {
    do {
      // The mode is part of the file and already set; this mends a file that a tool has converted.
      try connection.execute("PRAGMA journal_mode = WAL")
      // A commit returns when it is on the disk: a rotated refresh token has no other copy.
      try connection.execute("PRAGMA synchronous = FULL")
      // What is deleted is overwritten, as far as a file system can promise it.
      try connection.execute("PRAGMA secure_delete = ON")
      // The log that stays behind is emptied.
      try connection.execute("PRAGMA journal_size_limit = 0")
    } catch {
      throw error.vaultError("open", path)
    }
    connection.keepWriteAheadLog()
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
