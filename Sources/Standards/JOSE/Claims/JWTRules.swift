/// What a reader demands of the claims of a JWT (RFC 7519 §4.1); all texts compare byte for byte.
package struct JWTRules: Sendable {
  /// The one issuer that is trusted; any when `nil`.
  package var issuer: String?
  /// The names under which this reader is addressed, one of which must be in `aud`; any when empty.
  package var audiences: [String]
  package var subject: String?
  /// The `typ` of the header, compared without case and without `application/`; any when `nil`.
  package var type: String?
  /// By how many seconds clocks may differ.
  package var leeway: Int64
  package var requiresExpiry: Bool
  /// Whether an `iat` ahead of the clock is an error; by itself it says nothing (RFC 7519 §4.1.6).
  package var refusesFutureIssue: Bool
  /// Claims that must be there.
  package var requiredClaims: [String]

  package init(
    issuer: String? = nil,
    audiences: [String] = [],
    subject: String? = nil,
    type: String? = nil,
    leeway: Int64 = 60,
    requiresExpiry: Bool = false,
    refusesFutureIssue: Bool = false,
    requiredClaims: [String] = []
  ) {
    self.issuer = issuer
    self.audiences = audiences
    self.subject = subject
    self.type = type
    self.leeway = leeway
    self.requiresExpiry = requiresExpiry
    self.refusesFutureIssue = refusesFutureIssue
    self.requiredClaims = requiredClaims
  }

  /// Throws the first demand that a token does not meet; claims of wrong types fail even if not demanded.
  package func check(_ token: JWTClaims, now: Timestamp) throws(JWTRejection) {
    let claims = CheckedClaims(token: token)
    try checkType(token.header)
    for name in requiredClaims where token.claims[name] == nil {
      throw .missingClaim(name: name)
    }
    try checkTimes(claims, now: now)
    if let issuer = try claims.text("iss") {
      guard self.issuer.map(issuer.hasSameBytes) ?? true else { throw .wrongIssuer }
    } else if issuer != nil {
      throw .missingClaim(name: "iss")
    }
    if let subject = try claims.text("sub") {
      guard self.subject.map(subject.hasSameBytes) ?? true else { throw .wrongSubject }
    } else if subject != nil {
      throw .missingClaim(name: "sub")
    }
    let named = try claims.audiences()
    guard !audiences.isEmpty else { return }
    guard let named else { throw .missingClaim(name: "aud") }
    guard named.contains(where: { name in audiences.contains { $0.hasSameBytes(as: name) } })
    else { throw .wrongAudience }
  }

  private func checkTimes(_ claims: CheckedClaims, now: Timestamp) throws(JWTRejection) {
    if let expiry = try claims.date("exp") {
      // On the second itself it has expired (RFC 7519 §4.1.4).
      guard now < expiry.adding(leeway) else { throw .expired }
    } else if requiresExpiry {
      throw .missingClaim(name: "exp")
    }
    if let start = try claims.date("nbf", roundedUp: true) {
      guard now.adding(leeway) >= start else { throw .notYetValid }
    }
    if let issue = try claims.date("iat", roundedUp: true), refusesFutureIssue {
      guard now.adding(leeway) >= issue else { throw .issuedInFuture }
    }
  }

  private func checkType(_ header: JSONObject) throws(JWTRejection) {
    guard let type else { return }
    guard let written = header["typ"]?.string else { throw .wrongType }
    let prefix = "application/"
    let bare =
      ASCII.lowercased(written).hasPrefix(prefix)
      ? String(written.dropFirst(prefix.count)) : written
    guard ASCII.equalIgnoringCase(bare, type) else { throw .wrongType }
  }
}

extension JWTClaims {
  /// A claim that is a text; `nil` when absent.
  package func text(_ name: String) throws(JWTError) -> String? {
    guard let value = claims[name] else { return nil }
    guard let text = value.string else { throw .badClaim(name: name) }
    return text
  }

  /// The `aud` claim, one text or several (RFC 7519 §4.1.3); `nil` when absent.
  package func audiences() throws(JWTError) -> [String]? {
    switch claims["aud"] {
    case nil: return nil
    case .string(let text)?: return [text]
    case .array(let elements)?:
      let texts = elements.compactMap(\.string)
      guard texts.count == elements.count else { throw .badClaim(name: "aud") }
      return texts
    default: throw .badClaim(name: "aud")
    }
  }
}
