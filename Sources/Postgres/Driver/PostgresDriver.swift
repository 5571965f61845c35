import Storage

/// A vault in the tables of a PostgreSQL database.
final class PostgresDriver: VaultDriver {
  let session: PostgresSession
  let keepsLeases = true

  init(_ session: PostgresSession) {
    self.session = session
  }

  var name: String { session.name }

  /// How long a record that was just received is tried to be stored, in seconds: it has no other copy.
  static let savingPatience = 60

  /// Finds the vault, or makes it.
  ///
  /// - Returns: whether it was made by this call.
  func open(
    create: Bool,
    describing meta: @Sendable () throws(VaultError) -> VaultMeta
  ) throws(VaultError) -> Bool {
    if try exists() { return false }
    guard create else {
      throw VaultError(
        .missing,
        "there is no vault at \(name)",
        hint: "the first login makes it"
      )
    }
    let meta = try meta()
    try makeTables()
    return try insert(meta)
  }

  /// Whether there is a vault, of a schema that is known here.
  private func exists() throws(VaultError) -> Bool {
    let found = try session.perform("open") {
      (connection, _) throws(PostgresError) -> Int64? in
      do throws(PostgresError) {
        let rows = try connection.run("SELECT schema_version FROM authrun_meta")
        return rows.count == 0 ? nil : rows.integer(0, 0)
      } catch {
        guard error.isMissingTable else { throw error }
        return nil
      }
    }
    guard let found else { return false }
    guard found <= PostgresSchema.version else {
      throw VaultError(
        .newerVersion,
        "\(name) has schema \(found), and this version knows up to \(PostgresSchema.version)",
        hint: "update authrun; the vault was not touched"
      )
    }
    return true
  }

  private func makeTables() throws(VaultError) {
    for table in PostgresSchema.tables {
      try session.perform("create") { (connection, _) throws(PostgresError) in
        // Two that make the same table at once can trip over each other in the server's own catalogue.
        for _ in 0..<20 {
          do throws(PostgresError) {
            try connection.run(table)
            return
          } catch {
            guard error.isMakingTwice else { throw error }
          }
        }
        try connection.run(table)
      }
    }
  }

  /// Puts the description in; `false` when another process was faster.
  private func insert(_ meta: VaultMeta) throws(VaultError) -> Bool {
    let source = meta.keySource.recorded
    let inserted = try session.perform("create") { (connection, _) throws(PostgresError) in
      try connection.run(
        """
        INSERT INTO authrun_meta
          (one, schema_version, vault_id, key_source, key_detail, key_check, last_version)
        VALUES (1, $1::int8, $2::bytea, $3::text, $4::text, $5::bytea, 0)
        ON CONFLICT (one) DO NOTHING RETURNING vault_id
        """,
        [
          .integer(PostgresSchema.version), .bytes(meta.vaultID), .text(source.name),
          source.detail.map { .text($0) } ?? .null, .bytes(meta.keyCheck),
        ]
      )
    }
    return inserted.count == 1
  }

  func meta() throws(VaultError) -> VaultMeta {
    let rows = try session.perform("open") { (connection, _) throws(PostgresError) in
      try connection.run("SELECT vault_id, key_source, key_detail, key_check FROM authrun_meta")
    }
    guard rows.count == 1, let vaultID = rows.bytes(0, 0), let source = rows.text(0, 1),
      let check = rows.bytes(0, 3)
    else { throw VaultError(.corrupt, "\(name) has no description") }
    return VaultMeta(
      vaultID: vaultID,
      keySource: try MasterKeySource(name: source, detail: rows.text(0, 2)),
      keyCheck: check
    )
  }
}
