import Standards

extension OpenVault {
  /// Gives the vault another key: every record and note is opened and sealed anew, all of them or none.
  ///
  /// - Parameters:
  ///   - new: seals with the new key; the vault's identity must be the same.
  ///   - meta: the description that names the new key.
  /// - Throws: `corrupt` when a record does not open, for it could never be opened again; `rekeyed` when
  ///   somebody else was faster.
  func reseal(with new: borrowing RecordSeal, _ meta: VaultMeta) throws(VaultError) {
    try driver.reseal(
      key: key,
      meta: meta,
      row: { (row) throws(VaultError) in
        let stored = try opened(row, expected: nil)
        let record = Record(
          id: stored.id,
          updatedAt: stored.updatedAt,
          credential: stored.credential
        )
        return Self.sealed(record.bytes, of: stored.id, row.version, new)
      },
      note: { (row) throws(VaultError) in
        let note = try note(in: row.sealed, lookup: row.lookup)
        return Self.sealed(note.bytes, of: note.id, row.version, new)
      }
    )
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
