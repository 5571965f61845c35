import Login
import Standards

/// Shows how a token's signature comes about, or is checked, step by step.
struct JWTTrace {
  let tracer: Tracer

  private static let step = "jwt"

  /// The steps up to a signature; what the token can be used with is a fingerprint.
  func signed(_ token: String) {
    guard tracer.isWatched else { return }
    for derivation in JWT.derivations(of: token) {
      let value = derivation.value ?? fingerprint(derivation.name, of: token)
      tracer.derived(Self.step, derivation.name, derivation.formula, value)
    }
  }

  private func fingerprint(_ name: String, of token: String) -> String {
    let signature = token.split(separator: ".").last.map(String.init) ?? ""
    return tracer.redactor.fingerprint(name == "signature" ? signature : token, as: name)
  }

  /// What is about to be verified, and with which keys.
  func verifying(_ token: String, keys: [JWK], algorithms: [SignatureAlgorithm]) {
    guard tracer.isWatched, let parts = Self.parts(token),
      let header = try? JWTClaims.unverified(token).header
    else { return }
    for (index, key) in keys.enumerated() {
      let fitting = algorithms.filter { (try? $0.check(key, toSign: false)) != nil }
      let names = fitting.map(\.rawValue).joined(separator: ", ")
      let id = key.keyID.map { " with kid \($0)" } ?? ""
      tracer.note(
        Self.step,
        "key \(index + 1): \(key.keyType)\(id), admitted for \(names.isEmpty ? "nothing" : names)"
      )
    }
    for derivation in JWT.derivations(of: token).prefix(3) {
      tracer.derived(Self.step, derivation.name, derivation.formula, derivation.value ?? "")
    }
    let named = header["alg"]?.string ?? "none"
    tracer.note(
      Self.step,
      "the header names alg \(named): it may choose among these, not add to them"
    )
    if let algorithm = SignatureAlgorithm(rawValue: named) {
      tracer.derived(
        Self.step,
        "signature",
        "verified by " + algorithm.formula(key: algorithm.family == .hmac ? "key" : "public_key"),
        tracer.redactor.fingerprint(parts[2], as: "signature")
      )
    }
  }

  /// The checks of the claims, once the signature held.
  func checked(_ token: JWTClaims, rules: JWTRules, now: Timestamp) {
    let times = [("exp", "now < exp + leeway"), ("nbf", "now + leeway >= nbf")]
    for (name, rule) in times {
      guard let time = try? token.numericDate(name) else { continue }
      tracer.derived(
        Self.step,
        "\(name) holds",
        rule,
        "\(name) \(time.rfc3339), now \(now.rfc3339), leeway \(rules.leeway) s"
      )
    }
    if let issuer = rules.issuer {
      tracer.derived(Self.step, "iss holds", "iss and --iss have the same bytes", issuer)
    }
    if !rules.audiences.isEmpty {
      tracer.derived(
        Self.step,
        "aud holds",
        "aud has the bytes of one --aud",
        rules.audiences.joined(separator: " ")
      )
    }
  }

  /// The three parts of a token; `nil` for anything else, however many dots it has.
  private static func parts(_ token: String) -> [String]? {
    guard (try? JWTClaims.unverified(token)) != nil else { return nil }
    return token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}
