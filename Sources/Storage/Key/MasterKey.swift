import CSodium

/// The 32 bytes from which all keys of a vault derive.
struct MasterKey: ~Copyable {
  static let size = 32

  /// The key, followed by room for the keys that are derived from it: one piece of guarded memory
  /// serves both, since each piece costs a dozen system calls.
  private var memory: LockedBytes

  /// A fresh random key.
  init() throws(VaultError) {
    memory = try LockedBytes(count: 3 * Self.size)
    memory.withMutableBytes { randombytes_buf($0, Self.size) }
  }

  /// The key that `digits` hexadecimal digits spell; `nil` when they do not.
  init?(hexadecimal digits: UnsafeBufferPointer<CChar>) throws(VaultError) {
    memory = try LockedBytes(count: 3 * Self.size)
    var count = 0
    var end: UnsafePointer<CChar>?
    // In constant time.
    let code = memory.withMutableBytes { key in
      sodium_hex2bin(key, Self.size, digits.baseAddress, digits.count, nil, &count, &end)
    }
    guard code == 0, count == Self.size, digits.count == 2 * Self.size else { return nil }
  }

  /// Writes the key as `2 * size` hexadecimal digits, with a NUL after them.
  borrowing func writeHexadecimal(to text: UnsafeMutableBufferPointer<CChar>) {
    guard let base = text.baseAddress else { return }
    memory.withBytes { key in
      _ = sodium_bin2hex(base, text.count, key, Self.size)
    }
  }

  /// The memory with the key in its first bytes.
  consuming func takeMemory() -> LockedBytes {
    memory
  }
}
