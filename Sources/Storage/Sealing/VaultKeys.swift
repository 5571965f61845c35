import CSodium

/// The keys of one vault, all derived from its master key and its identity.
///
/// One master key may so serve several vaults, and no record of one opens in another. The master key
/// itself is not kept.
struct VaultKeys: ~Copyable {
  static let vaultIDSize = 16

  /// A value that only the right master key gives; it says nothing about the key.
  let check: [UInt8]
  let vaultID: [UInt8]
  /// The sealing key, then the lookup key.
  private let keys: LockedBytes
  private static let keySize = 32

  init(master: borrowing LockedBytes, vaultID: [UInt8]) throws(VaultError) {
    self.vaultID = vaultID
    var keys = try LockedBytes(count: 2 * Self.keySize)
    check = master.withBytes { master in
      keys.withMutableBytes { keys in
        let size = Self.keySize
        KeyedHash.compute(
          key: master,
          [Self.label("authrun vault 1 seal"), vaultID],
          keys,
          count: size
        )
        KeyedHash.compute(
          key: master,
          [Self.label("authrun vault 1 find"), vaultID],
          keys + size,
          count: size
        )
      }
      return KeyedHash.compute(
        key: master,
        [Self.label("authrun vault 1 check"), vaultID],
        count: 16
      )
    }
    self.keys = keys
  }

  borrowing func withSealingKey<Result, Failure: Error>(
    _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try keys.withBytes { (keys) throws(Failure) in
      try body(keys)
    }
  }

  borrowing func withLookupKey<Result, Failure: Error>(
    _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try keys.withBytes { (keys) throws(Failure) in
      try body(keys + Self.keySize)
    }
  }

  /// No label is the beginning of another, so that two derivations never hash the same text.
  private static func label(_ text: StaticString) -> [UInt8] {
    text.withUTF8Buffer { Array($0) + [0] }
  }
}
