/// How a request is signed (RFC 5849 §3.4, and the longer hashes in common use).
package enum OAuth1SignatureMethod: String, Hashable, Sendable, CaseIterable {
  case hmacSHA1 = "HMAC-SHA1"
  case hmacSHA256 = "HMAC-SHA256"
  case hmacSHA512 = "HMAC-SHA512"
  case rsaSHA1 = "RSA-SHA1"
  case rsaSHA256 = "RSA-SHA256"
  case rsaSHA512 = "RSA-SHA512"
  case plaintext = "PLAINTEXT"

  /// The hash of the signature, which is also that of `oauth_body_hash`; `nil` for `PLAINTEXT`.
  package var hash: HashAlgorithm? {
    switch self {
    case .hmacSHA1, .rsaSHA1: .sha1
    case .hmacSHA256, .rsaSHA256: .sha256
    case .hmacSHA512, .rsaSHA512: .sha512
    case .plaintext: nil
    }
  }

  /// Whether the signature is made with the client's private key and not with the shared secrets.
  package var usesPrivateKey: Bool {
    switch self {
    case .rsaSHA1, .rsaSHA256, .rsaSHA512: true
    case .hmacSHA1, .hmacSHA256, .hmacSHA512, .plaintext: false
    }
  }
}
