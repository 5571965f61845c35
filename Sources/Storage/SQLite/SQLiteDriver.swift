import CSQLite
import Glibc

/// A vault in one SQLite file.
final class SQLiteDriver: VaultDriver {
  let connection: SQLiteConnection
  let name: String
  let keepsLeases = false
  let isSnapshot: Bool
  /// The description as it was found at opening, for the first who asks: one statement less.
  private var found: VaultMeta?

  /// Opens the database at `path`, whose directory is resolved and whose file was checked, and brings an
  /// older one up to date.
  ///
  /// - Throws: `foreign`, `newerVersion`, `readOnly`, `corrupt` and the errors of files.
  init(_ path: String, _ access: SQLiteConnection.Access) throws(VaultError) {
    name = path
    if access == .readWrite { Self.freeLog(path) }
    isSnapshot = access == .snapshot
    do {
      connection = try SQLiteConnection(path, access)
    } catch {
      throw error.vaultError("open", path)
    }
    connection.setBusyTimeout(milliseconds: Self.busyTimeout)
    let (schema, meta) = try description()
    found = meta
    if access == .readWrite { try prepareForWriting() }
    guard schema < VaultSchema.currentVersion else { return }
    found = nil
    guard access == .readWrite else {
      throw VaultError(.readOnly, "\(path) is of an older schema and must first be updated")
    }
    try VaultSchema.migrate(connection, path)
  }

  func meta() throws(VaultError) -> VaultMeta {
    if let meta = found {
      found = nil
      return meta
    }
    return try description().meta
  }

  /// Lets the log of a database that may be written be written, too.
  ///
  /// SQLite gives an empty log the database's mode, and so takes the owner's right to write it from both where the
  /// database was closed for a while. What cannot be changed is met again at the first write.
  private static func freeLog(_ path: String) {
    guard let status = try? FileStatus.ofLink(path), status.permissions & 0o600 == 0o600 else {
      return
    }
    for log in [path + "-wal", path + "-shm"] {
      guard let status = try? FileStatus.ofLink(log), status.isRegularFile,
        status.owner == geteuid(), status.permissions & 0o600 != 0o600
      else { continue }
      chmod(log, PrivateFile.mode)
    }
  }

  /// The longest wait for another process's write, in milliseconds.
  ///
  /// Writes take milliseconds; readers do not wait for them at all (write-ahead log).
  private static let busyTimeout: CInt = 30_000

  private func prepareForWriting() throws(VaultError) {
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
      throw fault(error, "open")
    }
    connection.keepWriteAheadLog()
  }

  /// The error of a failed attempt to `action` the vault; damage is looked at more closely.
  func fault(_ error: SQLiteError, _ action: String) -> VaultError {
    guard error.code == SQLITE_CORRUPT else { return error.vaultError(action, name) }
    return SQLiteIntegrity.fault(connection, name) ?? error.vaultError(action, name)
  }

  /// Runs `body` as one transaction that is on the disk when this returns, and undone if it throws.
  func transaction<Result>(
    key: [UInt8],
    _ body: (borrowing SQLiteConnection) throws(SQLiteError) -> Result
  ) throws(VaultError) -> Result {
    try connection.transaction { (connection) throws(VaultError) in
      do throws(SQLiteError) {
        guard try self.hasKey(key) else { throw SQLiteError.otherKey }
        return try body(connection)
      } catch {
        throw error.isOtherKey ? .rekeyed(self.name) : self.fault(error, "write")
      }
    } mapping: {
      self.fault($0, "write")
    }
  }

  /// Whether the vault still has the key with this check value.
  func hasKey(_ key: [UInt8]) throws(SQLiteError) -> Bool {
    var statement = try connection.prepare("SELECT key_check FROM meta")
    return try statement.step() && statement.bytes(0) == key
  }
}
