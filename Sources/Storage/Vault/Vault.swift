package import Standards
import Synchronization

/// The store of credentials: survives crashes, is shared by processes, and says nothing without its key.
///
/// It lies in one file, or on a database server for several machines. Every value is sealed for its account
/// and version (`RecordSeal`), writes are on the disk when they return, and compare-and-swap keeps a slow
/// writer from undoing a faster one. Calls block: for a file for the time of a disk write and at worst the
/// busy timeout, for a server for a few round trips and at worst until it is given up.
package final class Vault: Sendable {
  private let open: Mutex<OpenVault>
  private let clock: any Clock
  let location: VaultLocation
  private let server: (any VaultServer)?
  private let isReadOnly: Bool
  let vaultID: [UInt8]
  /// What errors call the vault: the database's path with symbolic links of its directory resolved, or
  /// the server's address.
  package let path: String
  let keys: KeyAccess
  /// Whether this call made the vault.
  package let isNew: Bool
  /// Why a new vault's key is not in a better place, where there could be one.
  package let remark: String?
  /// Whether the vault lies on a server, so that calls wait for a network.
  package var isShared: Bool { server != nil }
  /// Where the master key comes from, as the vault recorded it when we last looked.
  package var keySource: MasterKeySource {
    open.withLock { $0.meta.keySource }
  }

  private init(
    _ open: consuming sending OpenVault,
    _ location: VaultLocation,
    _ keys: KeyAccess,
    _ server: (any VaultServer)?,
    isNew: Bool = false,
    remark: String? = nil,
    isReadOnly: Bool = false,
    clock: any Clock = WallClock()
  ) {
    path = open.name
    vaultID = open.meta.vaultID
    self.keys = keys
    self.isNew = isNew
    self.remark = remark
    self.isReadOnly = isReadOnly
    self.clock = clock
    self.location = location
    self.server = server
    self.open = Mutex(open)
  }

  /// Says that this process has one thread and ends soon: opening a vault then costs less.
  ///
  /// To be called before any vault is opened.
  package static func expectOneThread() {
    SQLiteLibrary.expectOneThread()
  }

  /// Opens the vault for reading and writing.
  ///
  /// With `create`, a vault that is not there is made, its key first, from the source that suits here.
  /// `server` connects where the vault lies on one.
  ///
  /// - Throws: `missing` when there is none and `create` is `false`; otherwise what opening can meet.
  package static func open(
    _ location: VaultLocation,
    create: Bool,
    keys: KeyAccess = .process,
    clock: any Clock = WallClock(),
    server: (any VaultServer)? = nil
  ) throws(VaultError) -> Vault {
    try open(location, create: create, key: nil, keys, clock, server)
  }

  /// Makes a vault whose key comes from the given source, or the one that suits here.
  ///
  /// - Throws: `exists` when there is one already.
  @discardableResult
  package static func create(
    _ location: VaultLocation,
    key choice: KeyChoice?,
    keys: KeyAccess,
    server: (any VaultServer)? = nil
  ) throws(VaultError) -> Vault {
    // A vault that is there is not opened: its key may be out of reach.
    let isThere = location.server == nil ? try find(location) != nil : false
    if !isThere {
      let vault = try open(location, create: true, key: choice, keys, WallClock(), server)
      if vault.isNew { return vault }
    }
    throw VaultError(
      .exists,
      "there is a vault at \(location.databaseFile) already",
      hint: "authrun vault status tells about it; authrun vault rekey gives it another key"
    )
  }

  private static func open(
    _ location: VaultLocation,
    create: Bool,
    key choice: KeyChoice?,
    _ keys: KeyAccess,
    _ clock: any Clock,
    _ server: (any VaultServer)?
  ) throws(VaultError) -> Vault {
    var remark: String?
    func chosen() -> KeyChoice {
      if let choice { return choice }
      let automatic = keys.automaticChoice(location)
      remark = automatic.remark
      return automatic.choice
    }
    if let address = location.server {
      let server = try required(server, address)
      let choice = choice ?? keys.sharedChoice
      let connection = try server.connect(address, create: create) { () throws(VaultError) in
        let key = try VaultMaker.makeKey(address.description, location, keys, choice)
        let meta = VaultMeta(key.record)
        try KnownVault.announce(meta, address.description, location)
        return meta
      }
      let isNew = connection.isNew
      return Vault(
        try OpenVault(connection.driver, location, keys),
        location,
        keys,
        server,
        isNew: isNew,
        clock: clock
      )
    }
    if let path = try find(location) {
      let open = try OpenVault(SQLiteDriver(path, .readWrite), location, keys)
      return Vault(open, location, keys, nil, clock: clock)
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
    let isNew = try VaultMaker.make(path, location, keys, chosen())
    let open = try OpenVault(SQLiteDriver(path, .readWrite), location, keys)
    return Vault(open, location, keys, nil, isNew: isNew, remark: remark, clock: clock)
  }

  /// Opens a vault in a file for reading only; `nil` when there is none.
  ///
  /// Reading waits for no other process, not even for one in the middle of a write.
  package static func openForReading(
    _ location: VaultLocation,
    keys: KeyAccess = .process
  ) throws(VaultError) -> Vault? {
    if let address = location.server { _ = try required(nil, address) }
    guard let path = try find(location) else { return nil }
    // Without a log everything is in the file, which then needs no lock to be read. What a writer that comes
    // meanwhile may tear is sealed: it does not open, or it is what was there a moment ago.
    guard try PrivateFile.isEmpty(path + "-wal"),
      let snapshot = try? OpenVault(
        SQLiteDriver(path, .snapshot),
        location,
        keys,
        isReadOnly: true
      )
    else {
      // What does not open can be torn: this way tells what is the matter.
      return Vault(try readOnly(path, location, keys), location, keys, nil, isReadOnly: true)
    }
    return Vault(snapshot, location, keys, nil, isReadOnly: true)
  }

  private static func readOnly(
    _ path: String,
    _ location: VaultLocation,
    _ keys: KeyAccess
  ) throws(VaultError) -> sending OpenVault {
    try OpenVault(SQLiteDriver(path, .readOnly), location, keys, isReadOnly: true)
  }

  /// The vault's database, for which no key is needed; `nil` when there is none.
  static func look(
    _ location: VaultLocation,
    _ server: (any VaultServer)?
  ) throws(VaultError) -> (any VaultDriver)? {
    guard let address = location.server else {
      guard let path = try find(location) else { return nil }
      return try SQLiteDriver(path, .readOnly)
    }
    do throws(VaultError) {
      let connection = try required(server, address).connect(address, create: false) {
        () throws(VaultError) in
        throw VaultError(.missing, "there is no vault at \(address)")
      }
      return connection.driver
    } catch {
      if error.kind == .missing { return nil }
      throw error
    }
  }

  private static func required(
    _ server: (any VaultServer)?,
    _ address: ServerAddress
  ) throws(VaultError) -> any VaultServer {
    guard let server else {
      throw VaultError(.location, "\(address) lies on a server, which this program cannot reach")
    }
    return server
  }

  /// Runs `body` with the open vault; anew, newly opened, where the vault has got another key or what was
  /// read can have been torn.
  func withOpen<Result: Sendable>(
    _ body: @Sendable (inout OpenVault) throws(VaultError) -> Result
  ) throws(VaultError) -> Result {
    try open.withLock { (open) throws(VaultError) in
      while true {
        do throws(VaultError) {
          return try body(&open)
        } catch {
          guard error.kind == .rekeyed || open.driver.isSnapshot else { throw error }
        }
        open = try reopened()
      }
    }
  }

  private func reopened() throws(VaultError) -> sending OpenVault {
    if let address = location.server {
      let server = try Self.required(server, address)
      let connection = try server.connect(address, create: false) { () throws(VaultError) in
        throw VaultError(.missing, "there is no vault at \(address) any more")
      }
      return try OpenVault(connection.driver, location, keys)
    }
    if isReadOnly { return try Self.readOnly(path, location, keys) }
    return try OpenVault(SQLiteDriver(path, .readWrite), location, keys)
  }

  func now() -> Timestamp {
    clock.now()
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
