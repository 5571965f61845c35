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

  static let saltSize = Int(crypto_pwhash_SALTBYTES)
}

/// What one guess at a passphrase costs.
package struct PassphraseCost: Hashable, Sendable {
  /// Passes over the memory.
  package var passes: Int
  /// Bytes of memory.
  package var memory: Int

  /// Today's cost: the second recommendation of RFC 9106 §4, in libsodium's single lane.
  package static let today = PassphraseCost(passes: 3, memory: 64 << 20)

  /// What a file may ask for: one that asks for more would stop us rather than who guesses.
  static let highest = PassphraseCost(passes: 16, memory: 1 << 30)
  /// What a file has to ask for: with less, a stolen copy would say nearly as much as the passphrase itself.
  static let lowest = PassphraseCost(passes: 1, memory: 8 << 20)

  /// Whether a file may ask for it.
  var isBearable: Bool {
    (Self.lowest.passes...Self.highest.passes).contains(passes)
      && (Self.lowest.memory...Self.highest.memory).contains(memory)
  }

  /// Why a file that asks for another cost is not opened.
  func refusal(of name: String) -> String {
    "\(name) wants \(passes) passes over \(memory >> 20) MiB for its passphrase; from "
      + "\(Self.lowest.passes) over \(Self.lowest.memory >> 20) MiB to \(Self.highest.passes) over "
      + "\(Self.highest.memory >> 20) MiB are taken, and authrun itself asks for \(Self.today.passes) over "
      + "\(Self.today.memory >> 20) MiB"
  }

  /// Whether either part is lower than that of `other`.
  func isBelow(_ other: PassphraseCost) -> Bool {
    passes < other.passes || memory < other.memory
  }
}
