package import Standards
import Synchronization

/// The store of credentials: one file that survives crashes, is shared by processes, and says nothing
/// without its key.
///
/// Every value is sealed for its account and version (`RecordSeal`), writes are on the disk when they
/// return, and compare-and-swap keeps a slow writer from undoing a faster one. Calls block for the
/// time of a disk write, and at worst for the busy timeout of ten seconds.
package final class Vault: Sendable {
  private let open: Mutex<OpenVault>
  private let clock: any Clock
  /// The database's path, with symbolic links of its directory resolved.
  package let path: String
  /// Where the master key comes from, as the vault records it.
  package let keySource: MasterKeySource
  /// Whether this call made the vault.
  package let isNew: Bool

  private init(_ open: consuming sending OpenVault, isNew: Bool, clock: any Clock) {
    path = open.path
    keySource = open.keySource
    self.isNew = isNew
    self.clock = clock
    self.open = Mutex(open)
  }

  /// Opens the vault for reading and writing.
  ///
  /// With `create`, a vault that is not there is made, its key first.
  ///
  /// - Throws: `missing` when there is none and `create` is `false`; otherwise what opening can meet.
  package static func open(
    _ location: VaultLocation,
    create: Bool,
    clock: any Clock = WallClock()
  ) throws(VaultError) -> Vault {
    if let path = try find(location) {
      let open = try OpenVault.open(path, .readWrite, location)
      return Vault(open, isNew: false, clock: clock)
    }
    guard create else {
      throw VaultError(
        .missing,
        "there is no vault at \(location.databaseFile)",
        hint: "the first login makes it"
      )
    }
    let directory = try PrivateDirectory.make(
      PathName.parent(of: location.databaseFile),
      location.directoryRule
    )
    let path = directory + "/" + PathName.last(of: location.databaseFile)
    let isNew = try VaultMaker.make(path, location)
    return Vault(try OpenVault.open(path, .readWrite, location), isNew: isNew, clock: clock)
  }

  /// Opens the vault for reading only; `nil` when there is none.
  ///
  /// Reading waits for no other process, not even for one in the middle of a write.
  package static func openForReading(
    _ location: VaultLocation
  ) throws(VaultError) -> Vault? {
    guard let path = try find(location) else { return nil }
    return Vault(try OpenVault.open(path, .readOnly, location), isNew: false, clock: WallClock())
  }

  /// The credential of an account; `nil` when there is none.
  ///
  /// - Throws: `corrupt` when the record does not open or is not a credential.
  package func read(_ id: AccountID) throws(VaultError) -> StoredCredential? {
    try open.withLock { (open) throws(VaultError) in
      try open.read(id)
    }
  }

  /// All accounts; records that do not open are counted rather than hidden.
  package func list() throws(VaultError) -> VaultListing {
    try open.withLock { (open) throws(VaultError) in
      try open.list()
    }
  }

  /// Stores a credential durably and returns its version.
  ///
  /// `expected` is the version that must be the account's current one (compare-and-swap); `nil`
  /// replaces whatever is there, as a login does.
  ///
  /// - Throws: `conflict` when the account's record is another one or gone.
  @discardableResult
  package func write(
    _ id: AccountID,
    _ credential: Credential,
    replacing expected: Int64?
  ) throws(VaultError) -> Int64 {
    let now = clock.now()
    return try open.withLock { (open) throws(VaultError) in
      try open.write(Record(id: id, updatedAt: now, credential: credential), expected)
    }
  }

  /// Makes sure that a record can be stored, before a token is asked for that would else be lost.
  ///
  /// - Throws: `readOnly`, `full`, `denied` and whatever else storing a record would meet.
  package func ensureWritable() throws(VaultError) {
    try open.withLock { (open) throws(VaultError) in
      try open.ensureWritable()
    }
  }

  /// Keeps the record and notes that only a login can help, and why.
  ///
  /// - Throws: `conflict` when the account's record is no longer the given version: somebody wrote a
  ///   newer one, which must be tried before giving up.
  @discardableResult
  package func markLoginNeeded(
    _ id: AccountID,
    reason: String,
    replacing expected: Int64
  ) throws(VaultError) -> Int64 {
    let now = clock.now()
    return try open.withLock { (open) throws(VaultError) in
      guard let stored = try open.read(id), stored.version == expected else {
        throw open.conflict(id)
      }
      var credential = stored.credential
      credential.standing = .loginNeeded(reason: reason, at: now)
      return try open.write(Record(id: id, updatedAt: now, credential: credential), expected)
    }
  }

  /// Forgets an account, even one whose record is damaged; `false` when there was none.
  @discardableResult
  package func delete(_ id: AccountID) throws(VaultError) -> Bool {
    try open.withLock { (open) throws(VaultError) in
      try open.delete(id)
    }
  }

  /// The path of the database when it is there and may be trusted.
  private static func find(_ location: VaultLocation) throws(VaultError) -> String? {
    let directory = PathName.parent(of: location.databaseFile)
    guard let directory = try PrivateDirectory.find(directory, location.directoryRule) else {
      return nil
    }
    let path = directory + "/" + PathName.last(of: location.databaseFile)
    guard try PrivateFile.exists(path) else { return nil }
    // The log and its index take the database's mode when SQLite makes them.
    _ = try PrivateFile.exists(path + "-wal")
    _ = try PrivateFile.exists(path + "-shm")
    return path
  }
}

extension VaultLocation {
  /// Our own directory is closed to others; that of an explicit vault may serve other uses too.
  var directoryRule: PrivateDirectory.Rule { isExplicit ? .notWritable : .closed }
}
