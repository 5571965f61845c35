/// Makes signers and verifiers of keys; the arithmetic is a library's outside `Standards`.
package protocol SignatureProvider: Sendable {
  /// A signer with a private key that `algorithm` has admitted.
  func signer(_ key: JWK, _ algorithm: SignatureAlgorithm) throws(JWKError) -> any MessageSigner
  /// A verifier with a key that `algorithm` has admitted.
  func verifier(_ key: JWK, _ algorithm: SignatureAlgorithm) throws(JWKError) -> any MessageVerifier
}

/// A key with its algorithm, set up once and used many times.
package protocol PreparedKey: Sendable {
  /// The key itself where its signature is a keyed digest; `nil` for all others.
  var authenticator: (any MessageAuthenticator)? { get }
}

extension PreparedKey {
  package var authenticator: (any MessageAuthenticator)? { nil }
}

/// A private key with its algorithm, set up once and used many times.
package protocol MessageSigner: PreparedKey {
  /// The signature in the form that JOSE gives it; `nil` when the library fails.
  func sign(_ message: [UInt8]) -> [UInt8]?
}

/// A key with its algorithm, set up once and used many times.
package protocol MessageVerifier: PreparedKey {
  /// Whether `signature`, in the form that JOSE gives it, is one of `message`.
  func isValid(_ signature: [UInt8], for message: ArraySlice<UInt8>) -> Bool
}

extension MessageVerifier {
  /// Whether `signature` is one of the whole `message`.
  package func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    isValid(signature, for: message[...])
  }
}
