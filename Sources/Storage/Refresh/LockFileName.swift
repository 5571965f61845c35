import Standards

/// The names of the files that go with an account: its lock, and what waits to be stored.
enum LockFileName {
  /// The name of an account's refresh lock: another one for every other account or vault, the same
  /// whatever key the vault has, and always a plain file name.
  static func refresh(_ id: AccountID, vault: [UInt8]) -> String {
    "refresh-" + hash(id, vault) + ".lock"
  }

  /// The name of the file of a record that waits to be stored.
  static func unsaved(_ id: AccountID, vault: [UInt8]) -> String {
    "unsaved-" + hash(id, vault) + ".sealed"
  }

  private static func hash(_ id: AccountID, _ vault: [UInt8]) -> String {
    let identity = KeyedHash.framed(provider: id.provider, name: id.name)
    return Hex.encode(KeyedHash.compute(key: nil, vault + identity, count: 32))
  }
}
