import COpenSSL

/// Which libcrypto signs and verifies.
package enum CryptoRelease {
  /// Such as `OpenSSL 3.0.17 1 Jul 2025`.
  package static var current: String { String(cString: OpenSSL_version(OPENSSL_VERSION)) }
}
