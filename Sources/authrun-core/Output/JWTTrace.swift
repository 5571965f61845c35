import Login
import Standards

/// Shows how a token's signature comes about, or is checked, step by step.
struct JWTTrace {
  let tracer: Tracer

  private static let step = "jwt"

  /// The steps up to a signature; the token's last part is shown as a fingerprint, since with it the whole is usable.
  func signed(_ token: String, algorithm: SignatureAlgorithm) {
    guard tracer.isWatched, let parts = Self.parts(token) else { return }
    inputs(token, parts)
    tracer.derived(
      Self.step,
      "signature",
      algorithm.formula(key: algorithm.family == .hmac ? "key" : "private_key"),
      tracer.redactor.fingerprint(parts[2], as: "signature")
    )
    tracer.derived(
      Self.step,
      "token",
      "signing_input . base64url(signature)",
      tracer.redactor.fingerprint(token, as: "token")
    )
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
    inputs(token, parts)
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

  private func inputs(_ token: String, _ parts: [String]) {
    if let claims = try? JWTClaims.unverified(token) {
      tracer.derived(
        Self.step,
        "header",
        "the protected header as JSON",
        JSONValue.object(claims.header).serialized
      )
      tracer.derived(
        Self.step,
        "claims",
        "the claims as JSON",
        JSONValue.object(claims.claims).serialized
      )
    }
    tracer.derived(
      Self.step,
      "signing_input",
      "base64url(header) . base64url(claims)",
      "\(parts[0]).\(parts[1])"
    )
  }

  /// The three parts of a token; `nil` for anything else, however many dots it has.
  private static func parts(_ token: String) -> [String]? {
    guard (try? JWTClaims.unverified(token)) != nil else { return nil }
    return token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}

extension SignatureAlgorithm {
  /// The computation as a formula over `signing_input` (RFC 7518 §3, RFC 8037 §3.1).
  func formula(key: String) -> String {
    let hash = hash?.rawValue ?? ""
    return switch family {
    case .hmac: "HMAC-\(hash)(\(key), signing_input)"
    case .rsaPKCS1: "RSASSA-PKCS1-v1_5-\(hash)(\(key), signing_input)"
    case .rsaPSS: "RSASSA-PSS-\(hash)(\(key), signing_input), MGF1 and salt of the same hash"
    case .ecdsa: "r . s of ECDSA-\(hash)(\(key), signing_input)"
    case .edwards: "\(rawValue)(\(key), signing_input)"
    }
  }
}
