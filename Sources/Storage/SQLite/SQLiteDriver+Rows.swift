import CSQLite

extension SQLiteDriver {
  func row(_ lookup: [UInt8], key: [UInt8]) throws(VaultError) -> SealedRow? {
    do throws(SQLiteError) {
      var statement = try connection.prepare(
        "SELECT version, sealed FROM credential WHERE lookup = ?1"
      )
      try statement.bind(1, lookup)
      if try statement.step() {
        return SealedRow(
          lookup: lookup,
          version: statement.integer(0),
          sealed: statement.bytes(1)
        )
      }
      // With a new key every row has a new name: then an absent row says nothing.
      guard !isSnapshot, try hasKey(key) else { throw SQLiteError.otherKey }
      return nil
    } catch {
      throw error.isOtherKey ? .rekeyed(name) : fault(error, "read")
    }
  }

  func forEachRow(key: [UInt8], _ body: (SealedRow) -> Void) throws(VaultError) -> Int {
    var rows: [SealedRow] = []
    do throws(SQLiteError) {
      guard try hasKey(key) else { throw SQLiteError.otherKey }
      var statement = try connection.prepare("SELECT lookup, version, sealed FROM credential")
      while try statement.step() {
        rows.append(Self.row(of: statement))
      }
      rows.forEach(body)
      return 0
    } catch {
      if error.isOtherKey { throw .rekeyed(name) }
      let fault = fault(error, "read")
      guard error.code == SQLITE_CORRUPT else { throw fault }
      return try salvage(fault, body)
    }
  }

  static func row(of statement: borrowing SQLiteStatement) -> SealedRow {
    SealedRow(
      lookup: statement.bytes(0),
      version: statement.integer(1),
      sealed: statement.bytes(2)
    )
  }

  func replace(
    _ lookup: [UInt8],
    expecting expected: Int64?,
    key: [UInt8],
    sealing: (Int64) -> [UInt8]
  ) throws(VaultError) -> Int64? {
    try transaction(key: key) { (connection) throws(SQLiteError) in
      if let expected {
        var current = try connection.prepare("SELECT version FROM credential WHERE lookup = ?1")
        try current.bind(1, lookup)
        let version = try current.step() ? current.integer(0) : 0
        guard version == expected else { return nil }
      }
      let version = try self.nextVersion()
      var upsert = try connection.prepare(
        """
        INSERT INTO credential (lookup, version, sealed) VALUES (?1, ?2, ?3)
        ON CONFLICT (lookup) DO UPDATE SET version = excluded.version, sealed = excluded.sealed
        """
      )
      try upsert.bind(1, lookup)
      try upsert.bind(2, version)
      try upsert.bind(3, sealing(version))
      try upsert.run()
      try self.forgetNote(lookup)
      return version
    }
  }

  func move(
    _ lookup: [UInt8],
    to other: [UInt8],
    expecting expected: Int64,
    key: [UInt8],
    sealing: (Int64) -> [UInt8]
  ) throws(VaultError) -> Int64? {
    try transaction(key: key) { (connection) throws(SQLiteError) in
      var taken = try connection.prepare("SELECT 1 FROM credential WHERE lookup = ?1")
      try taken.bind(1, other)
      guard try !taken.step() else { return nil }
      let version = try self.nextVersion()
      var update = try connection.prepare(
        """
        UPDATE credential SET lookup = ?1, version = ?2, sealed = ?3
        WHERE lookup = ?4 AND version = ?5 RETURNING version
        """
      )
      try update.bind(1, other)
      try update.bind(2, version)
      try update.bind(3, sealing(version))
      try update.bind(4, lookup)
      try update.bind(5, expected)
      var isMoved = false
      while try update.step() { isMoved = true }
      guard isMoved else { return nil }
      try self.forgetNote(lookup)
      return version
    }
  }

  func delete(_ lookup: [UInt8], key: [UInt8]) throws(VaultError) -> Bool {
    try transaction(key: key) { (connection) throws(SQLiteError) in
      var statement = try connection.prepare(
        "DELETE FROM credential WHERE lookup = ?1 RETURNING version"
      )
      try statement.bind(1, lookup)
      var found = false
      while try statement.step() { found = true }
      try self.forgetNote(lookup)
      return found
    }
  }

  func ensureWritable(key: [UInt8]) throws(VaultError) {
    try transaction(key: key) { (_) throws(SQLiteError) in
      _ = try self.nextVersion()
    }
  }

  /// Counted for the whole vault, so that a version that was deleted never comes back.
  private func nextVersion() throws(SQLiteError) -> Int64 {
    try connection.execute("UPDATE meta SET last_version = last_version + 1")
    guard let version = try connection.integer("SELECT last_version FROM meta") else {
      throw SQLiteError(code: SQLITE_CORRUPT, text: "its description is missing")
    }
    return version
  }
}
