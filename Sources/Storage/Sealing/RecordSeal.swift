import CSodium
import Standards

/// Seals the values of records with XChaCha20-Poly1305 and opens them again.
///
/// The associated data are the record's whole identity: format, vault, account, version. A sealed
/// value that is moved to another row, version or vault does not open.
struct RecordSeal: ~Copyable {
  private let keys: VaultKeys
  private static let nonceSize = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tagSize = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  init(_ keys: consuming VaultKeys) {
    self.keys = keys
  }

  /// The name of an account's row.
  ///
  /// A keyed hash: the file tells nobody which services or account names it holds, while a look-up
  /// stays one step whatever the number of accounts.
  borrowing func lookup(_ id: AccountID) -> [UInt8] {
    keys.withLookupKey { key in
      KeyedHash.compute(
        key: key,
        [KeyedHash.framed(provider: id.provider, name: id.name)],
        count: 32
      )
    }
  }

  /// A fresh nonce and the sealed bytes.
  ///
  /// Nonces are 24 random bytes: drawing one twice is out of reach, with no counter to keep.
  borrowing func seal(_ plain: [UInt8], lookup: [UInt8], version: Int64) -> [UInt8] {
    let data = associatedData(lookup: lookup, version: version)
    var sealed = [UInt8](repeating: 0, count: Self.nonceSize + plain.count + Self.tagSize)
    sealed.withUnsafeMutableBufferPointer { sealed in
      guard let nonce = sealed.baseAddress else { return }
      randombytes_buf(nonce, Self.nonceSize)
      keys.withSealingKey { key in
        _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
          nonce + Self.nonceSize,
          nil,
          plain,
          UInt64(plain.count),
          data,
          UInt64(data.count),
          nil,
          nonce,
          key
        )
      }
    }
    return sealed
  }

  /// The bytes that were sealed for this row and version; `nil` when they were not.
  ///
  /// The caller overwrites them after use.
  borrowing func open(_ sealed: [UInt8], lookup: [UInt8], version: Int64) -> [UInt8]? {
    let count = sealed.count - Self.nonceSize - Self.tagSize
    guard count >= 0 else { return nil }
    let data = associatedData(lookup: lookup, version: version)
    var plain = [UInt8](repeating: 0, count: count)
    let code = sealed.withUnsafeBufferPointer { sealed -> CInt in
      guard let nonce = sealed.baseAddress else { return -1 }
      return keys.withSealingKey { key in
        crypto_aead_xchacha20poly1305_ietf_decrypt(
          &plain,
          nil,
          nil,
          nonce + Self.nonceSize,
          UInt64(sealed.count - Self.nonceSize),
          data,
          UInt64(data.count),
          nonce,
          key
        )
      }
    }
    return code == 0 ? plain : nil
  }

  private borrowing func associatedData(lookup: [UInt8], version: Int64) -> [UInt8] {
    var data = Array("authrun record 1\u{0}".utf8)
    data += keys.vaultID
    data += lookup
    data += KeyedHash.bigEndian(UInt64(bitPattern: version))
    return data
  }
}
