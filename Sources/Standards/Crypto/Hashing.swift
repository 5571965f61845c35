/// A hash function named by the RFCs that authrun implements.
package enum HashAlgorithm: String, Hashable, Sendable, CaseIterable {
  case md5 = "MD5"
  case sha1 = "SHA-1"
  case sha256 = "SHA-256"
  case sha384 = "SHA-384"
  case sha512 = "SHA-512"
}

/// Digests and keyed digests (RFC 2104), computed by a library outside `Standards`.
package protocol Hashing: Sendable {
  func digest(_ algorithm: HashAlgorithm, _ message: [UInt8]) -> [UInt8]
  func hmac(_ algorithm: HashAlgorithm, key: [UInt8], _ message: [UInt8]) -> [UInt8]
  /// The first `count` bytes of SHAKE256 (FIPS 202 §6.2).
  func shake256(_ message: [UInt8], count: Int) -> [UInt8]
  /// A keyed digest whose key is set up once for many messages.
  func authenticator(_ algorithm: HashAlgorithm, key: Secret) -> any MessageAuthenticator
}

/// A keyed digest with its key, set up once for many messages (RFC 2104).
package protocol MessageAuthenticator: Sendable {
  /// The length of a digest.
  var byteCount: Int { get }
  func authenticate(_ message: Span<UInt8>) -> AuthenticationCode
}
