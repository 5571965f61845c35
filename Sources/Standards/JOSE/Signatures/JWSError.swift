/// Why a JWS cannot be made, read or trusted; never holds any of its text.
package enum JWSError: Error, Hashable, Sendable {
  /// Longer than any token that is meant seriously.
  case tooLong
  /// Not three parts between dots, or not the members of the JSON serialization.
  case badShape
  /// A part that is not canonical base64url (RFC 7515 §2).
  case badBase64URL
  /// A header that is not a JSON object in UTF-8 with unique names, has a member of a wrong type, or
  /// hundreds of members.
  case badHeader
  /// The same member in the protected and the unprotected header (RFC 7515 §7.2.1).
  case duplicateMember
  /// A `crit` that is malformed, or names what is not understood (RFC 7515 §4.1.11).
  case badCritical
  /// `b64` without `crit`, where it is not allowed, or with a payload that cannot stand as it is (RFC 7797).
  case badUnencodedPayload
  /// `none`, or a name that is no signature algorithm.
  case unsupportedAlgorithm
  /// A good algorithm, but none that the caller admits for the key.
  case algorithmNotAllowed
  /// No key fits the header.
  case noKey
  /// Several keys fit the header.
  case ambiguousKey
  case badSignature
  /// A payload where it should be detached, or the other way round.
  case badPayload
  /// The library could not compute a signature.
  case cannotSign
}
