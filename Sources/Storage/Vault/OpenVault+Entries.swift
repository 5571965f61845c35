import Standards

extension OpenVault {
  /// An entry with its version; `nil` when there is none, or a credential in its place.
  func entry(_ id: AccountID) throws(VaultError) -> (entry: VaultEntry, version: Int64)? {
    guard let row = try driver.row(seal.lookup(id), key: key),
      case .entry(let entry) = try content(of: row, expected: id)
    else { return nil }
    return (entry, row.version)
  }

  func entries() throws(VaultError) -> [VaultEntry] {
    var rows: [SealedRow] = []
    _ = try driver.forEachRow(key: key) { rows.append($0) }
    return rows.compactMap { row in
      guard case .entry(let entry) = try? content(of: row, expected: nil), entry.target == nil
      else { return nil }
      return entry
    }
  }

  /// Puts an entry in place of the row of the version `expected`; zero means where there is none.
  func write(_ entry: VaultEntry, expecting expected: Int64) throws(VaultError) {
    let lookup = seal.lookup(entry.id)
    var plain = RowContent.entry(entry).bytes
    defer { plain.overwrite() }
    let version = try driver.replace(lookup, expecting: expected, key: key) { version in
      seal.seal(plain, lookup: lookup, version: version)
    }
    guard version != nil else { throw conflict(entry.id) }
  }

  /// The account that is meant where none is named; `nil` when it is the one called `default`.
  func standIn(_ provider: String) throws(VaultError) -> AccountID? {
    try entry(AccountID(provider: provider))?.entry.target
  }

  func setStandIn(_ id: AccountID) throws(VaultError) {
    let place = AccountID(provider: id.provider)
    guard id != place else {
      if try entry(place) != nil { _ = try driver.delete(seal.lookup(place), key: key) }
      return
    }
    let current = try entry(place)
    guard current?.entry.target != id else { return }
    try write(VaultEntry(alias: place, for: id.name), expecting: current?.version ?? 0)
  }

  /// Gives a record another name in one step; its identity is sealed with it.
  func rename(_ stored: StoredCredential, to id: AccountID) throws(VaultError) {
    let lookup = seal.lookup(id)
    let record = Record(id: id, updatedAt: stored.updatedAt, credential: stored.credential)
    var plain = record.bytes
    defer { plain.overwrite() }
    let note = try? note(stored.id)
    let moved = try driver.move(
      seal.lookup(stored.id),
      to: lookup,
      expecting: stored.version,
      key: key
    ) { version in
      seal.seal(plain, lookup: lookup, version: version)
    }
    guard moved != nil else { throw conflict(stored.id) }
    // What follows is of no weight: a lost note or an entry that leads nowhere is told, and mended, later.
    if let note = note ?? nil { try setNote(id, note.renamed(id)) }
    if try standIn(id.provider) == stored.id { try setStandIn(id) }
  }
}
