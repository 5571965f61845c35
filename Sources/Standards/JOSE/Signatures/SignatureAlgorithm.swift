/// A signature or MAC algorithm of JOSE (RFC 7518 §3, RFC 8037, RFC 8812, RFC 9864); never `none`.
package enum SignatureAlgorithm: String, Hashable, Sendable, CaseIterable {
  case hs256 = "HS256"
  case hs384 = "HS384"
  case hs512 = "HS512"
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  case ps256 = "PS256"
  case ps384 = "PS384"
  case ps512 = "PS512"
  case es256 = "ES256"
  case es384 = "ES384"
  case es512 = "ES512"
  case es256k = "ES256K"
  /// Ed25519 or Ed448, whichever the key is for.
  case edDSA = "EdDSA"
  case ed25519 = "Ed25519"
  case ed448 = "Ed448"

  /// What the algorithm computes.
  package enum Family: Hashable, Sendable {
    case hmac
    /// RSASSA-PKCS1-v1_5.
    case rsaPKCS1
    /// RSASSA-PSS with MGF1 of the same hash and a salt of its length (RFC 7518 §3.5).
    case rsaPSS
    case ecdsa
    case edwards
  }

  package var family: Family {
    switch self {
    case .hs256, .hs384, .hs512: .hmac
    case .rs256, .rs384, .rs512: .rsaPKCS1
    case .ps256, .ps384, .ps512: .rsaPSS
    case .es256, .es384, .es512, .es256k: .ecdsa
    case .edDSA, .ed25519, .ed448: .edwards
    }
  }

  /// The hash; Edwards signatures bring their own.
  package var hash: HashAlgorithm? {
    switch self {
    case .hs256, .rs256, .ps256, .es256, .es256k: .sha256
    case .hs384, .rs384, .ps384, .es384: .sha384
    case .hs512, .rs512, .ps512, .es512: .sha512
    case .edDSA, .ed25519, .ed448: nil
    }
  }

  /// The curves whose keys the algorithm takes.
  var curves: [KeyCurve] {
    switch self {
    case .es256: [.p256]
    case .es384: [.p384]
    case .es512: [.p521]
    case .es256k: [.secp256k1]
    case .edDSA: [.ed25519, .ed448]
    case .ed25519: [.ed25519]
    case .ed448: [.ed448]
    default: []
    }
  }

  /// The shortest HMAC key in bytes: the length of the hash (RFC 7518 §3.2).
  private var keyFloor: Int {
    switch self {
    case .hs256: 32
    case .hs384: 48
    case .hs512: 64
    default: 0
    }
  }

  /// The names that mean the same as this one for a key on `curve`.
  private func synonyms(on curve: KeyCurve?) -> [SignatureAlgorithm] {
    switch (self, curve) {
    case (.edDSA, .ed25519?), (.ed25519, .ed25519?): [.edDSA, .ed25519]
    case (.edDSA, .ed448?), (.ed448, .ed448?): [.edDSA, .ed448]
    default: [self]
    }
  }

  /// Throws unless `key` is of the right type, strong enough and permitted for the algorithm.
  package func check(_ key: JWK, toSign: Bool) throws(JWKError) {
    var curve: KeyCurve?
    switch (key.material, family) {
    case (.symmetric(let secret), .hmac):
      guard secret.bytes.count >= keyFloor else { throw .badKeyLength }
    case (.rsa(let rsa), .rsaPKCS1), (.rsa(let rsa), .rsaPSS):
      try RSAKeyCheck.check(rsa)
    case (.ec(let ec), .ecdsa):
      guard curves.contains(ec.curve) else { throw .algorithmMismatch }
    case (.okp(let okp), .edwards):
      guard curves.contains(okp.curve) else { throw .algorithmMismatch }
      curve = okp.curve
    default: throw .algorithmMismatch
    }
    if toSign, !key.isPrivate { throw .notPrivate }
    try key.checkPermission(
      use: "sig",
      operations: toSign ? ["sign"] : ["verify"],
      algorithms: synonyms(on: curve).map(\.rawValue)
    )
  }

  /// Whether a header may name `other` for a key that was admitted for this algorithm.
  func accepts(_ other: SignatureAlgorithm, on curve: KeyCurve?) -> Bool {
    synonyms(on: curve).contains(other)
  }
}

extension JWK {
  var curve: KeyCurve? {
    switch material {
    case .ec(let key): key.curve
    case .okp(let key): key.curve
    case .rsa, .symmetric: nil
    }
  }
}
