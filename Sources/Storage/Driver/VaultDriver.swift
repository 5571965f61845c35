/// The rows of a vault in some database: sealed values under names that say nothing.
///
/// A driver has no key; what it is given and what it gives is sealed. It serves one caller at a time.
/// Every change carries the check value of the key it was sealed with: where the vault has another key
/// by now, nothing is changed and the error is `rekeyed`.
package protocol VaultDriver: AnyObject {
  /// What errors call the database; holds no password.
  var name: String { get }

  /// Whether the right to refresh is a row here, because a lock file would not reach other machines.
  var keepsLeases: Bool { get }

  /// Whether a writer that came meanwhile may be seen in part: then what is absent, or does not open, proves
  /// nothing, and the vault is opened anew in another way.
  var isSnapshot: Bool { get }

  /// The version of the database's tables; `nil` where nobody asks for it.
  func schema() throws(VaultError) -> Int64?

  /// What the vault says about itself now.
  func meta() throws(VaultError) -> VaultMeta

  /// The row called `lookup`; `nil` when there is none.
  func row(_ lookup: [UInt8], key: [UInt8]) throws(VaultError) -> SealedRow?

  /// Hands over every row that can be read, and returns how many cannot.
  func forEachRow(key: [UInt8], _ body: (SealedRow) -> Void) throws(VaultError) -> Int

  /// Puts a row in place of the one that has the version `expected`, or of any when that is `nil`.
  ///
  /// What was noted about a refresh of the row goes with it. `sealing` makes the sealed value for the
  /// version that the row gets, which is greater than all before; when this returns, the row is on the disk.
  /// It returns `nil`, and nothing is changed, where the row has another version. An `expected` version of
  /// zero means that there must be no such row yet.
  func replace(
    _ lookup: [UInt8],
    expecting expected: Int64?,
    key: [UInt8],
    sealing: (Int64) -> [UInt8]
  ) throws(VaultError) -> Int64?

  /// Gives the row of the version `expected` another name and value, in one step.
  ///
  /// It returns the row's new version, or `nil`, and nothing is changed, where the row has another version
  /// or the new name is taken. What was noted about a refresh of the row is forgotten.
  func move(
    _ lookup: [UInt8],
    to other: [UInt8],
    expecting expected: Int64,
    key: [UInt8],
    sealing: (Int64) -> [UInt8]
  ) throws(VaultError) -> Int64?

  /// Removes a row and what was noted about it; `false` when there was none.
  func delete(_ lookup: [UInt8], key: [UInt8]) throws(VaultError) -> Bool

  /// Changes something that no record depends on, as a record would be: what fails here would fail then.
  func ensureWritable(key: [UInt8]) throws(VaultError)

  /// What was noted about refreshing the account of a row, sealed; `nil` when nothing was.
  func note(_ lookup: [UInt8], key: [UInt8]) throws(VaultError) -> [UInt8]?

  /// Notes something about refreshing the account of a row, on the disk when this returns; `nil` forgets.
  func setNote(_ lookup: [UInt8], key: [UInt8], _ sealed: [UInt8]?) throws(VaultError)

  /// Takes a lease until `seconds` from now by the database's clock; `false` when another owner has it.
  func takeLease(
    _ lookup: [UInt8],
    key: [UInt8],
    owner: [UInt8],
    seconds: Int
  ) throws(VaultError) -> Bool

  /// Has a lease last until `seconds` from now at least; `false` when another owner has had it since it was
  /// taken, even if nobody has it now.
  func prolongLease(
    _ lookup: [UInt8],
    owner: [UInt8],
    seconds: Int
  ) throws(VaultError) -> Bool

  /// Gives a lease back, if `owner` still has it.
  func dropLease(_ lookup: [UInt8], owner: [UInt8]) throws(VaultError)

  /// Replaces the description, every row and every note at once, or nothing at all.
  ///
  /// `row` makes each new row, its version kept, and `note` each new note, whose row's version is zero;
  /// `nil` lets it go.
  func reseal(
    key: [UInt8],
    meta: VaultMeta,
    row: (SealedRow) throws(VaultError) -> SealedRow?,
    note: (SealedRow) throws(VaultError) -> SealedRow?
  ) throws(VaultError)

  /// Records another source for the same key; `false`, and nothing is changed, where the description is
  /// not `old` any more.
  func replace(_ old: VaultMeta, by new: VaultMeta) throws(VaultError) -> Bool
}

extension VaultDriver {
  package func schema() throws(VaultError) -> Int64? { nil }
}

/// One row as a database keeps it.
package struct SealedRow: Sendable {
  package let lookup: [UInt8]
  package let version: Int64
  package let sealed: [UInt8]

  package init(lookup: [UInt8], version: Int64, sealed: [UInt8]) {
    self.lookup = lookup
    self.version = version
    self.sealed = sealed
  }
}

/// Connects to vaults that lie on a server.
///
/// It is handed in rather than known here, because the static front links this module and must not
/// carry a network client.
package protocol VaultServer: Sendable {
  /// The vault at an address; with `create`, its tables are made where they are missing.
  ///
  /// - Throws: `missing` when there is no vault and `create` is `false`, `unreachable`, `denied`, `io`.
  func connect(
    _ address: ServerAddress,
    create: Bool,
    describing meta: @Sendable () throws(VaultError) -> VaultMeta
  ) throws(VaultError) -> sending ServerConnection
}

/// An open vault on a server.
package struct ServerConnection {
  package let driver: any VaultDriver
  /// Whether this call made the vault.
  package let isNew: Bool

  package init(driver: any VaultDriver, isNew: Bool) {
    self.driver = driver
    self.isNew = isNew
  }
}

extension VaultError {
  /// The error for a caller whose key the vault no longer has.
  package static func rekeyed(_ name: String) -> VaultError {
    VaultError(.rekeyed, "\(name) has got another key meanwhile", hint: "try again")
  }
}

extension VaultDriver {
  package var isSnapshot: Bool { false }
}
