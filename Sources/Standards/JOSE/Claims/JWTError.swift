/// Why a text is not a JWT or says something that cannot be relied on; never holds the text.
package enum JWTError: Error, Hashable, Sendable {
  /// More bytes than any token has.
  case tooLong
  /// Not three parts between dots (RFC 7519 §7.2).
  case badShape
  /// A part that is not canonical base64url (RFC 7515 §2).
  case badBase64URL
  /// A header or claims set that is not a JSON object in UTF-8 with unique names.
  case badJSON
  /// A claim of another type than RFC 7519 gives it.
  case badClaim(name: String)
}
