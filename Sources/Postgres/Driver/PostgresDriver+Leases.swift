import Storage

extension PostgresDriver {
  func note(_ lookup: [UInt8], key: [UInt8]) throws(VaultError) -> [UInt8]? {
    let rows = try session.perform("read") { (connection, _) throws(PostgresError) in
      try connection.run(
        """
        SELECT m.key_check, r.sealed
        FROM authrun_meta AS m LEFT JOIN authrun_refresh AS r ON r.lookup = $1::bytea
        """,
        [.bytes(lookup)]
      )
    }
    try requireKey(key, in: rows)
    return rows.bytes(0, 1)
  }

  func setNote(_ lookup: [UInt8], key: [UInt8], _ sealed: [UInt8]?) throws(VaultError) {
    guard let sealed else {
      try session.perform("write") { (connection, _) throws(PostgresError) in
        _ = try connection.run(
          "DELETE FROM authrun_refresh WHERE lookup = $1::bytea",
          [.bytes(lookup)]
        )
      }
      return
    }
    let rows = try session.perform("write") { (connection, _) throws(PostgresError) in
      try connection.run(
        """
        INSERT INTO authrun_refresh (lookup, sealed)
        SELECT $1::bytea, $2::bytea
        WHERE EXISTS (SELECT 1 FROM authrun_meta WHERE key_check = $3::bytea)
        ON CONFLICT (lookup) DO UPDATE SET sealed = excluded.sealed
        RETURNING lookup
        """,
        [.bytes(lookup), .bytes(sealed), .bytes(key)]
      )
    }
    guard rows.count == 1 else { throw .rekeyed(name) }
  }

  /// Times are the server's, so that the clocks of the machines do not matter.
  func takeLease(
    _ lookup: [UInt8],
    key: [UInt8],
    owner: [UInt8],
    seconds: Int
  ) throws(VaultError) -> Bool {
    try session.perform("lock") { (connection, _) throws(PostgresError) in
      // Many who wait only look: a write that changes nothing would still lock the row.
      let held = try connection.run(
        """
        SELECT owner = $2::bytea OR expires_at < now() FROM authrun_lease WHERE lookup = $1::bytea
        """,
        [.bytes(lookup), .bytes(owner)]
      )
      if held.count == 1, held.flag(0, 0) == false { return false }
      let taken = try connection.run(
        """
        INSERT INTO authrun_lease (lookup, owner, expires_at)
        SELECT $1::bytea, $2::bytea, now() + $3::int8 * INTERVAL '1 second'
        WHERE EXISTS (SELECT 1 FROM authrun_meta WHERE key_check = $4::bytea)
        ON CONFLICT (lookup) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at
        WHERE authrun_lease.owner = excluded.owner OR authrun_lease.expires_at < now()
        RETURNING lookup
        """,
        [.bytes(lookup), .bytes(owner), .integer(Int64(seconds)), .bytes(key)]
      )
      return taken.count == 1
    }
  }

  /// A row that has expired is still its owner's as long as nobody else has taken it: each who takes it
  /// leaves another owner, or none.
  func prolongLease(
    _ lookup: [UInt8],
    owner: [UInt8],
    seconds: Int
  ) throws(VaultError) -> Bool {
    let kept = try session.perform("lock") { (connection, _) throws(PostgresError) in
      try connection.run(
        """
        UPDATE authrun_lease
        SET expires_at = greatest(expires_at, now() + $3::int8 * INTERVAL '1 second')
        WHERE lookup = $1::bytea AND owner = $2::bytea
        RETURNING lookup
        """,
        [.bytes(lookup), .bytes(owner), .integer(Int64(seconds))]
      )
    }
    return kept.count == 1
  }

  func dropLease(_ lookup: [UInt8], owner: [UInt8]) throws(VaultError) {
    // Not for long: it expires by itself.
    try session.perform("unlock", patience: 1) { (connection, _) throws(PostgresError) in
      _ = try connection.run(
        "DELETE FROM authrun_lease WHERE lookup = $1::bytea AND owner = $2::bytea",
        [.bytes(lookup), .bytes(owner)]
      )
    }
  }
}
