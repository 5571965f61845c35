import CSQLite

/// What a vault says about itself.
struct VaultMeta {
  var schema: Int64
  var vaultID: [UInt8]
  var keySource: MasterKeySource
  var keyCheck: [UInt8]

  /// Reads the description, whose statement also shows whether this is a vault at all.
  ///
  /// - Throws: `foreign` or `newerVersion`, or what SQLite reports.
  static func read(
    _ connection: borrowing SQLiteConnection,
    _ path: String
  ) throws(VaultError) -> VaultMeta {
    let schema: Int64
    let vaultID: [UInt8]
    let check: [UInt8]
    let name: String
    let detail: String?
    do throws(SQLiteError) {
      var statement = try connection.prepare(
        "SELECT schema, vault_id, key_source, key_detail, key_check FROM meta"
      )
      guard try statement.step() else {
        throw SQLiteError(code: SQLITE_CORRUPT, text: "its description is missing")
      }
      schema = statement.integer(0)
      vaultID = statement.bytes(1)
      name = statement.text(2) ?? ""
      detail = statement.text(3)
      check = statement.bytes(4)
    } catch {
      // No such table, or no such column.
      throw error.code == SQLITE_ERROR
        ? VaultSchema.foreign(path) : error.vaultError("read", path)
    }
    try VaultSchema.check(schema, path)
    return VaultMeta(
      schema: schema,
      vaultID: vaultID,
      keySource: try MasterKeySource(name: name, detail: detail),
      keyCheck: check
    )
  }

  func write(_ connection: borrowing SQLiteConnection) throws(SQLiteError) {
    var statement = try connection.prepare(
      """
      INSERT INTO meta (one, vault_id, key_source, key_detail, key_check, last_version, schema)
      VALUES (1, ?1, ?2, ?3, ?4, 0, ?5)
      """
    )
    let source = keySource.recorded
    try statement.bind(1, vaultID)
    try statement.bind(2, source.name)
    try statement.bind(3, source.detail)
    try statement.bind(4, keyCheck)
    try statement.bind(5, schema)
    try statement.run()
  }
}
