/// Why a JWE cannot be made or read; never holds any of its text.
package enum JWEError: Error, Hashable, Sendable {
  /// Longer than any token that is meant seriously.
  case tooLong
  /// Not five parts between dots, or not the members of the JSON serialization.
  case badShape
  /// A part that is not canonical base64url.
  case badBase64URL
  /// A header that is not a JSON object in UTF-8 with unique names, has a member of a wrong type, or
  /// hundreds of members.
  case badHeader
  /// The same member in two of the headers (RFC 7516 §7.2.1).
  case duplicateMember
  /// A `crit` at all: no extension is understood (RFC 7516 §4.1.13).
  case badCritical
  /// A `zip`: compressed content is refused, since it can grow without bound and tells about secrets.
  case compressed
  case unsupportedAlgorithm
  /// A good algorithm, but none that the caller admits.
  case algorithmNotAllowed
  /// A `p2c` outside the caller's bounds, or a salt below eight bytes (RFC 7518 §4.8.1).
  case badPasswordParameters
  /// No key fits the header.
  case noKey
  case ambiguousKey
  /// The key does not fit the algorithm.
  case badKey(JWKError)
  /// Anything that goes wrong with the secret parts; deliberately not told apart.
  case cannotDecrypt
  /// The library could not encrypt.
  case cannotEncrypt
}
