import COpenSSL
import Standards

/// Whether the private numbers of an RSA key fit its public ones (RFC 8017 §3.2).
///
/// A signature with numbers that do not fit can give the key away, so that they are never used.
enum RSAConsistency {
  static func check(_ key: RSAKey, _ secrets: RSASecrets) throws(CryptoError) -> Bool {
    guard let context = BN_CTX_secure_new() else { throw CryptoError("check a key") }
    defer { BN_CTX_free(context) }
    let n = try BigNumber(key.modulus)
    let e = try BigNumber(key.exponent)
    let d = try BigNumber(secrets.exponent.bytes)
    guard BN_cmp(d.pointer, n.pointer) < 0 else { return false }
    guard secrets.primes.count == 5 else { return try inverts(e, d, n, context) }
    let p = try BigNumber(secrets.primes[0].bytes)
    let q = try BigNumber(secrets.primes[1].bytes)
    let result = try BigNumber([])
    guard BN_mul(result.pointer, p.pointer, q.pointer, context) == 1 else {
      throw CryptoError("check a key")
    }
    guard BN_cmp(result.pointer, n.pointer) == 0 else { return false }
    // Each prime's exponent undoes e, and is d modulo the prime less one.
    for (prime, exponentBytes) in [(0, 2), (1, 3)] {
      let less = try BigNumber(secrets.primes[prime].bytes)
      let exponent = try BigNumber(secrets.primes[exponentBytes].bytes)
      guard BN_sub_word(less.pointer, 1) == 1, BN_is_zero(less.pointer) == 0,
        BN_nnmod(result.pointer, d.pointer, less.pointer, context) == 1
      else { return false }
      guard BN_cmp(result.pointer, exponent.pointer) == 0 else { return false }
      guard BN_mod_mul(result.pointer, e.pointer, exponent.pointer, less.pointer, context) == 1,
        BN_is_one(result.pointer) == 1
      else { return false }
    }
    let coefficient = try BigNumber(secrets.primes[4].bytes)
    guard BN_mod_mul(result.pointer, coefficient.pointer, q.pointer, p.pointer, context) == 1 else {
      return false
    }
    return BN_is_one(result.pointer) == 1
  }

  /// Without the primes: whether d undoes e for one number.
  private static func inverts(
    _ e: borrowing BigNumber,
    _ d: borrowing BigNumber,
    _ n: borrowing BigNumber,
    _ context: OpaquePointer
  ) throws(CryptoError) -> Bool {
    let base = try BigNumber([2])
    let power = try BigNumber([])
    let back = try BigNumber([])
    guard BN_mod_exp(power.pointer, base.pointer, d.pointer, n.pointer, context) == 1,
      BN_mod_exp(back.pointer, power.pointer, e.pointer, n.pointer, context) == 1
    else { return false }
    return BN_cmp(back.pointer, base.pointer) == 0
  }
}
