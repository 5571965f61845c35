import CSQLite
import Standards

extension OpenVault {
  func read(_ id: AccountID) throws(VaultError) -> StoredCredential? {
    let lookup = seal.lookup(id)
    let version: Int64
    let sealed: [UInt8]
    do throws(SQLiteError) {
      var statement = try connection.prepare(
        "SELECT version, sealed FROM credential WHERE lookup = ?1"
      )
      try statement.bind(1, lookup)
      guard try statement.step() else { return nil }
      version = statement.integer(0)
      sealed = statement.bytes(1)
    } catch {
      throw error.vaultError("read", path)
    }
    return try opened(sealed, lookup: lookup, version: version, expected: id)
  }

  func list() throws(VaultError) -> VaultListing {
    var credentials: [StoredCredential] = []
    var damaged = 0
    do throws(SQLiteError) {
      var statement = try connection.prepare("SELECT lookup, version, sealed FROM credential")
      while try statement.step() {
        let stored = try? opened(
          statement.bytes(2),
          lookup: statement.bytes(0),
          version: statement.integer(1),
          expected: nil
        )
        if let stored { credentials.append(stored) } else { damaged += 1 }
      }
    } catch {
      throw error.vaultError("read", path)
    }
    credentials.sort { ($0.id.provider, $0.id.name) < ($1.id.provider, $1.id.name) }
    return VaultListing(credentials: credentials, damagedCount: damaged)
  }

  /// Replaces the account's record in one transaction that is on the disk when this returns.
  func write(_ record: Record, _ expected: Int64?) throws(VaultError) -> Int64 {
    let version = try connection.transaction { (connection) throws(VaultError) in
      do throws(SQLiteError) {
        return try swap(record, expected, connection)
      } catch {
        throw error.vaultError("write", path)
      }
    } mapping: {
      $0.vaultError("write", path)
    }
    guard let version else { throw conflict(record.id) }
    return version
  }

  /// Writes a version number that no record will use, on the disk when this returns.
  ///
  /// What fails here, for a full disk or a read-only file, would fail for a record too.
  func ensureWritable() throws(VaultError) {
    try connection.transaction { (connection) throws(VaultError) in
      do throws(SQLiteError) {
        _ = try nextVersion(connection)
      } catch {
        throw error.vaultError("write", path)
      }
    } mapping: {
      $0.vaultError("write", path)
    }
  }

  /// The new version; `nil`, and nothing changed, when the current one is not `expected`.
  private func swap(
    _ record: Record,
    _ expected: Int64?,
    _ connection: borrowing SQLiteConnection
  ) throws(SQLiteError) -> Int64? {
    let lookup = seal.lookup(record.id)
    if let expected {
      var current = try connection.prepare("SELECT version FROM credential WHERE lookup = ?1")
      try current.bind(1, lookup)
      guard try current.step(), current.integer(0) == expected else { return nil }
    }
    let version = try nextVersion(connection)
    var plain = record.bytes
    defer { plain.overwrite() }
    var upsert = try connection.prepare(
      """
      INSERT INTO credential (lookup, version, sealed) VALUES (?1, ?2, ?3)
      ON CONFLICT (lookup) DO UPDATE SET version = excluded.version, sealed = excluded.sealed
      """
    )
    try upsert.bind(1, lookup)
    try upsert.bind(2, version)
    try upsert.bind(3, seal.seal(plain, lookup: lookup, version: version))
    try upsert.run()
    return version
  }

  /// Counted for the whole vault, so that a version that was deleted never comes back.
  private func nextVersion(
    _ connection: borrowing SQLiteConnection
  ) throws(SQLiteError) -> Int64 {
    try connection.execute("UPDATE meta SET last_version = last_version + 1")
    guard let version = try connection.integer("SELECT last_version FROM meta") else {
      throw SQLiteError(code: SQLITE_CORRUPT, text: "its description is missing")
    }
    return version
  }

  func delete(_ id: AccountID) throws(VaultError) -> Bool {
    do throws(SQLiteError) {
      var statement = try connection.prepare(
        "DELETE FROM credential WHERE lookup = ?1 RETURNING version"
      )
      try statement.bind(1, seal.lookup(id))
      var found = false
      while try statement.step() { found = true }
      return found
    } catch {
      throw error.vaultError("write", path)
    }
  }

  func conflict(_ id: AccountID) -> VaultError {
    VaultError(
      .conflict,
      "the record of \(id) was changed by another process",
      hint: "read it again"
    )
  }

  /// The credential in a row, checked to be that of the row's name.
  private func opened(
    _ sealed: [UInt8],
    lookup: [UInt8],
    version: Int64,
    expected: AccountID?
  ) throws(VaultError) -> StoredCredential {
    let subject = expected.map { "the record of \($0)" } ?? "a record"
    guard var plain = seal.open(sealed, lookup: lookup, version: version) else {
      throw VaultError(
        .corrupt,
        "\(subject) in \(path) does not open: it was altered or moved",
        hint: "log in again, or put back a backup of the vault"
      )
    }
    defer { plain.overwrite() }
    let record: Record
    do throws(RecordFault) {
      record = try Record(bytes: plain)
    } catch {
      switch error {
      case .unknown(let name):
        throw VaultError(
          .newerVersion,
          "\(subject) holds “\(name)”, which this version does not know",
          hint: "update authrun; the record was not touched"
        )
      case .malformed, .missing, .wrongType:
        throw VaultError(.corrupt, "\(subject) is not a credential", hint: "log in again")
      }
    }
    guard seal.lookup(record.id) == lookup else {
      throw VaultError(.corrupt, "\(subject) is that of another account", hint: "log in again")
    }
    return StoredCredential(
      id: record.id,
      version: version,
      credential: record.credential,
      updatedAt: record.updatedAt
    )
  }
}
