import Standards

extension OpenVault {
  func note(_ id: AccountID) throws(VaultError) -> RefreshNote? {
    let lookup = seal.lookup(id)
    guard let sealed = try driver.note(lookup, key: key) else { return nil }
    return try note(in: sealed, lookup: lookup)
  }

  func setNote(_ id: AccountID, _ note: RefreshNote?) throws(VaultError) {
    let lookup = seal.lookup(id)
    guard var plain = note?.bytes else {
      return try driver.setNote(lookup, key: key, nil)
    }
    defer { plain.overwrite() }
    let sealed = seal.seal(plain, lookup: lookup, version: RefreshNote.version)
    try driver.setNote(lookup, key: key, sealed)
  }

  func note(in sealed: [UInt8], lookup: [UInt8]) throws(VaultError) -> RefreshNote {
    guard var plain = seal.open(sealed, lookup: lookup, version: RefreshNote.version) else {
      throw VaultError(.corrupt, "a note about a refresh in \(name) was altered or moved")
    }
    defer { plain.overwrite() }
    do throws(RecordFault) {
      return try RefreshNote(bytes: plain)
    } catch {
      throw VaultError(.newerVersion, "a note about a refresh in \(name) cannot be read")
    }
  }
}
