import Standards

/// A master key sealed with the hash of a passphrase, and all that is needed to make that hash again.
///
/// The hash is Argon2id (RFC 9106). Its cost stands beside the key, so that it can be raised later
/// without changing the passphrase or resealing a record.
package struct PassphraseEnvelope: Hashable, Sendable {
  package let cost: PassphraseCost
  let salt: [UInt8]
  /// A nonce, then the sealed key.
  let sealed: [UInt8]

  /// Whether today's cost is higher.
  var isDated: Bool { cost.isBelow(.today) }

  /// Seals a vault's master key with a passphrase.
  init(
    sealing master: borrowing MasterKey,
    vaultID: [UInt8],
    passphrase: borrowing LockedBytes,
    cost: PassphraseCost = .today
  ) throws(VaultError) {
    let salt = PassphraseHash.freshSalt()
    let hash = try PassphraseHash.compute(passphrase, salt: salt, cost: cost)
    let data = Self.associatedData(vaultID: vaultID, salt: salt, cost: cost)
    self.cost = cost
    self.salt = salt
    sealed = hash.withBytes { hash in
      master.withBytes { master in
        let master = UnsafeBufferPointer(start: master, count: MasterKey.size)
        return SealedBox.seal(master, key: hash, data: data)
      }
    }
  }

  /// The master key; `nil` when the passphrase is another one or the vault was altered.
  func open(vaultID: [UInt8], passphrase: borrowing LockedBytes) throws(VaultError) -> MasterKey? {
    let hash = try PassphraseHash.compute(passphrase, salt: salt, cost: cost)
    let data = Self.associatedData(vaultID: vaultID, salt: salt, cost: cost)
    return try MasterKey { key in
      hash.withBytes { SealedBox.open(sealed, key: $0, data: data, into: key) }
    }
  }

  private static func associatedData(
    vaultID: [UInt8],
    salt: [UInt8],
    cost: PassphraseCost
  ) -> [UInt8] {
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
      cost = PassphraseCost(
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
    guard sealed.count == MasterKey.size + SealedBox.overhead,
      salt.count == PassphraseHash.saltSize
    else { throw Self.damaged }
    guard cost.isBearable else {
      throw VaultError(
        .corrupt,
        cost.refusal(of: "the vault"),
        hint: "somebody has altered the vault: put back a backup of it"
      )
    }
  }

  private static var damaged: VaultError {
    VaultError(
      .corrupt,
      "the vault's description of its passphrase is damaged",
      hint: "put back a backup of the vault"
    )
  }
}
