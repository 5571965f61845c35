/// What can be told about a vault, even one that does not open.
package struct VaultStatus: Sendable {
  /// The database's path, or the server's address.
  package let name: String
  /// The kind of database: `sqlite` or `postgresql`.
  package let driver: String
  package let schema: Int64?
  package let keySource: MasterKeySource
  /// How many rows it has, whether they open or not.
  package let records: Int
  /// How many accounts it has; `nil` when it does not open.
  package let accounts: Int?
  /// How many of them do not open; `nil` when none was tried.
  package let damaged: Int?
  /// Whether the kernel remembers the key (`vault unlock`).
  package let isRemembered: Bool
  /// Why it does not open; `nil` when it does.
  package let problem: VaultError?
}

extension Vault {
  /// Takes the vault that is there now for the user's, where it is another than before; `nil` when there is
  /// none, `false` when it is the one that was used before.
  package static func accept(
    _ location: VaultLocation,
    server: (any VaultServer)? = nil
  ) throws(VaultError) -> Bool? {
    guard let driver = try look(location, server) else { return nil }
    return try KnownVault.accept(try driver.meta(), driver.name, location)
  }

  /// Looks at a vault without asking anybody for a passphrase; `nil` when there is none.
  ///
  /// - Throws: what keeps even its description from being read.
  package static func status(
    _ location: VaultLocation,
    keys: KeyAccess,
    server: (any VaultServer)? = nil
  ) throws(VaultError) -> VaultStatus? {
    guard let driver = try look(location, server) else { return nil }
    let meta = try driver.meta()
    var records = 0
    let unreadable = try driver.forEachRow(key: meta.keyCheck) { _ in records += 1 }
    var listing: VaultListing?
    var problem: VaultError?
    do throws(VaultError) {
      try KnownVault.require(meta, driver.name, location)
      let vault: Vault?
      if location.server == nil {
        vault = try openForReading(location, keys: keys)
      } else {
        vault = try open(location, create: false, keys: keys, server: server)
      }
      listing = try vault?.list()
    } catch {
      problem = error
    }
    return VaultStatus(
      name: driver.name,
      driver: location.server == nil ? "sqlite" : "postgresql",
      schema: try driver.schema(),
      keySource: meta.keySource,
      records: records + unreadable,
      accounts: listing?.credentials.count,
      damaged: listing?.damagedCount,
      isRemembered: KernelKeyring.has(meta.key),
      problem: problem
    )
  }
}
