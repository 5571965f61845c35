/// What a JWT says, read without looking at its signature.
///
/// Only good for what the bearer could say as well: to learn when the own token expires, or to show it.
package struct JWTClaims: Hashable, Sendable {
  /// The JOSE header.
  package let header: JSONObject
  /// The claims set.
  package let claims: JSONObject

  private static let maximumLength = 1 << 20

  /// Reads a compact JWS; strict about its form, silent about who made it.
  package static func unverified(_ token: String) throws(JWTError) -> JWTClaims {
    let bytes = Array(token.utf8)
    guard bytes.count <= maximumLength else { throw .tooLong }
    guard let parts = try? CompactParts(bytes, count: 3) else { throw .badShape }
    let header = try object(bytes[parts[0]])
    let claims = try object(bytes[parts[1]])
    do {
      _ = try Base64URL.decode(bytes[parts[2]])
    } catch {
      throw .badBase64URL
    }
    return JWTClaims(header: header, claims: claims)
  }

  private static func object(_ part: ArraySlice<UInt8>) throws(JWTError) -> JSONObject {
    let bytes: [UInt8]
    do {
      bytes = try Base64URL.decode(part)
    } catch {
      throw .badBase64URL
    }
    var limits = JSONLimits.signed
    limits.maximumBytes = maximumLength
    guard let object = (try? JSONReader.read(bytes, limits: limits))?.object else {
      throw .badJSON
    }
    return object
  }

  /// The time that a claim names (NumericDate, RFC 7519 §2); `nil` when absent.
  ///
  /// A fraction of a second is rounded down, which for an end is the strict way; for a beginning it is up.
  package func numericDate(
    _ name: String,
    roundedUp: Bool = false
  ) throws(JWTError) -> Timestamp? {
    guard let value = claims[name] else { return nil }
    guard let number = value.number else { throw .badClaim(name: name) }
    return Timestamp(seconds: roundedUp ? number.roundedUp : number.roundedDown)
  }
}
