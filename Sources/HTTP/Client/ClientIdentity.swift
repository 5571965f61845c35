package import Standards

/// What a client shows at the TLS layer (RFC 8705 §2): its certificate, and the key that belongs to it.
package struct ClientIdentity: Sendable {
  /// In PEM, perhaps with the certificates between it and its authority.
  package let certificate: Secret
  /// In PEM, not encrypted.
  package let key: Secret

  package init(certificate: Secret, key: Secret) {
    self.certificate = certificate
    self.key = key
  }
}
