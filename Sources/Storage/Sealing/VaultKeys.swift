/// The keys of one vault, all derived from its master key and its identity.
///
/// One master key may so serve several vaults, and no record of one opens in another.
struct VaultKeys: ~Copyable {
  static let vaultIDSize = 16

  /// A value that only the right master key gives; it says nothing about the key.
  let check: [UInt8]
  let vaultID: [UInt8]
  /// The sealing key, then the lookup key.
  private let keys: LockedBytes
  private static let keySize = MasterKey.size

  /// Derives the keys in the memory of the master key, which is gone afterwards.
  init(_ master: consuming MasterKey, vaultID: [UInt8]) {
    self.vaultID = vaultID
    check = Self.check(master, vaultID: vaultID)
    var memory = master.takeMemory()
    memory.withMutableBytes { key in
      let size = Self.keySize
      let lookup = key + size
      let sealing = key + 2 * size
      KeyedHash.compute(key: key, Self.label("find", vaultID), lookup, count: size)
      KeyedHash.compute(key: key, Self.label("seal", vaultID), sealing, count: size)
      key.update(from: sealing, count: size)
    }
    keys = memory
  }

  /// The value by which a vault knows its master key.
  static func check(_ master: borrowing MasterKey, vaultID: [UInt8]) -> [UInt8] {
    master.withBytes { key in
      KeyedHash.compute(key: key, label("check", vaultID), count: 16)
    }
  }

  borrowing func withSealingKey<Result, Failure: Error>(
    _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try keys.withBytes { (keys) throws(Failure) in try body(keys) }
  }

  borrowing func withLookupKey<Result, Failure: Error>(
    _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try keys.withBytes { (keys) throws(Failure) in
      try body(keys + Self.keySize)
    }
  }

  /// What a key is for, and of which vault; the NUL keeps one use from being the beginning of another.
  private static func label(_ use: StaticString, _ vaultID: [UInt8]) -> [UInt8] {
    var label = Array("authrun vault 1 ".utf8)
    use.withUTF8Buffer { label.append(contentsOf: $0) }
    label.append(0)
    label += vaultID
    return label
  }
}
