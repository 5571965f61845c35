import CSQLite

extension SQLiteDriver {
  /// What the vault says about itself, and its schema's version; the statement also shows whether this is
  /// a vault at all.
  ///
  /// - Throws: `foreign` or `newerVersion`, or what SQLite reports.
  func description() throws(VaultError) -> (schema: Int64, meta: VaultMeta) {
    let schema: Int64
    let row: (vaultID: [UInt8], source: String, detail: String?, check: [UInt8])
    do throws(SQLiteError) {
      var statement = try connection.prepare(
        "SELECT schema, vault_id, key_source, key_detail, key_check FROM meta"
      )
      guard try statement.step() else {
        throw SQLiteError(code: SQLITE_CORRUPT, text: "its description is missing")
      }
      schema = statement.integer(0)
      row = (
        statement.bytes(1), statement.text(2) ?? "", statement.text(3), statement.bytes(4)
      )
    } catch {
      // No such table, or no such column.
      throw error.code == SQLITE_ERROR ? VaultSchema.foreign(name) : fault(error, "read")
    }
    try VaultSchema.check(schema, name)
    let meta = VaultMeta(
      vaultID: row.vaultID,
      keySource: try MasterKeySource(name: row.source, detail: row.detail),
      keyCheck: row.check
    )
    return (schema, meta)
  }

  func schema() throws(VaultError) -> Int64? {
    try description().schema
  }

  /// Puts the description of a new vault into its database.
  static func insert(
    _ meta: VaultMeta,
    _ connection: borrowing SQLiteConnection
  ) throws(SQLiteError) {
    var statement = try connection.prepare(
      """
      INSERT INTO meta (one, vault_id, key_source, key_detail, key_check, last_version, schema)
      VALUES (1, ?1, ?2, ?3, ?4, 0, ?5)
      """
    )
    let source = meta.keySource.recorded
    try statement.bind(1, meta.vaultID)
    try statement.bind(2, source.name)
    try statement.bind(3, source.detail)
    try statement.bind(4, meta.keyCheck)
    try statement.bind(5, VaultSchema.currentVersion)
    try statement.run()
  }

  func reseal(
    key: [UInt8],
    meta: VaultMeta,
    row: (SealedRow) throws(VaultError) -> SealedRow?,
    note: (SealedRow) throws(VaultError) -> SealedRow?
  ) throws(VaultError) {
    try connection.transaction { (connection) throws(VaultError) in
      // The transaction holds the only write lock: nobody writes between this reading and the commit.
      let old: (rows: [SealedRow], notes: [SealedRow])
      do throws(SQLiteError) {
        guard try self.hasKey(key) else { throw SQLiteError.otherKey }
        old = (try self.allRows(), try self.allNotes())
      } catch {
        throw error.isOtherKey ? .rekeyed(self.name) : self.fault(error, "read")
      }
      var rows: [SealedRow] = []
      for old in old.rows { if let new = try row(old) { rows.append(new) } }
      var notes: [SealedRow] = []
      for old in old.notes { if let new = try note(old) { notes.append(new) } }
      do throws(SQLiteError) {
        try connection.execute("DELETE FROM credential; DELETE FROM refresh;")
        try self.insert(rows, notes)
        try self.update(meta)
      } catch {
        throw self.fault(error, "write")
      }
    } mapping: {
      self.fault($0, "write")
    }
    // The old values lie in the log until then.
    try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  func replace(_ old: VaultMeta, by new: VaultMeta) throws(VaultError) -> Bool {
    try transaction(key: old.keyCheck) { (connection) throws(SQLiteError) in
      var statement = try connection.prepare(
        """
        UPDATE meta SET key_source = ?1, key_detail = ?2
        WHERE key_source = ?3 AND key_detail IS ?4 RETURNING one
        """
      )
      try statement.bind(1, new.keySource.recorded.name)
      try statement.bind(2, new.keySource.recorded.detail)
      try statement.bind(3, old.keySource.recorded.name)
      try statement.bind(4, old.keySource.recorded.detail)
      var isReplaced = false
      while try statement.step() { isReplaced = true }
      return isReplaced
    }
  }

  private func allRows() throws(SQLiteError) -> [SealedRow] {
    var rows: [SealedRow] = []
    var statement = try connection.prepare("SELECT lookup, version, sealed FROM credential")
    while try statement.step() { rows.append(Self.row(of: statement)) }
    return rows
  }

  private func allNotes() throws(SQLiteError) -> [SealedRow] {
    var notes: [SealedRow] = []
    var statement = try connection.prepare("SELECT lookup, 0, sealed FROM refresh")
    while try statement.step() { notes.append(Self.row(of: statement)) }
    return notes
  }

  private func insert(_ rows: [SealedRow], _ notes: [SealedRow]) throws(SQLiteError) {
    for row in rows {
      var statement = try connection.prepare(
        "INSERT INTO credential (lookup, version, sealed) VALUES (?1, ?2, ?3)"
      )
      try statement.bind(1, row.lookup)
      try statement.bind(2, row.version)
      try statement.bind(3, row.sealed)
      try statement.run()
    }
    for note in notes {
      var statement = try connection.prepare("INSERT INTO refresh (lookup, sealed) VALUES (?1, ?2)")
      try statement.bind(1, note.lookup)
      try statement.bind(2, note.sealed)
      try statement.run()
    }
  }

  private func update(_ meta: VaultMeta) throws(SQLiteError) {
    var statement = try connection.prepare(
      "UPDATE meta SET key_source = ?1, key_detail = ?2, key_check = ?3"
    )
    let source = meta.keySource.recorded
    try statement.bind(1, source.name)
    try statement.bind(2, source.detail)
    try statement.bind(3, meta.keyCheck)
    try statement.run()
  }
}
