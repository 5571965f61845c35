import Glibc
package import Standards

/// What an import did with each account.
package struct ImportOutcome: Hashable, Sendable {
  /// Accounts that were not in the vault.
  package var added: [AccountID] = []
  /// Accounts whose credential was replaced, as was asked for.
  package var replaced: [AccountID] = []
  /// Accounts that are in the vault already and were left as they are.
  package var kept: [AccountID] = []
}

extension Vault {
  /// Takes the credentials of an export into the vault.
  ///
  /// Each account by itself, on the disk before the next one: an import that is cut short has done a part
  /// of its work and is run again. An account that is there stays as it is unless `replace` is `true`.
  ///
  /// A `path` of `nil` is standard input. `passphrase` gives the passphrase, after the given number of wrong ones; `nil` gives up.
  ///
  /// - Throws: `foreign`, `newerVersion`, `keyUnavailable` for a wrong passphrase, or the system's error.
  package func `import`(
    from path: String?,
    replace: Bool,
    passphrase: (Int) throws(VaultError) -> LockedBytes?
  ) throws(VaultError) -> ImportOutcome {
    let name = path ?? "standard input"
    let file = try ExportFile(bytes: Self.contents(of: path, name), name: name)
    for failures in 0..<3 {
      guard let given = try passphrase(failures) else { break }
      guard let contents = try file.open(passphrase: given) else { continue }
      var outcome = ImportOutcome()
      for content in contents {
        switch content {
        case .credential(let record): try take(record, replace, &outcome)
        case .entry(let entry): try take(entry)
        }
      }
      return outcome
    }
    throw VaultError(
      .keyUnavailable,
      "the passphrase for \(name) is wrong, or the file is damaged",
      hint: "try again; nothing was changed"
    )
  }

  private func take(
    _ record: Record,
    _ replace: Bool,
    _ outcome: inout ImportOutcome
  ) throws(VaultError) {
    let wasThere = try withOpen { (open) throws(VaultError) in
      while true {
        let current = try open.driver.row(open.seal.lookup(record.id), key: open.key)
        if current != nil, !replace { return true }
        do throws(VaultError) {
          // Only what we saw is replaced: not what a login stores at this moment.
          _ = try open.write(record, current?.version ?? 0)
          return current != nil
        } catch {
          guard error.kind == .conflict else { throw error }
        }
      }
    }
    if !wasThere {
      outcome.added.append(record.id)
    } else if replace {
      outcome.replaced.append(record.id)
    } else {
      outcome.kept.append(record.id)
    }
  }

  /// Which account stands for a provider is taken over only where nothing is in its place.
  private func take(_ entry: VaultEntry) throws(VaultError) {
    try withOpen { (open) throws(VaultError) in
      do throws(VaultError) {
        try open.write(entry, expecting: 0)
      } catch {
        guard error.kind == .conflict else { throw error }
      }
    }
  }

  private static func contents(
    of path: String?,
    _ name: String
  ) throws(VaultError) -> [UInt8] {
    do throws(SystemError) {
      let file =
        if let path { try FileDescriptor(path, O_RDONLY) } else {
          try FileDescriptor.standardInput()
        }
      guard try file.status().size <= Int64(ExportFile.largest) else { throw SystemError(EFBIG) }
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while bytes.count <= ExportFile.largest {
        let count = try chunk.withUnsafeMutableBufferPointer { (chunk) throws(SystemError) in
          try file.read(into: UnsafeMutableRawBufferPointer(chunk))
        }
        bytes += chunk[..<count]
        if count < chunk.count { return bytes }
      }
      throw SystemError(EFBIG)
    } catch {
      throw error.vaultError("read", name)
    }
  }
}
