import COpenSSL
package import Standards

/// Keys in PEM: PKCS#8, PKCS#1, SEC 1, SubjectPublicKeyInfo, and the key of a certificate.
package enum KeyPEM {
  /// A form in which a key is written.
  package enum Form: Sendable {
    /// PKCS#8 (RFC 5958), for every private key.
    case pkcs8
    /// RFC 8017, appendix A.1, for RSA: public or private, as the key is.
    case pkcs1
    /// RFC 5915, for private keys on Weierstrass curves.
    case sec1
    /// RFC 5280 §4.1.2.7, for every public key.
    case subjectPublicKeyInfo
  }

  /// Reads one unencrypted key.
  package static func read(_ text: String) throws(JWKError) -> JWK {
    defer { ERR_clear_error() }
    let pem = try PEM(text)
    guard let pointer = decode(pem) else { throw .badPEM }
    let handle = KeyHandle(owning: pointer)
    let key = JWK(try handle.material())
    // What the numbers are worth is judged as for a JWK.
    if case .rsa(let rsa) = key.material { try RSAKeyCheck.check(rsa) }
    _ = try KeyHandle.make(key)
    return key
  }

  /// Writes a key; a private one as its public half where the form is for public keys.
  package static func write(_ key: JWK, as form: Form) throws(JWKError) -> String {
    defer { ERR_clear_error() }
    if form == .pkcs8 || form == .sec1, !key.isPrivate { throw .notPrivate }
    if case .rsa(let rsa) = key.material, let secrets = rsa.secrets, secrets.primes.isEmpty,
      form != .subjectPublicKeyInfo
    {
      throw .missingMember("p")
    }
    let handle = try KeyHandle.make(key)
    do throws(CryptoError) {
      return try PEM(label: label(key, form), content: Secret(handle.der(form, key))).text
    } catch {
      throw .algorithmMismatch
    }
  }

  private static func label(_ key: JWK, _ form: Form) -> String {
    switch form {
    case .pkcs8: "PRIVATE KEY"
    case .pkcs1: key.isPrivate ? "RSA PRIVATE KEY" : "RSA PUBLIC KEY"
    case .sec1: "EC PRIVATE KEY"
    case .subjectPublicKeyInfo: "PUBLIC KEY"
    }
  }

  private static func decode(_ pem: PEM) -> OpaquePointer? {
    let bytes = pem.content.bytes
    return bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var position = buffer.baseAddress
      let count = buffer.count
      let key: OpaquePointer?
      switch pem.label {
      case "PRIVATE KEY":
        guard let information = d2i_PKCS8_PRIV_KEY_INFO(nil, &position, count) else { return nil }
        defer { PKCS8_PRIV_KEY_INFO_free(information) }
        key = EVP_PKCS82PKEY(information)
      case "RSA PRIVATE KEY": key = d2i_PrivateKey(EVP_PKEY_RSA, nil, &position, count)
      case "EC PRIVATE KEY": key = d2i_PrivateKey(EVP_PKEY_EC, nil, &position, count)
      case "PUBLIC KEY": key = d2i_PUBKEY(nil, &position, count)
      case "RSA PUBLIC KEY": key = d2i_PublicKey(EVP_PKEY_RSA, nil, &position, count)
      case "CERTIFICATE":
        guard let certificate = d2i_X509(nil, &position, count) else { return nil }
        defer { X509_free(certificate) }
        key = X509_get_pubkey(certificate)
      default: return nil
      }
      // Bytes after the key belong to nothing.
      guard let end = position, let start = buffer.baseAddress, end - start == count else {
        EVP_PKEY_free(key)
        return nil
      }
      return key
    }
  }
}

extension KeyHandle {
  /// The key's DER form.
  fileprivate func der(_ form: KeyPEM.Form, _ key: JWK) throws(CryptoError) -> [UInt8] {
    let buffer = try MemoryBuffer()
    let isWritten: Int32
    switch form {
    case .pkcs8: isWritten = i2d_PKCS8PrivateKeyInfo_bio(buffer.bio, pointer)
    case .subjectPublicKeyInfo: isWritten = i2d_PUBKEY_bio(buffer.bio, pointer)
    case .pkcs1:
      guard case .rsa = key.material else { throw CryptoError("write a key as PKCS#1") }
      isWritten =
        key.isPrivate ? i2d_PrivateKey_bio(buffer.bio, pointer) : writePublicKey(to: buffer)
    case .sec1:
      guard case .ec = key.material else { throw CryptoError("write a key as SEC 1") }
      isWritten = i2d_PrivateKey_bio(buffer.bio, pointer)
    }
    guard isWritten == 1 else { throw CryptoError("write a key") }
    return buffer.bytes
  }

  private func writePublicKey(to buffer: borrowing MemoryBuffer) -> Int32 {
    let count = i2d_PublicKey(pointer, nil)
    guard count > 0 else { return 0 }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { output, filled in
      var position = output.baseAddress
      filled = Int(max(0, i2d_PublicKey(pointer, &position)))
    }
    return BIO_write(buffer.bio, bytes, count) == count ? 1 : 0
  }
}
