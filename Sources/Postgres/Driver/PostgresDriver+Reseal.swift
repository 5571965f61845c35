import Storage

extension PostgresDriver {
  /// One transaction; whoever writes meanwhile makes it start again, or is made to start again by it.
  func reseal(
    key: [UInt8],
    meta: VaultMeta,
    row: (SealedRow) throws(VaultError) -> SealedRow?,
    note: (SealedRow) throws(VaultError) -> SealedRow?
  ) throws(VaultError) {
    // What a closure throws is kept aside: it ends the transaction, and is no fault of the database.
    var fault: VaultError?
    do throws(VaultError) {
      try session.perform("write", patience: Self.savingPatience) {
        (connection, isInDoubt) throws(PostgresError) in
        try connection.run("BEGIN")
        do throws(PostgresError) {
          let found = try connection.run("SELECT key_check FROM authrun_meta")
          if isInDoubt, found.count == 1, found.bytes(0, 0) == meta.keyCheck {
            try connection.run("ROLLBACK")
            return
          }
          guard found.count == 1, found.bytes(0, 0) == key else {
            fault = .rekeyed(name)
            throw Self.given
          }
          try requireNoLease(connection, &fault)
          let rows = try connection.run("SELECT lookup, version, sealed FROM authrun_credential")
          let notes = try connection.run("SELECT lookup, 0::int8, sealed FROM authrun_refresh")
          let changed: (rows: [SealedRow], notes: [SealedRow])
          do throws(VaultError) {
            changed = (try Self.resealed(rows, row), try Self.resealed(notes, note))
          } catch {
            fault = error
            throw Self.given
          }
          try store(changed.rows, changed.notes, meta, connection)
          try connection.run("COMMIT")
        } catch {
          if !error.isLost { _ = try? connection.run("ROLLBACK") }
          throw error
        }
      }
    } catch {
      throw fault ?? error
    }
  }

  func replace(_ old: VaultMeta, by new: VaultMeta) throws(VaultError) -> Bool {
    let (before, after) = (old.keySource.recorded, new.keySource.recorded)
    let rows = try session.perform("write") { (connection, _) throws(PostgresError) in
      try connection.run(
        """
        UPDATE authrun_meta SET key_source = $1::text, key_detail = $2::text
        WHERE key_check = $3::bytea AND key_source = $4::text
          AND (key_detail = $5::text OR (key_detail IS NULL AND $5::text IS NULL))
        RETURNING one
        """,
        [
          .text(after.name), after.detail.map { .text($0) } ?? .null, .bytes(old.keyCheck),
          .text(before.name), before.detail.map { .text($0) } ?? .null,
        ]
      )
    }
    return rows.count == 1
  }

  /// Stands for an error that is kept aside.
  private static let given = PostgresError(state: "P0001", "given up", isLost: false)

  /// A refresh that runs now would store its record under a name of the old key.
  private func requireNoLease(
    _ connection: borrowing PostgresConnection,
    _ fault: inout VaultError?
  ) throws(PostgresError) {
    let live = try connection.run(
      "SELECT count(*)::int8 FROM authrun_lease WHERE expires_at >= now()"
    )
    guard live.integer(0, 0) != 0 else { return }
    fault = VaultError(
      .locked,
      "an account in \(name) is being refreshed now",
      hint: "try again in \(RefreshLease.seconds) s"
    )
    throw Self.given
  }

  private static func resealed(
    _ rows: PostgresRows,
    _ change: (SealedRow) throws(VaultError) -> SealedRow?
  ) throws(VaultError) -> [SealedRow] {
    var changed: [SealedRow] = []
    for index in 0..<rows.count {
      guard let lookup = rows.bytes(index, 0), let version = rows.integer(index, 1),
        let sealed = rows.bytes(index, 2)
      else { continue }
      let row = try change(SealedRow(lookup: lookup, version: version, sealed: sealed))
      if let row { changed.append(row) }
    }
    return changed
  }

  private func store(
    _ rows: [SealedRow],
    _ notes: [SealedRow],
    _ meta: VaultMeta,
    _ connection: borrowing PostgresConnection
  ) throws(PostgresError) {
    for table in ["authrun_credential", "authrun_refresh", "authrun_lease"] {
      try connection.run("DELETE FROM \(table)")
    }
    for row in rows {
      try connection.run(
        """
        INSERT INTO authrun_credential (lookup, version, sealed)
        VALUES ($1::bytea, $2::int8, $3::bytea)
        """,
        [.bytes(row.lookup), .integer(row.version), .bytes(row.sealed)]
      )
    }
    for note in notes {
      try connection.run(
        "INSERT INTO authrun_refresh (lookup, sealed) VALUES ($1::bytea, $2::bytea)",
        [.bytes(note.lookup), .bytes(note.sealed)]
      )
    }
    let source = meta.keySource.recorded
    try connection.run(
      """
      UPDATE authrun_meta SET key_source = $1::text, key_detail = $2::text, key_check = $3::bytea
      """,
      [
        .text(source.name), source.detail.map { .text($0) } ?? .null, .bytes(meta.keyCheck),
      ]
    )
  }
}
