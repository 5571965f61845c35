import CSQLite

extension SQLiteDriver {
  func note(_ lookup: [UInt8], key: [UInt8]) throws(VaultError) -> [UInt8]? {
    do throws(SQLiteError) {
      guard try hasKey(key) else { throw SQLiteError.otherKey }
      var statement = try connection.prepare("SELECT sealed FROM refresh WHERE lookup = ?1")
      try statement.bind(1, lookup)
      if try statement.step() { return statement.bytes(0) }
      guard !isSnapshot else { throw SQLiteError.otherKey }
      return nil
    } catch {
      throw error.isOtherKey ? .rekeyed(name) : fault(error, "read")
    }
  }

  func setNote(_ lookup: [UInt8], key: [UInt8], _ sealed: [UInt8]?) throws(VaultError) {
    try transaction(key: key) { (connection) throws(SQLiteError) in
      guard let sealed else { return try self.forgetNote(lookup) }
      var upsert = try connection.prepare(
        """
        INSERT INTO refresh (lookup, sealed) VALUES (?1, ?2)
        ON CONFLICT (lookup) DO UPDATE SET sealed = excluded.sealed
        """
      )
      try upsert.bind(1, lookup)
      try upsert.bind(2, sealed)
      try upsert.run()
    }
  }

  func forgetNote(_ lookup: [UInt8]) throws(SQLiteError) {
    var statement = try connection.prepare("DELETE FROM refresh WHERE lookup = ?1")
    try statement.bind(1, lookup)
    try statement.run()
  }

  /// Lock files serve instead, which the system frees when their holder ends.
  func takeLease(
    _ lookup: [UInt8],
    key: [UInt8],
    owner: [UInt8],
    seconds: Int
  ) throws(VaultError) -> Bool {
    throw VaultError(.io, "\(name) keeps no leases")
  }

  func prolongLease(
    _ lookup: [UInt8],
    owner: [UInt8],
    seconds: Int
  ) throws(VaultError) -> Bool {
    throw VaultError(.io, "\(name) keeps no leases")
  }

  func dropLease(_ lookup: [UInt8], owner: [UInt8]) throws(VaultError) {}
}
