import CSodium

/// XChaCha20-Poly1305 (RFC 8439 §2.8 with a 24-byte nonce): a fresh nonce, then the sealed bytes.
///
/// Nonces are 24 random bytes: drawing one twice is out of reach, with no counter to keep.
enum SealedBox {
  private static let nonceSize = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tagSize = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
  static let overhead = nonceSize + tagSize

  /// Seals some bytes with a 32-byte key; `data` is what must be known again to open them.
  static func seal(
    _ plain: UnsafeBufferPointer<UInt8>,
    key: UnsafePointer<UInt8>,
    data: [UInt8]
  ) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: plain.count + overhead)
    sealed.withUnsafeMutableBufferPointer { sealed in
      guard let nonce = sealed.baseAddress else { return }
      randombytes_buf(nonce, nonceSize)
      _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
        nonce + nonceSize,
        nil,
        plain.baseAddress,
        UInt64(plain.count),
        data,
        UInt64(data.count),
        nil,
        nonce,
        key
      )
    }
    return sealed
  }

  /// Opens what was sealed with this key and data, into `sealed.count - overhead` bytes; `false`, and
  /// nothing but zeros there, when it was not.
  static func open(
    _ sealed: [UInt8],
    key: UnsafePointer<UInt8>,
    data: [UInt8],
    into plain: UnsafeMutablePointer<UInt8>?
  ) -> Bool {
    guard sealed.count >= overhead else { return false }
    return sealed.withUnsafeBufferPointer { sealed in
      guard let nonce = sealed.baseAddress else { return false }
      return crypto_aead_xchacha20poly1305_ietf_decrypt(
        plain,
        nil,
        nil,
        nonce + nonceSize,
        UInt64(sealed.count - nonceSize),
        data,
        UInt64(data.count),
        nonce,
        key
      ) == 0
    }
  }

  /// As the other, into new bytes, which the caller overwrites after use.
  static func open(
    _ sealed: [UInt8],
    key: UnsafePointer<UInt8>,
    data: [UInt8]
  ) -> [UInt8]? {
    guard sealed.count >= overhead else { return nil }
    var plain = [UInt8](repeating: 0, count: sealed.count - overhead)
    let isOpen = plain.withUnsafeMutableBufferPointer { plain in
      open(sealed, key: key, data: data, into: plain.baseAddress)
    }
    return isOpen ? plain : nil
  }
}
