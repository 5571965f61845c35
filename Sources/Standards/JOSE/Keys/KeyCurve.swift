/// A curve by its name in a JWK (RFC 7518 §6.2.1.1, RFC 8037 §2, RFC 8812 §3.1).
package enum KeyCurve: String, Hashable, Sendable, CaseIterable {
  case p256 = "P-256"
  case p384 = "P-384"
  case p521 = "P-521"
  case secp256k1
  case ed25519 = "Ed25519"
  case ed448 = "Ed448"
  case x25519 = "X25519"
  case x448 = "X448"

  /// Whether keys on the curve are of type `EC`; all others are of type `OKP`.
  package var isWeierstrass: Bool {
    switch self {
    case .p256, .p384, .p521, .secp256k1: true
    case .ed25519, .ed448, .x25519, .x448: false
    }
  }

  /// The length in bytes of a coordinate, of a private number, and of an `OKP` key.
  package var byteCount: Int {
    switch self {
    case .p256, .secp256k1, .ed25519, .x25519: 32
    case .p384: 48
    case .p521: 66
    case .ed448: 57
    case .x448: 56
    }
  }
}
