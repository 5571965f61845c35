/// What a client demands of an ID token (OpenID Connect Core §3.1.3.7, §3.3.2.11).
package struct IDTokenRules: Sendable {
  package let issuer: String
  package let clientID: String
  /// The nonce of the authentication request; `nil` when none was sent.
  package var nonce: String?
  /// Seconds since the user proved who they are; `nil` when `max_age` was not sent.
  package var maximumAge: Int64?
  /// The access token that came with the ID token; checked against `at_hash` when that is there.
  package var accessToken: Secret?
  /// Whether `at_hash` must be there: when both come straight from the authorization endpoint (§3.2.2.9).
  package var requiresAccessTokenHash = false
  /// The code that came with the ID token; then `c_hash` must be there (§3.3.2.11).
  package var code: Secret?
  /// Other parties that may be named in `aud` beside this client.
  package var trustedAudiences: [String] = []
  package var leeway: Int64 = 60

  package init(issuer: String, clientID: String, nonce: String? = nil) {
    self.issuer = issuer
    self.clientID = clientID
    self.nonce = nonce
  }

  /// Verifies signature and claims of an ID token.
  package func verify(
    _ token: String,
    keys: JWSVerificationKeys,
    hashing: any Hashing,
    now: Timestamp
  ) throws(JWTRejection) -> JWTClaims {
    let rules = JWTRules(
      issuer: issuer,
      audiences: [clientID],
      leeway: leeway,
      requiresExpiry: true,
      requiredClaims: ["sub", "iat"]
    )
    let claims = try JWT.verify(token, keys: keys, rules: rules, now: now)
    try check(claims, by: keys, hashing: hashing, now: now)
    return claims
  }

  /// How the hashes that a verified token carries come about, where they were compared.
  package func derivations(
    _ token: JWTClaims,
    by keys: JWSVerificationKeys,
    hashing: any Hashing
  ) -> [Derivation] {
    guard let hash = try? LeftHalf(JWSHeader(protected: token.header), keys, hashing) else {
      return []
    }
    let compared = [("at_hash", "access_token", accessToken), ("c_hash", "code", code)]
    return compared.compactMap { name, input, value in
      guard value != nil, let claim = token.claims[name]?.string else { return nil }
      return Derivation(
        name: name,
        formula: "base64url(left half of \(hash.name)(\(input)))",
        value: claim
      )
    }
  }

  /// Checks what goes beyond the claims of any JWT.
  private func check(
    _ token: JWTClaims,
    by keys: JWSVerificationKeys,
    hashing: any Hashing,
    now: Timestamp
  ) throws(JWTRejection) {
    let claims = CheckedClaims(token: token)
    guard let subject = try claims.text("sub"), (1...255).contains(subject.utf8.count),
      subject.utf8.allSatisfy({ $0 < 0x80 })
    else { throw .malformed(.badClaim(name: "sub")) }
    for audience in try claims.audiences() ?? []
    where !([clientID] + trustedAudiences).contains(where: { $0.hasSameBytes(as: audience) }) {
      throw .wrongAudience
    }
    if let party = try claims.text("azp") {
      guard party.hasSameBytes(as: clientID) else { throw .wrongAuthorizedParty }
    }
    if let nonce {
      guard let answer = try claims.text("nonce") else { throw .missingClaim(name: "nonce") }
      guard answer.hasSameBytes(as: nonce) else { throw .wrongNonce }
    }
    if let maximumAge {
      guard let time = try claims.date("auth_time") else {
        throw .missingClaim(name: "auth_time")
      }
      guard now <= time.adding(maximumAge).adding(leeway) else { throw .authenticationTooOld }
    }
    let hash = try? LeftHalf(JWSHeader(protected: token.header), keys, hashing)
    try checkHash(
      "at_hash",
      of: accessToken,
      isRequired: requiresAccessTokenHash,
      claims,
      hash
    )
    try checkHash("c_hash", of: code, isRequired: code != nil, claims, hash)
  }

  /// Compares a claim with the left half of a hash (§3.1.3.6).
  private func checkHash(
    _ name: String,
    of value: Secret?,
    isRequired: Bool,
    _ claims: CheckedClaims,
    _ hash: LeftHalf?
  ) throws(JWTRejection) {
    guard let claim = try claims.text(name) else {
      if isRequired { throw .missingClaim(name: name) }
      return
    }
    guard let value else { return }
    guard let hash, claim.hasSameBytes(as: hash.text(of: value)) else {
      throw .wrongHash(name: name)
    }
  }
}

/// The left half of the hash that goes with an ID token's signature (§3.1.3.6).
private struct LeftHalf: Sendable {
  private let algorithm: SignatureAlgorithm
  private let isEd448: Bool
  private let hashing: any Hashing

  init(_ header: JWSHeader, _ keys: JWSVerificationKeys, _ hashing: any Hashing) {
    algorithm = header.algorithm
    isEd448 = keys.curve(for: header) == .ed448
    self.hashing = hashing
  }

  /// The hash as a formula calls it.
  var name: String {
    algorithm.hash?.rawValue ?? (isEd448 ? "SHAKE256-114" : HashAlgorithm.sha512.rawValue)
  }

  /// The value that `at_hash` or `c_hash` must have.
  ///
  /// Core leaves open which hash goes with EdDSA. Taken is the one that the signature itself is built on
  /// (RFC 8032 §5.1, §5.2), as other implementations do: SHA-512 for Ed25519, SHAKE256 of 114 bytes for
  /// Ed448.
  func text(of value: Secret) -> String {
    let digest: [UInt8]
    if let hash = algorithm.hash {
      digest = hashing.digest(hash, value.bytes)
    } else if isEd448 {
      digest = hashing.shake256(value.bytes, count: 114)
    } else {
      digest = hashing.digest(.sha512, value.bytes)
    }
    return Base64URL.encode(Array(digest.prefix(digest.count / 2)))
  }
}
