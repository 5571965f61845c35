import Standards

extension OpenVault {
  func read(_ id: AccountID) throws(VaultError) -> StoredCredential? {
    let lookup = seal.lookup(id)
    guard let row = try driver.row(lookup, key: key) else { return nil }
    return try opened(row, expected: id)
  }

  func list() throws(VaultError) -> VaultListing {
    var credentials: [StoredCredential] = []
    var damaged = 0
    var rows: [SealedRow] = []
    damaged = try driver.forEachRow(key: key) { rows.append($0) }
    for row in rows {
      if let stored = try? opened(row, expected: nil) {
        credentials.append(stored)
      } else {
        damaged += 1
      }
    }
    credentials.sort { ($0.id.provider, $0.id.name) < ($1.id.provider, $1.id.name) }
    return VaultListing(credentials: credentials, damagedCount: damaged)
  }

  /// Replaces the account's record; it is on the disk when this returns.
  func write(_ record: Record, _ expected: Int64?) throws(VaultError) -> Int64 {
    let lookup = seal.lookup(record.id)
    var plain = record.bytes
    defer { plain.overwrite() }
    let version = try driver.replace(lookup, expecting: expected, key: key) { version in
      seal.seal(plain, lookup: lookup, version: version)
    }
    guard let version else { throw conflict(record.id) }
    return version
  }

  func delete(_ id: AccountID) throws(VaultError) -> Bool {
    try driver.delete(seal.lookup(id), key: key)
  }

  func conflict(_ id: AccountID) -> VaultError {
    VaultError(
      .conflict,
      "the record of \(id) was changed by another process",
      hint: "read it again"
    )
  }

  /// The credential in a row, checked to be that of the row's name.
  func opened(
    _ row: SealedRow,
    expected: AccountID?
  ) throws(VaultError) -> StoredCredential {
    let subject = expected.map { "the record of \($0)" } ?? "a record"
    guard var plain = seal.open(row.sealed, lookup: row.lookup, version: row.version) else {
      throw VaultError(
        .corrupt,
        "\(subject) in \(name) does not open: it was altered or moved",
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
    guard seal.lookup(record.id) == row.lookup else {
      throw VaultError(.corrupt, "\(subject) is that of another account", hint: "log in again")
    }
    return StoredCredential(
      id: record.id,
      version: row.version,
      credential: record.credential,
      updatedAt: record.updatedAt
    )
  }
}
