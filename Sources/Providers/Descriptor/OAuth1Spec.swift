/// What a descriptor says about an OAuth 1.0a provider.
package struct OAuth1Spec: Hashable, Sendable {
  package enum Signature: String, Hashable, Sendable {
    case hmacSHA1 = "HMAC-SHA1"
    case hmacSHA256 = "HMAC-SHA256"
    case hmacSHA512 = "HMAC-SHA512"
    case plaintext = "PLAINTEXT"
  }

  package enum Transport: String, Hashable, Sendable {
    case header
    case query
    case body
  }

  /// Absent only where xAuth is the one way in.
  package var requestToken: EndpointSpec?
  package var authorize: EndpointSpec?
  package var accessToken: EndpointSpec
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
}
