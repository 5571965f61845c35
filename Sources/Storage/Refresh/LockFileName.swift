import Standards

/// The names of lock files.
enum LockFileName {
  /// The name of an account's refresh lock: another one for every other account or vault, the same
  /// whatever key the vault has, and always a plain file name.
  static func refresh(_ id: AccountID, vault: [UInt8]) -> String {
    let identity = KeyedHash.framed(provider: id.provider, name: id.name)
    let hash = KeyedHash.compute(key: nil, [vault, identity], count: 32)
    return "refresh-" + Hex.encode(hash) + ".lock"
  }
}
