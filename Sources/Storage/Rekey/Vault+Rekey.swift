/// What a change of keys came to.
package struct RekeyOutcome: Hashable, Sendable {
  /// Where the key comes from now.
  package let source: MasterKeySource
  /// How many records are sealed with it.
  package let records: Int
  /// How many did not open before and are gone.
  package let dropped: Int
  /// A file that holds the key of before and may serve other vaults; it opens nothing of this one.
  package let leftFile: String?
}

extension Vault {
  /// Gives the vault a new master key, from the given source or the present one.
  ///
  /// The new key is kept by its source first; then one transaction seals every record anew and records
  /// the source; then the old key goes. A process that dies in between leaves a vault that opens with
  /// whichever key it records, and others that use the vault meanwhile open it anew.
  ///
  /// - Throws: `corrupt` when records do not open and `dropDamaged` is `false`: sealed with a key that
  ///   is gone then, they could not be removed by name any more.
  @discardableResult
  package func rekey(
    _ choice: KeyChoice?,
    dropDamaged: Bool = false
  ) throws(VaultError) -> RekeyOutcome {
    try storeAllUnsaved()
    let (path, location, keys) = (path, location, keys)
    return try withOpen { (open) throws(VaultError) in
      let old = open.meta.key
      let choice = if let choice { choice } else { try Self.same(old.source, location) }
      let next = try keys.makeNextKey(choice, after: old, location, path)
      let seal = RecordSeal(VaultKeys(try next.key.copy(), vaultID: old.vaultID))
      let counts: (kept: Int, dropped: Int)
      do throws(VaultError) {
        try KnownVault.announce(VaultMeta(next.record), path, location)
      } catch {
        keys.discard(next, location)
        throw error
      }
      do throws(VaultError) {
        counts = try open.reseal(
          with: seal,
          VaultMeta(next.record),
          dropDamaged: dropDamaged
        )
      } catch {
        // Only where it is certain that nothing was written: a commit of which we do not know is one
        // that may yet be found on the disk, and then the key must be there.
        if error.kind == .corrupt || error.kind == .rekeyed { keys.discard(next, location) }
        throw error
      }
      open.seal = seal
      open.meta = VaultMeta(next.record)
      // What fails from here on is mended by the next opening, or is no more than untidy.
      KnownVault.settle(open.meta, path, location)
      if let file = next.waitingFor { try? KeyFile.promote(file, next.record) }
      return RekeyOutcome(
        source: next.record.source,
        records: counts.kept,
        dropped: counts.dropped,
        leftFile: forget(old, next.waitingFor)
      )
    }
  }

  /// Stores what waits sealed with the present key beside the vault: with the next one it could not be
  /// opened any more.
  private func storeAllUnsaved() throws(VaultError) {
    for id in try list().credentials.map(\.id) where try hasUnsaved(id) {
      guard let lease = try attemptLease(id) else {
        throw VaultError(.conflict, "\(id) is being refreshed", hint: "try again")
      }
      if let current = try read(id) { _ = try storeUnsaved(current) }
      lease.release()
    }
  }

  /// Removes the key of before from where only this vault used it; the path of a file that stays.
  private func forget(_ old: KeyRecord, _ replaced: String?) -> String? {
    _ = KernelKeyring.forget(old)
    switch old.source {
    case .file(let path):
      let file = location.keyFile(recorded: path)
      if file == replaced { return nil }
      if file == location.defaultKeyFile, KeyFile.remove(file, holding: old) { return nil }
      return file
    case .secretService:
      try? keys.keyring?.remove(old.item)
      return nil
    case .environment, .passphrase, .command: return nil
    }
  }

  /// The choice that gives another key of the same source.
  private static func same(
    _ source: MasterKeySource,
    _ location: VaultLocation
  ) throws(VaultError) -> KeyChoice {
    switch source {
    case .file(let path):
      let file = location.keyFile(recorded: path)
      if file == location.defaultKeyFile { return .file(nil) }
      throw VaultError(
        .exists,
        "\(file) may be the key of other vaults, so it is not replaced",
        hint: "name a new file: --key file:PATH"
      )
    case .environment: return .environment
    case .secretService: return .secretService
    case .passphrase: return .passphrase
    case .command(let command):
      throw VaultError(
        .exists,
        "the key is what a command prints, and only you can change that: \(command)",
        hint: "name a command that prints a new key: --key command:…"
      )
    }
  }
}
