/// The key pair that a client's access tokens are bound to (RFC 9449 §4).
package struct DPoPKey: Sendable {
  let signingKey: JWSSigningKey
  /// The public half, which each proof carries.
  package let publicKey: JWK

  /// Admits an asymmetric private key for the algorithm, or says why not.
  package init(
    _ key: JWK,
    algorithm: SignatureAlgorithm = .es256,
    provider: any SignatureProvider
  ) throws(JWKError) {
    guard var publicKey = key.publicKey else { throw .algorithmMismatch }
    // The header of a proof says nothing of the key but the key.
    publicKey.keyID = nil
    publicKey.use = nil
    publicKey.algorithm = nil
    var unnamed = key
    unnamed.keyID = nil
    signingKey = try JWSSigningKey(unnamed, algorithm: algorithm, provider: provider)
    self.publicKey = publicKey
  }

  /// The thumbprint that tokens are bound to (`jkt`, RFC 9449 §6.1).
  package func thumbprint(_ hashing: any Hashing) -> String {
    Base64URL.encode(publicKey.thumbprint(hashing: hashing))
  }
}
