import Standards

/// What a token says, as `jwt decode` and `jwt verify` print it.
enum JWTOutput {
  /// `{"verified","header","claims"}`.
  static func json(_ token: JWTClaims, isVerified: Bool) -> JSONValue {
    .object(
      JSONObject([
        ("verified", .bool(isVerified)), ("header", .object(token.header)),
        ("claims", .object(token.claims)),
      ])
    )
  }

  static func lines(_ token: JWTClaims) -> [String] {
    [
      "Header:", VisibleText.of(JSONValue.object(token.header).prettyPrinted), "Claims:",
      VisibleText.of(JSONValue.object(token.claims).prettyPrinted),
    ]
  }

  /// The expiry in words, where the token tells one.
  static func times(_ token: JWTClaims, now: Timestamp) -> String? {
    guard let end = try? token.numericDate("exp") else { return nil }
    let text = Remaining.text(until: end, now: now)
    return "exp is \(end.rfc3339): \(text.hasPrefix("in ") ? "ends \(text)" : text)."
  }
}
