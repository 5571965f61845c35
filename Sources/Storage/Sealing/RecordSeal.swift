import Standards

/// Seals the values of records with XChaCha20-Poly1305 and opens them again.
///
/// The associated data are the record's whole identity: format, vault, account, version. A sealed
/// value that is moved to another row, version or vault does not open.
struct RecordSeal: ~Copyable {
  private let keys: VaultKeys

  init(_ keys: consuming VaultKeys) {
    self.keys = keys
  }

  /// The name of an account's row.
  ///
  /// A keyed hash: the file tells nobody which services or account names it holds, while a look-up
  /// stays one step whatever the number of accounts.
  borrowing func lookup(_ id: AccountID) -> [UInt8] {
    keys.withLookupKey { key in
      KeyedHash.compute(
        key: key,
        KeyedHash.framed(provider: id.provider, name: id.name),
        count: 32
      )
    }
  }

  /// Seals the bytes for this row and version.
  borrowing func seal(_ plain: [UInt8], lookup: [UInt8], version: Int64) -> [UInt8] {
    let data = associatedData(lookup: lookup, version: version)
    return keys.withSealingKey { key in
      plain.withUnsafeBufferPointer { SealedBox.seal($0, key: key, data: data) }
    }
  }

  /// The bytes that were sealed for this row and version; `nil` when they were not.
  ///
  /// The caller overwrites them after use.
  borrowing func open(_ sealed: [UInt8], lookup: [UInt8], version: Int64) -> [UInt8]? {
    let data = associatedData(lookup: lookup, version: version)
    return keys.withSealingKey { SealedBox.open(sealed, key: $0, data: data) }
  }

  private borrowing func associatedData(lookup: [UInt8], version: Int64) -> [UInt8] {
    var data = Array("authrun record 1\u{0}".utf8)
    data += keys.vaultID
    data += lookup
    data += KeyedHash.bigEndian(UInt64(bitPattern: version))
    return data
  }
}
