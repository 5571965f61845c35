import CSodium

extension [UInt8] {
  /// Replaces the bytes by zeros in place, in a way that the compiler does not leave out.
  ///
  /// Only the array's own storage is reached, and only while nothing else refers to it.
  mutating func overwrite() {
    withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      sodium_memzero(base, bytes.count)
    }
  }
}
