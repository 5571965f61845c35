import Login
import Standards

/// Why a token is not relied on, in words that name what it says and what was asked for.
struct JWTRejectionText {
  let rules: JWTRules
  let now: Timestamp
  /// What the token says; looked at only for rejections that come after its signature held.
  let token: JWTClaims?

  func error(_ rejection: JWTRejection) -> AuthRunError {
    AuthRunError(.jwtInvalid, reason(rejection), step: "jwt", hint: hint(rejection))
  }

  private func reason(_ rejection: JWTRejection) -> String {
    switch rejection {
    case .malformed(let error): error.reason
    case .signature(let error): error.reason
    case .encryption: "it is encrypted in a way that cannot be read"
    case .missingClaim(let name): "it has no \(name)"
    case .expired: "expired: exp was \(time("exp")), now is \(now.rfc3339)"
    case .notYetValid: "not yet valid: nbf is \(time("nbf")), now is \(now.rfc3339)"
    case .issuedInFuture: "issued in the future: iat is \(time("iat")), now is \(now.rfc3339)"
    case .authenticationTooOld: "the user proved who they are too long ago: \(time("auth_time"))"
    case .wrongIssuer: "iss is “\(text("iss"))”, not “\(rules.issuer ?? "")”"
    case .wrongAudience:
      "aud is \(audiences), not \(rules.audiences.map { "“\($0)”" }.joined(separator: " or "))"
    case .wrongSubject: "sub is “\(text("sub"))”, not “\(rules.subject ?? "")”"
    case .wrongType: "typ is not \(rules.type ?? "JWT")"
    case .wrongNonce: "nonce is another"
    case .wrongAuthorizedParty: "azp is another party"
    case .wrongHash(let name): "\(name) does not fit"
    }
  }

  private func hint(_ rejection: JWTRejection) -> String? {
    switch rejection {
    case .signature(.algorithmNotAllowed): "--alg names what you admit; the key must be for it"
    case .signature(.noKey):
      "the header's kid is in “authrun jwt decode”; the set may be an old one"
    case .expired, .notYetValid, .issuedInFuture: "--leeway allows for clocks that differ"
    default: nil
    }
  }

  private func time(_ name: String) -> String {
    (try? token?.numericDate(name))?.rfc3339 ?? "unknown"
  }

  private func text(_ name: String) -> String {
    VisibleText.line((try? token?.text(name)) ?? "")
  }

  private var audiences: String {
    ((try? token?.audiences()) ?? []).map { "“\(VisibleText.line($0))”" }.joined(separator: ", ")
  }
}
