package import Standards

/// What a descriptor asks of ID tokens (OpenID Connect Core §3.1.3.7).
package struct OIDCSpec: Hashable, Sendable {
  package enum Nonce: String, Hashable, Sendable {
    case required
    /// Sent, but an ID token without one is taken.
    case optional
    case forbidden
  }

  /// Empty where the issuer of the discovery is meant.
  package var issuers: [TextTemplate]
  /// Places of an issuer with the claims that fill them in.
  package var issuerClaims: [String: String]
  /// Empty where the metadata, or RS256, decides.
  package var algorithms: [SignatureAlgorithm]
  package var nonce: Nonce
  package var checksAccessTokenHash: Bool
  package var maximumAge: Int64?
  package var audiences: [TextTemplate]
}
