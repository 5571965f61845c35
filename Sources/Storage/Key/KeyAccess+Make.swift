/// A master key that a vault is to be sealed with, kept where its source keeps keys.
struct PreparedKey: ~Copyable {
  let key: MasterKey
  let record: KeyRecord
  /// The place of a file that waits for the vault (`KeyFile.promote`).
  var waitingFor: String?
  /// Keeps others from taking that file for one that was left over.
  var lock: DirectoryLock?
}

extension KeyAccess {
  /// The source for a new vault when the user does not choose, and why it is not a better one.
  ///
  /// What the environment names comes first: it was put there for this. Then the keyring, where one
  /// answers and is open, and else a key file, which always works.
  func automaticChoice(_ location: VaultLocation) -> (choice: KeyChoice, remark: String?) {
    if let key = variable(EnvironmentKey.variable), !key.isEmpty { return (.environment, nil) }
    if location.keyFileOverride != nil { return (.file(nil), nil) }
    // The key of a vault on a server has to be carried to the other machines.
    if location.server != nil { return (.file(nil), nil) }
    switch keyring?.standing() {
    case .ready: return (.secretService, nil)
    case .unavailable(let reason, _): return (.file(nil), reason)
    case nil: return (.file(nil), nil)
    }
  }

  /// The source for a new vault that several machines use: what each of them can have a copy of.
  var sharedChoice: KeyChoice {
    if let key = variable(EnvironmentKey.variable), !key.isEmpty { return .environment }
    return .file(nil)
  }

  /// Makes or fetches the key of a new vault; when this returns, its source has it for good.
  func makeKey(
    _ choice: KeyChoice,
    vaultID: [UInt8],
    _ location: VaultLocation,
    _ vault: String
  ) throws(VaultError) -> PreparedKey {
    if case .file(let path) = choice {
      let path = try location.recordedKeyFile(path)
      let key = try KeyFile.readOrMake(location.keyFile(recorded: path))
      return prepared(key, .file(path: path), vaultID)
    }
    if case .command(let command) = choice { try ChosenCommand.add(command, location) }
    return try makeKey(choice, vaultID: vaultID, vault, from: EnvironmentKey.variable)
  }

  /// Makes or fetches the key that a vault is to be sealed with from now on.
  ///
  /// Nothing that the vault is sealed with now is touched: until the vault records the new key, all of
  /// this is without effect.
  func makeNextKey(
    _ choice: KeyChoice,
    after old: KeyRecord,
    _ location: VaultLocation,
    _ vault: String
  ) throws(VaultError) -> PreparedKey {
    let prepared: PreparedKey
    if case .file(let path) = choice {
      prepared = try makeNextFile(path, after: old, location)
    } else {
      let variable =
        old.source == .environment ? EnvironmentKey.newVariable : EnvironmentKey.variable
      if case .command(let command) = choice { try ChosenCommand.add(command, location) }
      prepared = try makeKey(choice, vaultID: old.vaultID, vault, from: variable)
    }
    guard prepared.record.check != old.check else {
      throw VaultError(
        .exists,
        "\(prepared.record.source.words(in: location)) gives the key that the vault has already",
        hint: "give another source, or put a new key there (openssl rand -hex 32)"
      )
    }
    return prepared
  }

  private func makeKey(
    _ choice: KeyChoice,
    vaultID: [UInt8],
    _ vault: String,
    from variableName: String
  ) throws(VaultError) -> PreparedKey {
    switch choice {
    case .file, .environment:
      return prepared(
        try EnvironmentKey.read(variableName, variable),
        .environment,
        vaultID
      )
    case .command(let command):
      return prepared(try KeyCommand.key(from: command), .command(command), vaultID)
    case .passphrase:
      let given = try passphrase(PassphraseQuestion(.choose, subject: vault))
      let key = try MasterKey()
      let envelope = try PassphraseEnvelope(
        sealing: key,
        vaultID: vaultID,
        passphrase: given.text
      )
      return prepared(key, .passphrase(envelope), vaultID)
    case .secretService:
      guard let keyring else {
        throw VaultError(.keyUnavailable, "there is no keyring here", hint: "choose another --key")
      }
      if case .unavailable(let reason, let hint) = keyring.standing() {
        throw VaultError(.keyUnavailable, reason, hint: hint)
      }
      let prepared = prepared(try MasterKey(), .secretService, vaultID)
      let label = "Key of the authrun vault \(vault)"
      try keyring.store(try prepared.key.hexadecimal(), as: prepared.record.item, label: label)
      return prepared
    }
  }

  private func makeNextFile(
    _ given: String?,
    after old: KeyRecord,
    _ location: VaultLocation
  ) throws(VaultError) -> PreparedKey {
    let recorded = try location.recordedKeyFile(given)
    let path = location.keyFile(recorded: recorded)
    if let override = location.keyFileOverride, given != nil, override != recorded {
      throw VaultError(
        .exists,
        "AUTHRUN_VAULT_KEY_FILE names \(override), which would go before the new key file",
        hint: "unset it first"
      )
    }
    var prepared = prepared(try MasterKey(), .file(path: recorded), old.vaultID)
    if path == location.defaultKeyFile {
      let directory = try PrivateDirectory.make(PathName.parent(of: path), .notWritable)
      prepared.lock = try DirectoryLock.take(directory)
      // Our own place: the file there is this vault's, and gives way when the vault has the new key.
      // What an earlier change left waiting must not be there when the next one is made: a process that
      // saw it could put it in the place of the newer key.
      if case .file = old.source { try KeyFile.promote(path, old) }
      let pending = KeyFile.pending(path, prepared.record)
      _ = try KeyFile.make(prepared.key, at: pending)
      prepared.waitingFor = path
      return prepared
    }
    guard try KeyFile.make(prepared.key, at: path) else {
      throw VaultError(
        .exists,
        "\(path) is there already; other vaults may use it, so it is not replaced",
        hint: "name a new file: --key file:PATH"
      )
    }
    return prepared
  }

  /// Takes back what was prepared for a vault that then was not sealed with it.
  func discard(_ prepared: borrowing PreparedKey, _ location: VaultLocation) {
    switch prepared.record.source {
    case .file(let path):
      let path =
        prepared.waitingFor.map { KeyFile.pending($0, prepared.record) }
        ?? location.keyFile(recorded: path)
      KeyFile.remove(path, holding: prepared.record)
    case .secretService: try? keyring?.remove(prepared.record.item)
    case .environment, .passphrase, .command: break
    }
  }

  private func prepared(
    _ key: consuming MasterKey,
    _ source: MasterKeySource,
    _ vaultID: [UInt8]
  ) -> PreparedKey {
    let check = VaultKeys.check(key, vaultID: vaultID)
    let record = KeyRecord(vaultID: vaultID, source: source, check: check)
    keep(key, record)
    return PreparedKey(key: key, record: record)
  }
}

extension VaultLocation {
  /// The path to record for a key file; `nil` stands for the place that goes with the vault.
  func recordedKeyFile(_ given: String?) throws(VaultError) -> String? {
    // The path on one machine says nothing about that on another.
    guard let given else { return server == nil ? keyFileOverride : nil }
    let path = try Self.absolute(given)
    return path == defaultKeyFile ? nil : path
  }
}
