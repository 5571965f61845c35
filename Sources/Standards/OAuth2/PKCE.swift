/// The proof key of one authorization code request (RFC 7636), always with S256.
package struct PKCE: Sendable {
  /// Why a text is no code verifier.
  package enum VerifierError: Error, Hashable, Sendable {
    /// It is not 43 to 128 characters long (RFC 7636 §4.1).
    case length(Int)
    /// It holds a character that is not unreserved (RFC 7636 §4.1).
    case character
  }

  /// Whether a provider takes a proof key.
  package enum Use: String, Hashable, Sendable, CaseIterable {
    /// The provider refuses requests without one.
    case required
    /// The provider ignores what it does not know, so one is sent.
    case optional
    /// The provider fails when one is sent.
    case forbidden
  }

  /// The only method that keeps the verifier from whoever reads the authorize URL.
  package static let method = "S256"

  package let verifier: Secret
  package let challenge: String

  /// Makes a verifier of 43 characters from 32 random bytes (RFC 7636 §4.1).
  package init(random: some RandomSource, hashing: any Hashing) {
    self.init(valid: Base64URL.encode(random.bytes(32)), hashing: hashing)
  }

  /// Takes a verifier made before.
  package init(verifier: String, hashing: any Hashing) throws(VerifierError) {
    let length = verifier.utf8.count
    guard (43...128).contains(length) else { throw .length(length) }
    guard verifier.utf8.allSatisfy(ASCII.isUnreserved) else { throw .character }
    self.init(valid: verifier, hashing: hashing)
  }

  private init(valid verifier: String, hashing: any Hashing) {
    self.verifier = Secret(verifier)
    challenge = Base64URL.encode(hashing.digest(.sha256, Array(verifier.utf8)))
  }

  /// How the challenge came about.
  package var derivation: Derivation {
    Derivation(
      name: "code_challenge",
      formula: "base64url(SHA-256(code_verifier))",
      value: challenge
    )
  }
}
