/// What a descriptor says about an OAuth 1.0a provider.
package struct OAuth1Spec: Hashable, Sendable {
  package enum Signature: String, Hashable, Sendable {
    case hmacSHA1 = "HMAC-SHA1"
    case hmacSHA256 = "HMAC-SHA256"
    case hmacSHA512 = "HMAC-SHA512"
    case rsaSHA1 = "RSA-SHA1"
    case rsaSHA256 = "RSA-SHA256"
    case rsaSHA512 = "RSA-SHA512"
    case plaintext = "PLAINTEXT"

    /// Whether the option `private_key` signs, and not the shared secrets (RFC 5849 §3.4.3).
    package var usesPrivateKey: Bool {
      [.rsaSHA1, .rsaSHA256, .rsaSHA512].contains(self)
    }
  }

  package enum Transport: String, Hashable, Sendable {
    case header
    case query
    case body
  }

  /// Absent only where xAuth is the one way in.
  package var requestToken: EndpointSpec?
  package var authorize: EndpointSpec?
  /// Absent where there is no login: calls are signed with the client's own keys.
  package var accessToken: EndpointSpec?
  package var signature: Signature
  package var realm: TextTemplate?
  package var transport: Transport
  /// Whether `username` and `password` may be exchanged for a token.
  package var allowsXAuth: Bool
  /// Whether `oauth_callback_confirmed=true` must come (RFC 5849 §2.1).
  package var requiresCallbackConfirmed: Bool
  /// Whether the callback must bring `oauth_verifier` (RFC 5849 §2.2).
  package var requiresVerifier: Bool
  package var sendsEmptyToken: Bool
  /// Whether bodies that are no forms are hashed and the hash is signed.
  package var sendsBodyHash: Bool
}
