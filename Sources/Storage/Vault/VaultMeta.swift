import CSQLite

/// What a vault says about itself.
struct VaultMeta {
  var vaultID: [UInt8]
  var keySource: MasterKeySource
  var keyCheck: [UInt8]

  static func read(
    _ connection: borrowing SQLiteConnection,
    _ path: String
  ) throws(VaultError) -> VaultMeta {
    let vaultID: [UInt8]
    let check: [UInt8]
    let name: String
    let detail: String?
    do throws(SQLiteError) {
      var statement = try connection.prepare(
        "SELECT vault_id, key_source, key_detail, key_check FROM meta"
      )
      guard try statement.step() else {
        throw SQLiteError(code: SQLITE_CORRUPT, text: "its description is missing")
      }
      vaultID = statement.bytes(0)
      name = statement.text(1) ?? ""
      detail = statement.text(2)
      check = statement.bytes(3)
    } catch {
      throw error.vaultError("read", path)
    }
    return VaultMeta(
      vaultID: vaultID,
      keySource: try MasterKeySource(name: name, detail: detail),
      keyCheck: check
    )
  }

  func write(_ connection: borrowing SQLiteConnection) throws(SQLiteError) {
    var statement = try connection.prepare(
      """
      INSERT INTO meta (one, vault_id, key_source, key_detail, key_check, last_version)
      VALUES (1, ?1, ?2, ?3, ?4, 0)
      """
    )
    let source = keySource.recorded
    try statement.bind(1, vaultID)
    try statement.bind(2, source.name)
    try statement.bind(3, source.detail)
    try statement.bind(4, keyCheck)
    try statement.run()
  }
}
