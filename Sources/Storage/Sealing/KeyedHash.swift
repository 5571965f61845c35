import CSodium

/// BLAKE2b (RFC 7693), keyed or not.
enum KeyedHash {
  /// Fills the first `count` (16 to 64) bytes of `output`; `key` is none or 32 bytes.
  static func compute(
    key: UnsafePointer<UInt8>?,
    _ message: [UInt8],
    _ output: UnsafeMutablePointer<UInt8>,
    count: Int
  ) {
    let keySize = key == nil ? 0 : 32
    let code = crypto_generichash(output, count, message, UInt64(message.count), key, keySize)
    precondition(code == 0, "the sizes given to BLAKE2b are constants within its bounds")
  }

  static func compute(key: UnsafePointer<UInt8>?, _ message: [UInt8], count: Int) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: count)
    compute(key: key, message, &output, count: count)
    return output
  }

  /// The identity of an account as bytes that differ whenever provider or name differ in a byte.
  static func framed(provider: String, name: String) -> [UInt8] {
    var bytes = bigEndian(UInt64(provider.utf8.count))
    bytes.append(contentsOf: provider.utf8)
    bytes.append(contentsOf: name.utf8)
    return bytes
  }

  static func bigEndian(_ value: UInt64) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 8)
    for index in 0..<8 {
      bytes[index] = UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * index))
    }
    return bytes
  }
}
