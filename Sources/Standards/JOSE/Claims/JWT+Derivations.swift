extension JWT {
  /// How a signed token came about, step by step; its signature, with which it can be used, is not shown.
  ///
  /// `key` is what the formula calls the key. Nothing for a text that is no signed token.
  package static func derivations(of token: String, key: String? = nil) -> [Derivation] {
    guard let said = try? JWTClaims.unverified(token),
      let algorithm = said.header["alg"]?.string.flatMap(SignatureAlgorithm.init),
      let end = token.utf8.lastIndex(of: UInt8(ascii: "."))
    else { return [] }
    let key = key ?? (algorithm.family == .hmac ? "key" : "private_key")
    return [
      Derivation(
        name: "header",
        formula: "the protected header as JSON",
        value: JSONValue.object(said.header).serialized
      ),
      Derivation(
        name: "claims",
        formula: "the claims as JSON",
        value: JSONValue.object(said.claims).serialized
      ),
      Derivation(
        name: "signing_input",
        formula: "base64url(header) . base64url(claims)",
        value: String(token[..<end])
      ),
      Derivation(name: "signature", formula: algorithm.formula(key: key), value: nil),
      Derivation(name: "token", formula: "signing_input . base64url(signature)", value: nil),
    ]
  }
}

extension SignatureAlgorithm {
  /// The computation as a formula over `signing_input` (RFC 7518 §3, RFC 8037 §3.1).
  package func formula(key: String) -> String {
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
