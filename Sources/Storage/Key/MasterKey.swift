import CSodium

/// The 32 bytes from which all keys of a vault derive.
struct MasterKey: ~Copyable {
  static let size = 32

  /// The key, followed by room for the keys that are derived from it: one piece of guarded memory
  /// serves both, since each piece costs a dozen system calls.
  private var memory: LockedBytes

  private init(empty: Void) throws(VaultError) {
    memory = try LockedBytes(count: 3 * Self.size)
  }

  /// A fresh random key.
  init() throws(VaultError) {
    try self.init(empty: ())
    memory.withMutableBytes { randombytes_buf($0, Self.size) }
  }

  /// The key that `fill` writes into the given 32 bytes; `nil` when it returns `false`.
  init?(
    filledBy fill: (UnsafeMutablePointer<UInt8>) throws(VaultError) -> Bool
  ) throws(VaultError) {
    var memory = try LockedBytes(count: 3 * Self.size)
    guard try memory.withMutableBytes(fill) else { return nil }
    self.memory = memory
  }

  /// The key that a text spells, in hexadecimal or base64url; `nil` when it spells none.
  ///
  /// Padding may be there or not (RFC 4648 §5). Both are read in constant time.
  init?(text: UnsafeBufferPointer<UInt8>) throws(VaultError) {
    try self.init { key in
      text.withMemoryRebound(to: CChar.self) { Self.decode($0, to: key) }
    }
  }

  /// As the other, for a text in guarded memory.
  init?(text: borrowing LockedBytes) throws(VaultError) {
    try self.init { key in
      text.withBuffer { text in
        text.withMemoryRebound(to: CChar.self) { Self.decode($0, to: key) }
      }
    }
  }

  private static func decode(
    _ text: UnsafeBufferPointer<CChar>,
    to key: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    var count = 0
    var end: UnsafePointer<CChar>?
    let code: CInt
    switch text.count {
    case 2 * size:
      code = sodium_hex2bin(key, size, text.baseAddress, text.count, nil, &count, &end)
    case 43, 44:
      // One character of padding makes 44.
      let variant =
        text.count == 44 ? sodium_base64_VARIANT_URLSAFE : sodium_base64_VARIANT_URLSAFE_NO_PADDING
      code = sodium_base642bin(
        key,
        size,
        text.baseAddress,
        text.count,
        nil,
        &count,
        &end,
        variant
      )
    default: return false
    }
    return code == 0 && count == size && end == text.baseAddress.map { $0 + text.count }
  }

  /// Writes the key as `2 * size` hexadecimal digits, with a NUL after them.
  borrowing func writeHexadecimal(to text: UnsafeMutableBufferPointer<CChar>) {
    guard let base = text.baseAddress else { return }
    withBytes { key in
      _ = sodium_bin2hex(base, text.count, key, Self.size)
    }
  }

  /// The key as hexadecimal digits in guarded memory.
  borrowing func hexadecimal() throws(VaultError) -> LockedBytes {
    let digits = 2 * Self.size
    var text = try LockedBytes(count: digits + 1)
    text.withMutableBuffer { text in
      text.withMemoryRebound(to: CChar.self) { writeHexadecimal(to: $0) }
    }
    return try text.withBytes { (text) throws(VaultError) in
      try LockedBytes(copying: UnsafeRawBufferPointer(start: text, count: digits))
    }
  }

  /// Reads the 32 bytes; the pointer must not outlive the call.
  borrowing func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try memory.withBytes(body)
  }

  /// Another one of the same bytes.
  borrowing func copy() throws(VaultError) -> MasterKey {
    var copy = try MasterKey(empty: ())
    withBytes { key in
      copy.memory.withMutableBytes { $0.update(from: key, count: Self.size) }
    }
    return copy
  }

  /// The memory with the key in its first bytes.
  consuming func takeMemory() -> LockedBytes {
    memory
  }
}
