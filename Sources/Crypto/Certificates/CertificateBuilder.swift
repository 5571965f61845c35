import COpenSSL

/// Owns an X.509 certificate that is being made (RFC 5280).
struct CertificateBuilder: ~Copyable {
  private let certificate: OpaquePointer

  /// An empty certificate.
  private init() throws(CryptoError) {
    guard let certificate = X509_new() else { throw CryptoError("make a certificate") }
    self.certificate = certificate
  }

  /// Begins a version 3 certificate for `key` that is valid from an hour ago for a day from now.
  static func begin(
    commonName: String,
    serial: [UInt8],
    key: borrowing KeyHandle
  ) throws(CryptoError) -> CertificateBuilder {
    let builder = try CertificateBuilder()
    let certificate = builder.certificate
    guard X509_set_version(certificate, Int(X509_VERSION_3)) == 1,
      X509_set_pubkey(certificate, key.pointer) == 1,
      X509_gmtime_adj(X509_getm_notBefore(certificate), -3600) != nil,
      X509_gmtime_adj(X509_getm_notAfter(certificate), 86_400) != nil
    else { throw CryptoError("fill a certificate") }
    guard let number = BN_bin2bn(serial, Int32(serial.count), nil) else {
      throw CryptoError("make a serial number")
    }
    defer { BN_free(number) }
    guard BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil else {
      throw CryptoError("set a serial number")
    }
    // The name belongs to the certificate; a change through this pointer is a change of it.
    guard
      X509_NAME_add_entry_by_txt(
        X509_get_subject_name(certificate),
        "CN",
        MBSTRING_UTF8,
        Array(commonName.utf8),
        Int32(commonName.utf8.count),
        -1,
        0
      ) == 1
    else { throw CryptoError("name a certificate") }
    return builder
  }

  /// Reads a certificate from its PEM form.
  init(pem: String) throws(CryptoError) {
    let buffer = try MemoryBuffer.holding(Array(pem.utf8))
    guard let certificate = PEM_read_bio_X509(buffer.bio, nil, nil, nil) else {
      throw CryptoError("read a certificate")
    }
    self.certificate = certificate
  }

  deinit {
    X509_free(certificate)
  }

  /// Adds an extension in the notation of OpenSSL's configuration files; the value must be trusted.
  func add(_ extensionID: Int32, _ value: String) throws(CryptoError) {
    try add(extensionID, value, issuer: self)
  }

  /// Adds an extension that speaks of the issuer.
  func add(
    _ extensionID: Int32,
    _ value: String,
    issuer: borrowing CertificateBuilder
  ) throws(CryptoError) {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, issuer.certificate, certificate, nil, nil, 0)
    guard let made = X509V3_EXT_conf_nid(nil, &context, extensionID, value) else {
      throw CryptoError("make a certificate extension")
    }
    // The certificate takes a copy.
    defer { X509_EXTENSION_free(made) }
    guard X509_add_ext(certificate, made, -1) == 1 else {
      throw CryptoError("add a certificate extension")
    }
  }

  /// Signs with the key of `issuer`, or with the certificate's own.
  func sign(
    issuer: borrowing CertificateBuilder,
    key: borrowing KeyHandle
  ) throws(CryptoError) -> String {
    guard X509_set_issuer_name(certificate, X509_get_subject_name(issuer.certificate)) == 1,
      X509_sign(certificate, key.pointer, EVP_sha256()) > 0
    else { throw CryptoError("sign a certificate") }
    return try pem()
  }

  /// Signs with the certificate's own key.
  func selfSign(key: borrowing KeyHandle) throws(CryptoError) -> String {
    guard X509_set_issuer_name(certificate, X509_get_subject_name(certificate)) == 1,
      X509_sign(certificate, key.pointer, EVP_sha256()) > 0
    else { throw CryptoError("sign a certificate") }
    return try pem()
  }

  private func pem() throws(CryptoError) -> String {
    let buffer = try MemoryBuffer()
    guard PEM_write_bio_X509(buffer.bio, certificate) == 1 else {
      throw CryptoError("write a certificate")
    }
    return buffer.text
  }
}
