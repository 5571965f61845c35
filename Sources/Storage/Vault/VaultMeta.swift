/// What a vault says about itself.
package struct VaultMeta: Sendable {
  /// Random; part of every key's derivation and every record's identity.
  package var vaultID: [UInt8]
  package var keySource: MasterKeySource
  /// A value that only the right master key gives.
  package var keyCheck: [UInt8]

  package init(vaultID: [UInt8], keySource: MasterKeySource, keyCheck: [UInt8]) {
    self.vaultID = vaultID
    self.keySource = keySource
    self.keyCheck = keyCheck
  }

  /// What of it is about the key.
  var key: KeyRecord {
    KeyRecord(vaultID: vaultID, source: keySource, check: keyCheck)
  }

  init(_ key: KeyRecord) {
    self.init(vaultID: key.vaultID, keySource: key.source, keyCheck: key.check)
  }
}
