/// Why a key cannot be read or cannot be used; never holds any part of the key.
package enum JWKError: Error, Hashable, Sendable {
  /// Not a JSON object in UTF-8 with unique names, or over the size limit.
  case badJSON
  /// A member that must be there is not.
  case missingMember(String)
  /// A member of the wrong type, in non-canonical base64url, or of the wrong length.
  case badMember(String)
  /// A key type that is not RSA, EC, OKP or oct (RFC 7518 §6.1).
  case unknownKeyType
  /// A curve that is not supported, or that belongs to another key type.
  case unknownCurve
  /// An RSA modulus below 2048 or above 16384 bits (RFC 7518 §3.3), an even one, or a bad exponent.
  case weakRSA
  /// An RSA modulus made by the generator of CVE-2017-15361.
  case roca
  /// A symmetric key shorter than the algorithm's floor (RFC 7518 §3.2), or of another length than it needs.
  case badKeyLength
  /// Numbers that do not make a key: a point off its curve, a private number that fits no public one.
  case inconsistent
  /// A public key where a private one is needed.
  case notPrivate
  /// The key's type or curve does not fit the algorithm.
  case algorithmMismatch
  /// The key's `alg` names another algorithm (RFC 7517 §4.4).
  case otherAlgorithm
  /// The key's `use` or `key_ops` does not permit it (RFC 7517 §4.2, §4.3).
  case notPermitted
  /// A key in a set where an entry that cannot be read has the same type and id: which of the two a token
  /// means cannot be known.
  case sharedID
  /// A symmetric key in a set that has public ones: who publishes it is no secret, and whoever knows it signs.
  case secretBesidePublic
  /// A text that is not PEM of a kind of key (RFC 7468), or more than one key.
  case badPEM
  /// A key in PEM whose lines end in a backslash with an `n`, as they may in an environment variable only.
  case escapedPEM
  /// A key in PEM that is encrypted.
  case encryptedPEM
}
