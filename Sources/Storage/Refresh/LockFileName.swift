import Standards

/// The names of lock files.
enum LockFileName {
  /// The name of an account's refresh lock: another one for every other account, and always a plain
  /// file name, whatever characters and however many the account's name has.
  static func refresh(_ id: AccountID) -> String {
    let identity = KeyedHash.framed(provider: id.provider, name: id.name)
    return "refresh-" + Hex.encode(KeyedHash.compute(key: nil, [identity], count: 32)) + ".lock"
  }
}
