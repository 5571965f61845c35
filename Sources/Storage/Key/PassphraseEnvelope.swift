import CSodium
import Standards

/// A master key sealed with the hash of a passphrase, and all that is needed to make that hash again.
///
/// The hash is Argon2id (RFC 9106). Its cost stands beside the key, so that it can be raised later
/// without changing the passphrase or resealing a record.
package struct PassphraseEnvelope: Hashable, Sendable {
  /// What one guess costs.
  package struct Cost: Hashable, Sendable {
    /// Passes over the memory.
    package var passes: Int
    /// Bytes of memory.
    package var memory: Int

    /// Today's cost: the second recommendation of RFC 9106 §4, in libsodium's single lane.
    package static let today = Cost(passes: 3, memory: 64 << 20)

    /// A vault is input: one that asks for more would stop us rather than an attacker.
    static let highest = Cost(passes: 64, memory: 4 << 30)
  }

  package let cost: Cost
  let salt: [UInt8]
  /// A nonce, then the sealed key.
  let sealed: [UInt8]

  private static let nonceSize = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tagSize = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  /// Whether today's cost is higher.
  var isDated: Bool { cost.passes < Cost.today.passes || cost.memory < Cost.today.memory }

  /// Seals a vault's master key with a passphrase.
  init(
    sealing master: borrowing MasterKey,
    vaultID: [UInt8],
    passphrase: borrowing LockedBytes,
    cost: Cost = .today
  ) throws(VaultError) {
    var salt = [UInt8](repeating: 0, count: Int(crypto_pwhash_SALTBYTES))
    randombytes_buf(&salt, salt.count)
    let hash = try PassphraseHash.compute(passphrase, salt: salt, cost: cost)
    var sealed = [UInt8](repeating: 0, count: Self.nonceSize + MasterKey.size + Self.tagSize)
    let data = Self.associatedData(vaultID: vaultID, salt: salt, cost: cost)
    sealed.withUnsafeMutableBufferPointer { sealed in
      guard let nonce = sealed.baseAddress else { return }
      randombytes_buf(nonce, Self.nonceSize)
      master.withBytes { master in
        hash.withBytes { hash in
          _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
            nonce + Self.nonceSize,
            nil,
            master,
            UInt64(MasterKey.size),
            data,
            UInt64(data.count),
            nil,
            nonce,
            hash
          )
        }
      }
    }
    self.cost = cost
    self.salt = salt
    self.sealed = sealed
  }

  /// The master key; `nil` when the passphrase is another one or the vault was altered.
  func open(vaultID: [UInt8], passphrase: borrowing LockedBytes) throws(VaultError) -> MasterKey? {
    let hash = try PassphraseHash.compute(passphrase, salt: salt, cost: cost)
    let data = Self.associatedData(vaultID: vaultID, salt: salt, cost: cost)
    return try MasterKey { key in
      sealed.withUnsafeBufferPointer { sealed in
        guard let nonce = sealed.baseAddress else { return false }
        return hash.withBytes { hash in
          crypto_aead_xchacha20poly1305_ietf_decrypt(
            key,
            nil,
            nil,
            nonce + Self.nonceSize,
            UInt64(sealed.count - Self.nonceSize),
            data,
            UInt64(data.count),
            nonce,
            hash
          ) == 0
        }
      }
    }
  }

  private static func associatedData(vaultID: [UInt8], salt: [UInt8], cost: Cost) -> [UInt8] {
    Array("authrun key 1\u{0}".utf8) + vaultID + salt
      + KeyedHash.bigEndian(UInt64(cost.passes)) + KeyedHash.bigEndian(UInt64(cost.memory))
  }
}

extension PassphraseEnvelope {
  private static let algorithm = "argon2id13"

  /// The envelope as text for the vault's description.
  var recorded: String {
    var object = JSONObject()
    object["algorithm"] = .string(Self.algorithm)
    object["passes"] = .number(JSONNumber(Int64(cost.passes)))
    object["memory"] = .number(JSONNumber(Int64(cost.memory)))
    object["salt"] = .string(Base64.encode(salt))
    object["sealed"] = .string(Base64.encode(sealed))
    return JSONValue.object(object).serialized
  }

  /// - Throws: `newerVersion` for another algorithm, `corrupt` for what no version writes.
  init(recorded: String) throws(VaultError) {
    do {
      var members = try RecordMembers(try JSONReader.read(Array(recorded.utf8)))
      guard try members.string("algorithm") == Self.algorithm else {
        throw VaultError(
          .newerVersion,
          "the vault's passphrase is hashed in a way that this version does not know",
          hint: "update authrun"
        )
      }
      cost = Cost(
        passes: Int(try members.integer("passes")),
        memory: Int(try members.integer("memory"))
      )
      salt = try Base64.decode(try members.string("salt"))
      sealed = try Base64.decode(try members.string("sealed"))
      try members.finish()
    } catch let error as VaultError {
      throw error
    } catch {
      throw Self.damaged
    }
    guard salt.count == Int(crypto_pwhash_SALTBYTES),
      sealed.count == Self.nonceSize + MasterKey.size + Self.tagSize,
      (1...Cost.highest.passes).contains(cost.passes),
      (Int(crypto_pwhash_MEMLIMIT_MIN)...Cost.highest.memory).contains(cost.memory)
    else { throw Self.damaged }
  }

  private static var damaged: VaultError {
    VaultError(
      .corrupt,
      "the vault's description of its passphrase is damaged",
      hint: "put back a backup of the vault"
    )
  }
}
