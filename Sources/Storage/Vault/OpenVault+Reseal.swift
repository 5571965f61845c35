import Standards

extension OpenVault {
  /// Gives the vault another key: every record and note is opened and sealed anew, all of them or none.
  ///
  /// - Parameters:
  ///   - new: seals with the new key; the vault's identity must be the same.
  ///   - meta: the description that names the new key.
  ///   - dropDamaged: whether records that do not open may go: sealed with a key that is gone, they could
  ///     not even be removed by name any more.
  /// - Returns: how many records there are now, and how many went.
  /// - Throws: `corrupt` when a record does not open and may not go; `rekeyed` when somebody else was
  ///   faster.
  func reseal(
    with new: borrowing RecordSeal,
    _ meta: VaultMeta,
    dropDamaged: Bool
  ) throws(VaultError) -> (kept: Int, dropped: Int) {
    // A driver may have to start again: what is seen twice counts once.
    var kept: Set<[UInt8]> = []
    var dropped: Set<[UInt8]> = []
    try driver.reseal(
      key: key,
      meta: meta,
      row: { (row) throws(VaultError) in
        let content: RowContent
        do throws(VaultError) {
          content = try self.content(of: row, expected: nil)
        } catch {
          guard error.kind == .corrupt, dropDamaged else { throw error }
          dropped.insert(row.lookup)
          return nil
        }
        if case .credential = content { kept.insert(row.lookup) }
        return Self.sealed(content.bytes, of: content.id, row.version, new)
      },
      note: { (row) throws(VaultError) in
        // A note that says nothing to us is none.
        guard let note = try? note(in: row.sealed, lookup: row.lookup) else { return nil }
        return Self.sealed(note.bytes, of: note.id, row.version, new)
      }
    )
    return (kept.count, dropped.count)
  }

  private static func sealed(
    _ bytes: [UInt8],
    of id: AccountID,
    _ version: Int64,
    _ seal: borrowing RecordSeal
  ) -> SealedRow {
    var plain = bytes
    defer { plain.overwrite() }
    let lookup = seal.lookup(id)
    return SealedRow(
      lookup: lookup,
      version: version,
      sealed: seal.seal(plain, lookup: lookup, version: version)
    )
  }
}
