import Standards

extension OpenVault {
  /// The credential of an account, or of the one that it stands for.
  func read(_ id: AccountID) throws(VaultError) -> StoredCredential? {
    guard let row = try driver.row(seal.lookup(id), key: key) else { return nil }
    switch try content(of: row, expected: id) {
    case .credential(let record): return StoredCredential(record, row.version)
    case .entry(let entry):
      // One step only: what an entry stands for is an account.
      guard let target = entry.target, target != id,
        let row = try driver.row(seal.lookup(target), key: key),
        case .credential(let record) = try content(of: row, expected: target)
      else { return nil }
      return StoredCredential(record, row.version)
    }
  }

  func list() throws(VaultError) -> VaultListing {
    var credentials: [StoredCredential] = []
    var damaged = 0
    var rows: [SealedRow] = []
    damaged = try driver.forEachRow(key: key) { rows.append($0) }
    for row in rows {
      switch try? content(of: row, expected: nil) {
      case .credential(let record): credentials.append(StoredCredential(record, row.version))
      case .entry: break
      case nil: damaged += 1
      }
    }
    guard damaged == 0 || !driver.isSnapshot else { throw .rekeyed(name) }
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

  /// What a row holds, checked to be that of the row's name.
  func content(
    of row: SealedRow,
    expected: AccountID?
  ) throws(VaultError) -> RowContent {
    let subject = expected.map { "the record of \($0)" } ?? "a record"
    guard var plain = seal.open(row.sealed, lookup: row.lookup, version: row.version) else {
      throw VaultError(
        .corrupt,
        "\(subject) in \(name) does not open: it was altered or moved",
        hint: "log in again, or put back a backup of the vault"
      )
    }
    defer { plain.overwrite() }
    let content: RowContent
    do throws(RecordFault) {
      content = try RowContent(bytes: plain)
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
    guard seal.lookup(content.id) == row.lookup else {
      throw VaultError(.corrupt, "\(subject) is that of another account", hint: "log in again")
    }
    return content
  }
}

extension StoredCredential {
  init(_ record: Record, _ version: Int64) {
    self.init(
      id: record.id,
      version: version,
      credential: record.credential,
      updatedAt: record.updatedAt
    )
  }
}
