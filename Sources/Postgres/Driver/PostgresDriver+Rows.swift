import Storage

extension PostgresDriver {
  func row(_ lookup: [UInt8], key: [UInt8]) throws(VaultError) -> SealedRow? {
    let rows = try session.perform("read") { (connection, _) throws(PostgresError) in
      try connection.run(
        """
        SELECT m.key_check, c.version, c.sealed
        FROM authrun_meta AS m LEFT JOIN authrun_credential AS c ON c.lookup = $1::bytea
        """,
        [.bytes(lookup)]
      )
    }
    try requireKey(key, in: rows)
    guard let version = rows.integer(0, 1), let sealed = rows.bytes(0, 2) else { return nil }
    return SealedRow(lookup: lookup, version: version, sealed: sealed)
  }

  func requireKey(_ key: [UInt8], in rows: PostgresRows) throws(VaultError) {
    guard rows.count > 0, rows.bytes(0, 0) == key else { throw .rekeyed(name) }
  }

  func forEachRow(key: [UInt8], _ body: (SealedRow) -> Void) throws(VaultError) -> Int {
    let rows = try session.perform("read") { (connection, _) throws(PostgresError) in
      try connection.run(
        """
        SELECT m.key_check, c.lookup, c.version, c.sealed
        FROM authrun_meta AS m LEFT JOIN authrun_credential AS c ON true
        """
      )
    }
    try requireKey(key, in: rows)
    for row in 0..<rows.count {
      guard let lookup = rows.bytes(row, 1), let version = rows.integer(row, 2),
        let sealed = rows.bytes(row, 3)
      else { continue }
      body(SealedRow(lookup: lookup, version: version, sealed: sealed))
    }
    return 0
  }

  /// A statement of its own takes the version, so that the vault's counter is never locked while a value is
  /// sealed and sent; a number that is not used after all is no loss.
  func replace(
    _ lookup: [UInt8],
    expecting expected: Int64?,
    key: [UInt8],
    sealing: (Int64) -> [UInt8]
  ) throws(VaultError) -> Int64? {
    while true {
      let version = try nextVersion(key: key, patience: Self.savingPatience)
      switch try put(lookup, version, sealing(version), expected, key) {
      case .done: return version
      case .conflict: return nil
      case .rekeyed: throw .rekeyed(name)
      // A writer that took its number later came first, and anything is to be replaced.
      case .overtaken: continue
      }
    }
  }

  private enum Outcome {
    case done, conflict, rekeyed, overtaken
  }

  private func put(
    _ lookup: [UInt8],
    _ version: Int64,
    _ sealed: [UInt8],
    _ expected: Int64?,
    _ key: [UInt8]
  ) throws(VaultError) -> Outcome {
    var values: [PostgresValue] = [
      .bytes(lookup), .integer(version), .bytes(sealed), .bytes(key),
    ]
    let statement: String
    switch expected {
    case nil: statement = Self.overwriting
    case 0: statement = Self.adding
    case let expected?:
      values.append(.integer(expected))
      statement = Self.swapping
    }
    return try session.perform("write", patience: Self.savingPatience) {
      (connection, isInDoubt) throws(PostgresError) in
      if try connection.run(statement, values).integer(0, 0) == 1 { return .done }
      // Nothing was changed now: perhaps because an earlier try, whose answer was lost, has done it.
      let rows = try connection.run(
        """
        SELECT m.key_check, c.version
        FROM authrun_meta AS m LEFT JOIN authrun_credential AS c ON c.lookup = $1::bytea
        """,
        [.bytes(lookup)]
      )
      guard rows.count > 0, rows.bytes(0, 0) == key else { return .rekeyed }
      let current = rows.integer(0, 1)
      if current == version { return .done }
      if expected != nil { return .conflict }
      // After a try that may have worked, what is there now can be its own successor.
      return isInDoubt ? .done : .overtaken
    }
  }

  /// Puts a row where there is none.
  private static let adding = """
    WITH changed AS (
      INSERT INTO authrun_credential (lookup, version, sealed)
      SELECT $1::bytea, $2::int8, $3::bytea
      WHERE EXISTS (SELECT 1 FROM authrun_meta WHERE key_check = $4::bytea)
      ON CONFLICT (lookup) DO NOTHING
      RETURNING lookup
    )
    SELECT count(*)::int8 FROM changed
    """

  func move(
    _ lookup: [UInt8],
    to other: [UInt8],
    expecting expected: Int64,
    key: [UInt8],
    sealing: (Int64) -> [UInt8]
  ) throws(VaultError) -> Int64? {
    let version = try nextVersion(key: key, patience: Self.savingPatience)
    let values: [PostgresValue] = [
      .bytes(lookup), .bytes(other), .integer(version), .bytes(sealing(version)), .bytes(key),
      .integer(expected),
    ]
    let outcome = try session.perform("write", patience: Self.savingPatience) {
      (connection, _) throws(PostgresError) -> Outcome in
      do throws(PostgresError) {
        if try connection.run(Self.moving, values).integer(0, 0) == 1 { return .done }
      } catch {
        // Somebody took the new name at the same moment.
        guard error.isTaken else { throw error }
        return .conflict
      }
      // Perhaps an earlier try, whose answer was lost, has done it.
      let rows = try connection.run(
        """
        SELECT m.key_check, c.version
        FROM authrun_meta AS m LEFT JOIN authrun_credential AS c ON c.lookup = $1::bytea
        """,
        [.bytes(other)]
      )
      guard rows.count > 0, rows.bytes(0, 0) == key else { return .rekeyed }
      return rows.integer(0, 1) == version ? .done : .conflict
    }
    if outcome == .rekeyed { throw .rekeyed(name) }
    return outcome == .done ? version : nil
  }

  /// Gives a row another name, which must be free, in one statement.
  private static let moving = """
    WITH changed AS (
      UPDATE authrun_credential SET lookup = $2::bytea, version = $3::int8, sealed = $4::bytea
      WHERE lookup = $1::bytea AND version = $6::int8
        AND EXISTS (SELECT 1 FROM authrun_meta WHERE key_check = $5::bytea)
        AND NOT EXISTS (SELECT 1 FROM authrun_credential WHERE lookup = $2::bytea)
      RETURNING lookup
    ), forgotten AS (
      DELETE FROM authrun_refresh WHERE lookup = $1::bytea AND EXISTS (SELECT 1 FROM changed)
      RETURNING lookup
    )
    SELECT count(*)::int8 FROM changed
    """

  /// Replaces the row of the expected version, and forgets the note with it, in one statement.
  private static let swapping = """
    WITH changed AS (
      UPDATE authrun_credential SET version = $2::int8, sealed = $3::bytea
      WHERE lookup = $1::bytea AND version = $5::int8
        AND EXISTS (SELECT 1 FROM authrun_meta WHERE key_check = $4::bytea)
      RETURNING lookup
    ), forgotten AS (
      DELETE FROM authrun_refresh WHERE lookup IN (SELECT lookup FROM changed) RETURNING lookup
    )
    SELECT count(*)::int8 FROM changed
    """

  /// Replaces whatever row there is, but none that was written after this one took its number.
  private static let overwriting = """
    WITH changed AS (
      INSERT INTO authrun_credential (lookup, version, sealed)
      SELECT $1::bytea, $2::int8, $3::bytea
      WHERE EXISTS (SELECT 1 FROM authrun_meta WHERE key_check = $4::bytea)
      ON CONFLICT (lookup) DO UPDATE SET version = excluded.version, sealed = excluded.sealed
      WHERE authrun_credential.version < excluded.version
      RETURNING lookup
    ), forgotten AS (
      DELETE FROM authrun_refresh WHERE lookup IN (SELECT lookup FROM changed) RETURNING lookup
    )
    SELECT count(*)::int8 FROM changed
    """

  /// Counted for the whole vault, so that a version that was deleted never comes back.
  private func nextVersion(key: [UInt8], patience: Int? = nil) throws(VaultError) -> Int64 {
    let rows = try session.perform("write", patience: patience) {
      (connection, _) throws(PostgresError) in
      try connection.run(
        """
        UPDATE authrun_meta SET last_version = last_version + 1 WHERE key_check = $1::bytea
        RETURNING last_version
        """,
        [.bytes(key)]
      )
    }
    guard rows.count == 1, let version = rows.integer(0, 0) else { throw .rekeyed(name) }
    return version
  }

  func ensureWritable(key: [UInt8]) throws(VaultError) {
    _ = try nextVersion(key: key)
  }

  func delete(_ lookup: [UInt8], key: [UInt8]) throws(VaultError) -> Bool {
    let rows = try session.perform("write") {
      (connection, isInDoubt) throws(PostgresError) -> PostgresRows in
      try connection.run(
        """
        WITH gone AS (
          DELETE FROM authrun_credential
          WHERE lookup = $1::bytea AND EXISTS (SELECT 1 FROM authrun_meta WHERE key_check = $2::bytea)
          RETURNING lookup
        ), forgotten AS (
          DELETE FROM authrun_refresh WHERE lookup = $1::bytea RETURNING lookup
        )
        SELECT m.key_check, (SELECT count(*)::int8 FROM gone) + $3::int8 FROM authrun_meta AS m
        """,
        // What is not there any more after a lost answer was removed by that try.
        [.bytes(lookup), .bytes(key), .integer(isInDoubt ? 1 : 0)]
      )
    }
    try requireKey(key, in: rows)
    return (rows.integer(0, 1) ?? 0) > 0
  }
}
