import COpenSSL
package import Standards

extension OpenSSLEncryption {
  package func encryptOAEP(
    _ plaintext: [UInt8],
    key: JWK,
    hash: HashAlgorithm
  ) -> [UInt8]? {
    defer { ERR_clear_error() }
    guard let publicKey = key.publicKey, let handle = try? KeyHandle.make(publicKey),
      let context = EVP_PKEY_CTX_new(handle.pointer, nil)
    else { return nil }
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_encrypt_init(context) == 1, setOAEP(context, hash) else { return nil }
    return output(Int(EVP_PKEY_get_size(handle.pointer))) { buffer, count in
      EVP_PKEY_encrypt(context, buffer, &count, plaintext, plaintext.count) == 1
    }
  }

  package func decryptOAEP(
    _ ciphertext: [UInt8],
    key: JWK,
    hash: HashAlgorithm
  ) -> [UInt8]? {
    defer { ERR_clear_error() }
    guard let handle = try? KeyHandle.make(key),
      let context = EVP_PKEY_CTX_new(handle.pointer, nil)
    else { return nil }
    defer { EVP_PKEY_CTX_free(context) }
    let size = Int(EVP_PKEY_get_size(handle.pointer))
    guard ciphertext.count == size, EVP_PKEY_decrypt_init(context) == 1, setOAEP(context, hash)
    else { return nil }
    return output(size) { buffer, count in
      EVP_PKEY_decrypt(context, buffer, &count, ciphertext, ciphertext.count) == 1
    }
  }

  private func setOAEP(_ context: OpaquePointer, _ hash: HashAlgorithm) -> Bool {
    EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1
      && EVP_PKEY_CTX_set_rsa_oaep_md(context, hash.openSSLDigest) == 1
      && EVP_PKEY_CTX_set_rsa_mgf1_md(context, hash.openSSLDigest) == 1
  }

  package func ephemeralKey(on curve: KeyCurve) -> JWK? {
    try? KeyGenerator.key(on: curve)
  }

  package func agree(_ privateKey: JWK, with publicKey: JWK) -> [UInt8]? {
    defer { ERR_clear_error() }
    guard let own = try? KeyHandle.make(privateKey), let peer = try? KeyHandle.make(publicKey),
      let context = EVP_PKEY_CTX_new(own.pointer, nil)
    else { return nil }
    defer { EVP_PKEY_CTX_free(context) }
    var size = 0
    guard EVP_PKEY_derive_init(context) == 1,
      EVP_PKEY_derive_set_peer(context, peer.pointer) == 1,
      EVP_PKEY_derive(context, nil, &size) == 1
    else { return nil }
    guard
      let secret = output(
        size,
        { buffer, count in EVP_PKEY_derive(context, buffer, &count) == 1 }
      )
    else { return nil }
    // A point of small order gives zero for every key (RFC 7748 §6).
    return secret.contains { $0 != 0 } ? secret : nil
  }

  /// Runs a call that fills up to `capacity` bytes and says how many.
  private func output(
    _ capacity: Int,
    _ call: (UnsafeMutablePointer<UInt8>?, inout Int) -> Bool
  ) -> [UInt8]? {
    var isGood = false
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      var count = capacity
      isGood = call(buffer.baseAddress, &count)
      if !isGood { OPENSSL_cleanse(buffer.baseAddress, buffer.count) }
      filled = isGood ? count : 0
    }
    return isGood ? bytes : nil
  }
}
