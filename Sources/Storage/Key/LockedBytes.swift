import CSodium

/// Memory for keys: not swapped out, fenced by guard pages, left out of core dumps, overwritten when freed.
struct LockedBytes: ~Copyable {
  private let base: UnsafeMutablePointer<UInt8>
  let count: Int

  /// `count` zero bytes.
  init(count: Int) throws(VaultError) {
    // Safe to call more than once and from several threads.
    guard sodium_init() >= 0, let base = sodium_malloc(count) else {
      throw VaultError(.io, "cannot get \(count) bytes of protected memory")
    }
    sodium_memzero(base, count)
    self.base = base.bindMemory(to: UInt8.self, capacity: count)
    self.count = count
  }

  deinit {
    // Overwrites before it frees.
    sodium_free(base)
  }

  /// Reads the `count` bytes; the pointer must not outlive the call.
  borrowing func withBytes<Result, Failure: Error>(
    _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(base)
  }

  /// Writes the `count` bytes; the pointer must not outlive the call.
  mutating func withMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(base)
  }
}
