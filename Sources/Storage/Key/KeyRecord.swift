/// What a vault records about its master key.
struct KeyRecord: Hashable {
  var vaultID: [UInt8]
  var source: MasterKeySource
  /// A value that only the right key gives.
  var check: [UInt8]

  /// Whether this is the key that the vault was sealed with.
  func fits(_ key: borrowing MasterKey) -> Bool {
    VaultKeys.check(key, vaultID: vaultID) == check
  }

  /// The name of the key where several vaults keep theirs: nothing in it says what the key is.
  var item: KeyringItem { KeyringItem(vaultID: vaultID, check: check) }
}
