import CSQLite

/// The tables of a vault, their versions, and how an older file becomes a current one.
enum VaultSchema {
  /// Marks the file as a vault in its header (SQLite file format §1.3.16): “auth”.
  static let applicationID: Int64 = 0x6175_7468

  /// What leads from version N to N + 1; the first makes an empty database a vault.
  ///
  /// Steps are never edited once released. Credentials are rows found by a keyed hash, so that the
  /// file names nobody; `last_version` outlives them, so that a version means one write only.
  static let steps: [StaticString] = [
    """
    CREATE TABLE meta (
      one INTEGER PRIMARY KEY CHECK (one = 1),
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
    PRAGMA user_version = 1;
    """
  ]

  static var currentVersion: Int64 { Int64(steps.count) }

  /// What a file is, by its header.
  enum Standing {
    case current
    /// To be brought up to date by a writer.
    case older(Int64)
  }

  /// Judges the file that a connection has open.
  ///
  /// - Throws: `foreign` or `newerVersion`, or what SQLite reports.
  static func judge(
    _ connection: borrowing SQLiteConnection,
    _ path: String
  ) throws(VaultError) -> Standing {
    let application: Int64?
    let version: Int64
    do {
      application = try connection.integer("PRAGMA application_id")
      version = try connection.integer("PRAGMA user_version") ?? 0
    } catch {
      throw error.vaultError("open", path)
    }
    guard application == applicationID, version > 0 else {
      throw VaultError(
        .foreign,
        "\(path) is not a vault of authrun",
        hint: "name another file with --vault"
      )
    }
    guard version <= currentVersion else {
      throw VaultError(
        .newerVersion,
        "\(path) has schema \(version), and this version knows up to \(currentVersion)",
        hint: "update authrun; the vault was not touched"
      )
    }
    return version == currentVersion ? .current : .older(version)
  }

  /// Brings an older file up to date in one transaction; another process may have been faster.
  static func migrate(
    _ connection: borrowing SQLiteConnection,
    _ path: String
  ) throws(VaultError) {
    try connection.transaction { (connection) throws(VaultError) in
      guard case .older(let version) = try judge(connection, path) else { return }
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
