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
}
