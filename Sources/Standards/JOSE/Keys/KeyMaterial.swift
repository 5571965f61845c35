/// The numbers of an RSA key (RFC 7518 §6.3), big-endian without leading zeros.
package struct RSAKey: Sendable {
  package var modulus: [UInt8]
  package var exponent: [UInt8]
  package var secrets: RSASecrets?

  package init(modulus: [UInt8], exponent: [UInt8], secrets: RSASecrets? = nil) {
    self.modulus = modulus
    self.exponent = exponent
    self.secrets = secrets
  }
}

/// The private numbers of an RSA key (RFC 7518 §6.3.2).
package struct RSASecrets: Sendable {
  /// The private exponent.
  package var exponent: Secret
  /// `p`, `q`, `dp`, `dq`, `qi` in this order, or nothing.
  package var primes: [Secret]

  package init(exponent: Secret, primes: [Secret] = []) {
    self.exponent = exponent
    self.primes = primes
  }
}

/// A point on a Weierstrass curve and perhaps its private number (RFC 7518 §6.2).
package struct ECKey: Sendable {
  package var curve: KeyCurve
  /// The coordinates, each of the curve's full length.
  package var x: [UInt8]
  package var y: [UInt8]
  package var secret: Secret?

  package init(curve: KeyCurve, x: [UInt8], y: [UInt8], secret: Secret? = nil) {
    self.curve = curve
    self.x = x
    self.y = y
    self.secret = secret
  }
}

/// A key on an Edwards or Montgomery curve (RFC 8037 §2).
package struct OKPKey: Sendable {
  package var curve: KeyCurve
  package var x: [UInt8]
  package var secret: Secret?

  package init(curve: KeyCurve, x: [UInt8], secret: Secret? = nil) {
    self.curve = curve
    self.x = x
    self.secret = secret
  }
}

/// What a key consists of.
package enum KeyMaterial: Sendable {
  case rsa(RSAKey)
  case ec(ECKey)
  case okp(OKPKey)
  case symmetric(Secret)
}
