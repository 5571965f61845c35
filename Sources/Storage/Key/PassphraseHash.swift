import CSodium

/// Argon2id (RFC 9106): the key that a passphrase stands for.
enum PassphraseHash {
  /// 32 bytes in guarded memory; takes a noticeable part of a second by design.
  static func compute(
    _ passphrase: borrowing LockedBytes,
    salt: [UInt8],
    cost: PassphraseCost
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

  static func freshSalt() -> [UInt8] {
    var salt = [UInt8](repeating: 0, count: saltSize)
    randombytes_buf(&salt, salt.count)
    return salt
  }

  /// Whether a salt and a cost that come from a file can be taken.
  static func isUsable(salt: [UInt8], cost: PassphraseCost) -> Bool {
    salt.count == saltSize && (1...PassphraseCost.highest.passes).contains(cost.passes)
      && (Int(crypto_pwhash_MEMLIMIT_MIN)...PassphraseCost.highest.memory).contains(cost.memory)
  }

  private static let saltSize = Int(crypto_pwhash_SALTBYTES)
}

/// What one guess at a passphrase costs.
package struct PassphraseCost: Hashable, Sendable {
  /// Passes over the memory.
  package var passes: Int
  /// Bytes of memory.
  package var memory: Int

  /// Today's cost: the second recommendation of RFC 9106 §4, in libsodium's single lane.
  package static let today = PassphraseCost(passes: 3, memory: 64 << 20)

  /// What a file may ask for: one that asks for more would stop us rather than an attacker.
  static let highest = PassphraseCost(passes: 64, memory: 4 << 30)

  /// Whether either part is lower than that of `other`.
  func isBelow(_ other: PassphraseCost) -> Bool {
    passes < other.passes || memory < other.memory
  }
}
