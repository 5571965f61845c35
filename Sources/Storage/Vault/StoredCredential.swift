package import Standards

/// A credential as the vault keeps it.
package struct StoredCredential: Sendable {
  package let id: AccountID
  /// Grows with every write to the vault and is never used twice, not even after a deletion.
  package let version: Int64
  package let credential: Credential
  package let updatedAt: Timestamp
}

/// The accounts of a vault.
package struct VaultListing: Sendable {
  /// The records that open, by provider and name.
  package let credentials: [StoredCredential]
  /// How many records do not open: their names cannot be known.
  package let damagedCount: Int
}
