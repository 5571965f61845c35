import COpenSSL

/// Owns a libcrypto number; wiped when released, since it may be part of a private key.
struct BigNumber: ~Copyable {
  let pointer: OpaquePointer

  /// The number that big-endian bytes stand for.
  init(_ bytes: [UInt8]) throws(CryptoError) {
    guard let pointer = BN_bin2bn(bytes, Int32(bytes.count), nil) else {
      throw CryptoError("make a number")
    }
    BN_set_flags(pointer, BN_FLG_CONSTTIME)
    self.pointer = pointer
  }

  /// Takes over a number that the caller owns.
  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    BN_clear_free(pointer)
  }

  /// Big-endian bytes without leading zeros.
  var bytes: [UInt8] {
    let count = Int(BN_num_bits(pointer) + 7) / 8
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = Int(BN_bn2bin(pointer, buffer.baseAddress))
    }
  }

  /// Big-endian bytes of exactly `count`; `nil` when the number is longer.
  func bytes(count: Int) -> [UInt8]? {
    // Written once, to its place: a copy of a private number would have to be wiped.
    guard BN_num_bits(pointer) <= Int32(count) * 8 else { return nil }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = Int(BN_bn2binpad(pointer, buffer.baseAddress, Int32(count)))
    }
  }
}
