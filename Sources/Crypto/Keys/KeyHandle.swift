import COpenSSL

/// Owns a libcrypto key, public or private; private numbers are wiped when it is released.
struct KeyHandle: ~Copyable {
  let pointer: OpaquePointer

  /// Takes over the one reference that the caller holds.
  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// Makes a fresh key on a curve that libcrypto knows by name, such as `P-256`.
  init(generatingOn curve: String) throws(CryptoError) {
    guard let pointer = authrun_generate_ec_key(curve) else { throw CryptoError("make a key") }
    self.init(owning: pointer)
  }

  /// Reads a private key from unencrypted PEM.
  init(privateKeyPEM: [UInt8]) throws(CryptoError) {
    let buffer = try MemoryBuffer.holding(privateKeyPEM)
    guard let pointer = PEM_read_bio_PrivateKey(buffer.bio, nil, { _, _, _, _ in -1 }, nil) else {
      throw CryptoError("read a private key")
    }
    self.init(owning: pointer)
  }

  deinit {
    EVP_PKEY_free(pointer)
  }

  /// The private key as unencrypted PKCS#8 in PEM (RFC 7468 §10).
  func privateKeyPEM() throws(CryptoError) -> [UInt8] {
    let buffer = try MemoryBuffer()
    guard PEM_write_bio_PKCS8PrivateKey(buffer.bio, pointer, nil, nil, 0, nil, nil) == 1 else {
      throw CryptoError("write a private key")
    }
    return buffer.bytes
  }
}
