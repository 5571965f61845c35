package import Standards

/// The signature algorithms of JOSE, computed by libcrypto.
package struct OpenSSLSignatures: SignatureProvider {
  package init() {}

  package func signer(
    _ key: JWK,
    _ algorithm: SignatureAlgorithm
  ) throws(JWKError) -> any MessageSigner {
    switch (algorithm.family, key.material) {
    case (.hmac, .symmetric(let secret)):
      guard let hash = algorithm.hash else { throw .algorithmMismatch }
      return HMACSignature(secret, hash)
    case (.edwards, _): return try EdwardsSignature(key, toSign: true)
    case (.hmac, _): throw .algorithmMismatch
    default: return try DigestSignature(key, algorithm, toSign: true)
    }
  }

  package func verifier(
    _ key: JWK,
    _ algorithm: SignatureAlgorithm
  ) throws(JWKError) -> any MessageVerifier {
    switch (algorithm.family, key.material) {
    case (.hmac, .symmetric(let secret)):
      guard let hash = algorithm.hash else { throw .algorithmMismatch }
      return HMACSignature(secret, hash)
    case (.edwards, _): return try EdwardsSignature(key.publicKey ?? key, toSign: false)
    case (.hmac, _): throw .algorithmMismatch
    default: return try DigestSignature(key.publicKey ?? key, algorithm, toSign: false)
    }
  }

  /// An RSASSA-PKCS1-v1_5 signer with any hash, SHA-1 included, which OAuth 1.0a needs (RFC 5849 §3.4.3).
  package func rsaSigner(_ key: JWK, hash: HashAlgorithm) throws(JWKError) -> any MessageSigner {
    guard case .rsa = key.material else { throw .algorithmMismatch }
    guard key.isPrivate else { throw .notPrivate }
    return try DigestSignature(key, family: .rsaPKCS1, hash: hash, toSign: true)
  }

  /// The counterpart of `rsaSigner(_:hash:)`.
  package func rsaVerifier(
    _ key: JWK,
    hash: HashAlgorithm
  ) throws(JWKError) -> any MessageVerifier {
    guard case .rsa = key.material, let publicKey = key.publicKey else { throw .algorithmMismatch }
    return try DigestSignature(publicKey, family: .rsaPKCS1, hash: hash, toSign: false)
  }
}
