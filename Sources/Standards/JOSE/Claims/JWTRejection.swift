/// Why a JWT is not relied on; never holds any of its text.
package enum JWTRejection: Error, Hashable, Sendable {
  /// It is no JWT, or a claim is of a wrong type.
  case malformed(JWTError)
  /// The signature or what leads to it is at fault.
  case signature(JWSError)
  /// The encryption or what leads to it is at fault.
  case encryption(JWEError)
  /// A claim that the rules ask for is not there.
  case missingClaim(name: String)
  case expired
  case notYetValid
  /// `iat` lies ahead of the clock, and the rules mind.
  case issuedInFuture
  /// `auth_time` lies further back than was asked for.
  case authenticationTooOld
  case wrongIssuer
  case wrongAudience
  case wrongSubject
  /// `typ` is not the one that the rules ask for (RFC 8725 §3.11).
  case wrongType
  case wrongNonce
  case wrongAuthorizedParty
  /// `at_hash` or `c_hash` does not fit the access token or code.
  case wrongHash(name: String)
}

/// Typed access to claims whose faults are rejections.
struct CheckedClaims {
  let token: JWTClaims

  func text(_ name: String) throws(JWTRejection) -> String? {
    do {
      return try token.text(name)
    } catch {
      throw .malformed(error)
    }
  }

  func date(_ name: String, roundedUp: Bool = false) throws(JWTRejection) -> Timestamp? {
    do {
      return try token.numericDate(name, roundedUp: roundedUp)
    } catch {
      throw .malformed(error)
    }
  }

  func audiences() throws(JWTRejection) -> [String]? {
    do {
      return try token.audiences()
    } catch {
      throw .malformed(error)
    }
  }
}
