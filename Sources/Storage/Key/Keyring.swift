import Standards

/// The desktop's keyring, which holds master keys and nothing else of ours.
///
/// Every call returns within a bounded time, whatever the keyring does.
package protocol Keyring: Sendable {
  /// Whether a key could be stored now, without asking anybody.
  func standing() -> KeyringStanding

  /// The key of that name; `nil` when the keyring answers that it has none.
  ///
  /// - Throws: `keyUnavailable` when it is locked, absent or silent.
  func find(_ item: KeyringItem) throws(VaultError) -> LockedBytes?

  /// Stores a key; when this returns, the keyring has it.
  func store(_ key: borrowing LockedBytes, as item: KeyringItem, label: String) throws(VaultError)

  /// Forgets a key; one that is not there is no error.
  func remove(_ item: KeyringItem) throws(VaultError)
}

/// Whether a keyring can be used.
package enum KeyringStanding: Hashable, Sendable {
  case ready
  /// Why not, in one sentence without its full stop, and what would help.
  case unavailable(reason: String, hint: String)
}

/// The name of a key in a keyring: one for each key of each vault, so that a new key never replaces the
/// old one before the vault is sealed with it.
package struct KeyringItem: Hashable, Sendable {
  package let vault: String
  package let key: String

  init(vaultID: [UInt8], check: [UInt8]) {
    vault = Hex.encode(vaultID)
    key = Hex.encode(check)
  }
}
