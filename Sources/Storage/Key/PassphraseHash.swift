import CSodium

/// Argon2id (RFC 9106): the key that a passphrase stands for.
enum PassphraseHash {
  /// 32 bytes in guarded memory; takes a noticeable part of a second by design.
  static func compute(
    _ passphrase: borrowing LockedBytes,
    salt: [UInt8],
    cost: PassphraseEnvelope.Cost
  ) throws(VaultError) -> LockedBytes {
    var hash = try LockedBytes(count: MasterKey.size)
    let count = passphrase.count
    let code = passphrase.withBytes { passphrase in
      hash.withMutableBytes { hash in
        passphrase.withMemoryRebound(to: CChar.self, capacity: count) { passphrase in
          crypto_pwhash(
            hash,
            UInt64(MasterKey.size),
            passphrase,
            UInt64(count),
            salt,
            UInt64(cost.passes),
            cost.memory,
            crypto_pwhash_ALG_ARGON2ID13
          )
        }
      }
    }
    // Everything but memory is constant or was checked.
    guard code == 0 else {
      throw VaultError(
        .io,
        "hashing the passphrase needs \(cost.memory >> 20) MiB of memory, which are not free"
      )
    }
    return hash
  }
}
