/// A master key that fits its vault, and what its source lacks to be in order.
struct UnlockedKey: ~Copyable {
  let key: MasterKey
  /// What to do once the vault may be written.
  var repair = KeyRepair.none

  init(_ key: consuming MasterKey, repair: KeyRepair = .none) {
    self.key = key
    self.repair = repair
  }

  consuming func takeKey() -> MasterKey {
    key
  }
}

/// What an opening found to mend.
enum KeyRepair: Hashable {
  case none
  /// A change of keys was cut short: the new file waits beside the old one.
  case promote(path: String)
  /// The passphrase was hashed at a lower cost than today's; this is what to record instead.
  case record(MasterKeySource)
}

extension KeyAccess {
  /// The master key of the vault that records `record`: from the recorded source and no other, unless
  /// the key itself was given to this process.
  ///
  /// - Throws: `keyMissing`, `wrongKey`, `keyUnavailable`, or what the source meets.
  func unlock(
    _ record: KeyRecord,
    _ location: VaultLocation,
    _ vault: String
  ) throws(VaultError) -> UnlockedKey {
    if record.source != .environment, let key = try givenKey(record) { return UnlockedKey(key) }
    switch record.source {
    case .file(let path):
      return try unlock(record, file: location.keyFile(recorded: path), vault)
    case .environment:
      let key = try EnvironmentKey.read(EnvironmentKey.variable, variable)
      guard record.fits(key) else {
        throw VaultError(
          .wrongKey,
          "\(EnvironmentKey.variable) holds another key than the one that \(vault) was sealed with",
          hint: "set it to the right key"
        )
      }
      return UnlockedKey(key)
    case .secretService, .passphrase, .command: break
    }
    if let key = try remembered(record) { return UnlockedKey(key) }
    guard !isDirect else {
      throw VaultError(.keyUnavailable, "the vault's key is not at hand at once")
    }
    let unlocked: UnlockedKey
    switch record.source {
    case .passphrase(let envelope): unlocked = try unlock(record, envelope, vault)
    case .command(let command): unlocked = try unlock(record, command: command, location, vault)
    default: unlocked = try unlock(inKeyring: record, vault)
    }
    keep(unlocked.key, record)
    return unlocked
  }

  /// The key in the environment, where it is this vault's: given to this very process, it goes first.
  ///
  /// Another key there is for another vault.
  private func givenKey(_ record: KeyRecord) throws(VaultError) -> MasterKey? {
    guard let text = variable(EnvironmentKey.variable), !text.isEmpty,
      let key = try MasterKey(text: LockedBytes(copying: Array(text.utf8))), record.fits(key)
    else { return nil }
    return key
  }

  private func unlock(
    _ record: KeyRecord,
    file: String,
    _ vault: String
  ) throws(VaultError) -> UnlockedKey {
    if let key = try KeyFile.read(file), record.fits(key) { return UnlockedKey(key) }
    // A change of keys that was cut short after the vault was sealed with the new one.
    if let next = try KeyFile.read(KeyFile.pending(file, record)), record.fits(next) {
      return UnlockedKey(next, repair: .promote(path: file))
    }
    // The new key can have taken its place between our two looks.
    if let key = try KeyFile.read(file), record.fits(key) { return UnlockedKey(key) }
    let isThere = try PrivateFile.exists(file)
    throw isThere
      ? VaultError(
        .wrongKey,
        "\(file) holds another key than the one that \(vault) was made with",
        hint: "put the right key file back, or name it in AUTHRUN_VAULT_KEY_FILE"
      )
      : VaultError(
        .keyMissing,
        "the key of \(vault) is missing: there is no \(file)",
        hint: "put the key file back from a backup, or name it in AUTHRUN_VAULT_KEY_FILE; "
          + "without it, move the vault away and log in again"
      )
  }

  private func unlock(
    _ record: KeyRecord,
    command: String,
    _ location: VaultLocation,
    _ vault: String
  ) throws(VaultError) -> UnlockedKey {
    try ChosenCommand.require(command, location)
    let key = try KeyCommand.key(from: command)
    guard record.fits(key) else {
      throw VaultError(
        .wrongKey,
        "the key command gives another key than the one that \(vault) was sealed with: \(command)",
        hint: "see that the right key is kept there"
      )
    }
    return UnlockedKey(key)
  }

  private func unlock(
    inKeyring record: KeyRecord,
    _ vault: String
  ) throws(VaultError) -> UnlockedKey {
    guard let keyring else {
      throw VaultError(
        .keyUnavailable,
        "the key of \(vault) is in a keyring, and there is none here"
      )
    }
    guard let text = try keyring.find(record.item) else {
      throw VaultError(
        .keyMissing,
        "the keyring has no key for \(vault)",
        hint: "unlock the keyring of the user who made the vault; without the key, move the vault "
          + "away and log in again, or import an export"
      )
    }
    let key = try text.withBuffer { (text) throws(VaultError) in try MasterKey(text: text) }
    guard let key, record.fits(key) else {
      throw VaultError(
        .wrongKey,
        "the keyring's key for \(vault) is not the one that it was sealed with",
        hint: "put back a backup of the keyring"
      )
    }
    return UnlockedKey(key)
  }

  private func unlock(
    _ record: KeyRecord,
    _ envelope: PassphraseEnvelope,
    _ vault: String
  ) throws(VaultError) -> UnlockedKey {
    for failures in 0..<3 {
      let question = PassphraseQuestion(.open, subject: vault, failures: failures)
      let given = try passphrase(question)
      if let key = try envelope.open(vaultID: record.vaultID, passphrase: given.text),
        record.fits(key)
      {
        guard envelope.isDated else { return UnlockedKey(key) }
        let raised = try PassphraseEnvelope(
          sealing: key,
          vaultID: record.vaultID,
          passphrase: given.text
        )
        return UnlockedKey(key, repair: .record(.passphrase(raised)))
      }
      if given.isFinal { break }
    }
    throw VaultError(
      .keyUnavailable,
      "the passphrase for \(vault) is wrong",
      hint: "try again; without it the vault cannot be opened, by anybody"
    )
  }
}
