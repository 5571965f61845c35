/// What the public numbers of an RSA key show about its strength.
package enum RSAKeyCheck {
  /// Throws for keys that must not be used with JOSE algorithms (RFC 7518 §3.3, §4.2).
  package static func check(_ key: RSAKey) throws(JWKError) {
    let bits = bitCount(key.modulus)
    guard 2048...16_384 ~= bits, isOdd(key.modulus) else { throw .weakRSA }
    // 1 would leave the message as it is; more than 64 bits only slow the reader down.
    guard isOdd(key.exponent), key.exponent != [1], key.exponent.count <= 8 else {
      throw .weakRSA
    }
    guard !hasROCAFingerprint(key.modulus) else { throw .roca }
  }

  /// The number of bits of a big-endian number without leading zero bytes.
  package static func bitCount(_ number: [UInt8]) -> Int {
    guard let first = number.first else { return 0 }
    return number.count * 8 - first.leadingZeroBitCount
  }

  private static func isOdd(_ number: [UInt8]) -> Bool {
    number.last.map { $0 & 1 == 1 } ?? false
  }

  /// Those of the small primes modulo which 65537 has few powers.
  private static let primes: [UInt32] = [
    11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157,
  ]

  /// Whether the modulus is a power of 65537 modulo each of the primes.
  ///
  /// The generator of CVE-2017-15361 made only such primes; a random modulus passes all of these tests about
  /// once in 2^27 times.
  private static func hasROCAFingerprint(_ modulus: [UInt8]) -> Bool {
    primes.allSatisfy { prime in
      let residue = modulus.reduce(UInt32(0)) { ($0 << 8 | UInt32($1)) % prime }
      var power: UInt32 = 1
      repeat {
        if power == residue { return true }
        power = power * 65_537 % prime
      } while power != 1
      return false
    }
  }
}
