import CSodium

/// Memory for keys: not swapped out, fenced by guard pages, left out of core dumps, overwritten when freed.
package struct LockedBytes: ~Copyable, Sendable {
  /// Where the memory lies.
  ///
  /// A number: the owner is the only one, so that it may go to another thread, which no pointer may.
  private let address: UInt
  package let count: Int

  /// `count` zero bytes.
  package init(count: Int) throws(VaultError) {
    // Safe to call more than once and from several threads.
    guard sodium_init() >= 0, let base = sodium_malloc(count) else {
      throw VaultError(.io, "cannot get \(count) bytes of protected memory")
    }
    sodium_memzero(base, count)
    address = UInt(bitPattern: base)
    self.count = count
  }

  /// A copy of some bytes.
  package init(copying bytes: UnsafeRawBufferPointer) throws(VaultError) {
    try self.init(count: bytes.count)
    withMutableBuffer { UnsafeMutableRawBufferPointer($0).copyMemory(from: bytes) }
  }

  /// A copy of some bytes, which are overwritten where nobody else holds them.
  package init(copying bytes: consuming [UInt8]) throws(VaultError) {
    defer { bytes.overwrite() }
    try self.init(count: bytes.count)
    withMutableBuffer { UnsafeMutableRawBufferPointer($0).copyBytes(from: bytes) }
  }

  deinit {
    // Overwrites before it frees.
    sodium_free(UnsafeMutableRawPointer(bitPattern: address))
  }

  private var base: UnsafeMutablePointer<UInt8> {
    guard let base = UnsafeMutablePointer<UInt8>(bitPattern: address) else {
      preconditionFailure("the address is that of memory which was allocated")
    }
    return base
  }

  /// Reads the `count` bytes; the pointer must not outlive the call.
  borrowing func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(base)
  }

  /// Writes the `count` bytes; the pointer must not outlive the call.
  mutating func withMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(base)
  }

  /// Reads the bytes; the pointer must not outlive the call.
  package borrowing func withBuffer<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: base, count: count))
  }

  /// Writes the bytes; the pointer must not outlive the call.
  package mutating func withMutableBuffer<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeMutableBufferPointer(start: base, count: count))
  }
}
