import CSQLite

/// The tables of a vault, their versions, and how an older file becomes a current one.
enum VaultSchema {
  /// What leads from version N to N + 1; the first makes an empty database a vault.
  ///
  /// Steps are never edited once released, and each but the first ends by setting `schema`.
  /// Credentials are rows found by a keyed hash, so that the file names nobody; `last_version` outlives
  /// them, so that a version means one write only. The application id, “auth”, tells tools such as
  /// `file` what this is (SQLite file format §1.3.16).
  static let steps: [StaticString] = [
    """
    CREATE TABLE meta (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      schema INTEGER NOT NULL,
      vault_id BLOB NOT NULL,
      key_source TEXT NOT NULL,
      key_detail TEXT,
      key_check BLOB NOT NULL,
      last_version INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE credential (
      lookup BLOB PRIMARY KEY NOT NULL,
      version INTEGER NOT NULL,
      sealed BLOB NOT NULL
    ) STRICT;
    PRAGMA application_id = 0x61757468;
    """,
    // What is noted about refreshes: sealed, as records are.
    """
    CREATE TABLE refresh (
      lookup BLOB PRIMARY KEY NOT NULL,
      sealed BLOB NOT NULL
    ) STRICT;
    UPDATE meta SET schema = 2;
    """,
  ]

  static var currentVersion: Int64 { Int64(steps.count) }

  /// The error for a database that has no description of a vault.
  static func foreign(_ path: String) -> VaultError {
    VaultError(
      .foreign,
      "\(path) is not a vault of authrun",
      hint: "name another file with --vault"
    )
  }

  /// Refuses a file that a newer authrun wrote.
  static func check(_ version: Int64, _ path: String) throws(VaultError) {
    guard version > 0 else { throw foreign(path) }
    guard version <= currentVersion else {
      throw VaultError(
        .newerVersion,
        "\(path) has schema \(version), and this version knows up to \(currentVersion)",
        hint: "update authrun; the vault was not touched"
      )
    }
  }

  /// Brings an older file up to date in one transaction; another process may have been faster.
  ///
  /// A backup as of this moment is on the disk before the first change: `<path>.backup-v<N>`, mode 0600.
  static func migrate(
    _ connection: borrowing SQLiteConnection,
    _ path: String
  ) throws(VaultError) {
    try connection.transaction { (connection) throws(VaultError) in
      let version: Int64
      do throws(SQLiteError) {
        version = try connection.integer("SELECT schema FROM meta") ?? currentVersion
      } catch {
        throw error.vaultError("update", path)
      }
      guard version < currentVersion else { return }
      // The transaction holds the write lock: nothing can come in between.
      guard let image = connection.serialized() else {
        throw VaultError(.io, "cannot back up \(path) before updating it: out of memory")
      }
      try PrivateFile.replace(image, at: path + ".backup-v\(version)")
      do throws(SQLiteError) {
        for step in steps[Int(version)...] {
          try connection.execute(step)
        }
      } catch {
        throw error.vaultError("update", path)
      }
    } mapping: {
      $0.vaultError("update", path)
    }
  }
}
