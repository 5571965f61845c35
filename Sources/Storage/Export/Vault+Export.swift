import Glibc
import Standards

/// What an export came to.
package struct ExportOutcome: Hashable, Sendable {
  package let path: String
  /// How many credentials are in the file.
  package let records: Int
  /// How many did not open and are not in it.
  package let damaged: Int
}

extension Vault {
  /// Writes every credential to a file that a passphrase opens: mode 0600, there whole or not at all.
  ///
  /// A file that is there stays unless `overwrite` is `true`. The passphrase is asked for when everything
  /// else is in order.
  ///
  /// - Throws: `exists`, or the system's error.
  package func export(
    to path: String,
    overwrite: Bool,
    passphrase: () throws(VaultError) -> LockedBytes
  ) throws(VaultError) -> ExportOutcome {
    let path = try VaultLocation.absolute(path)
    if !overwrite { try Self.requireAbsent(path) }
    let (bytes, outcome) = try exported(as: path, passphrase: passphrase)
    if overwrite {
      try PrivateFile.replace(bytes, at: path)
    } else {
      guard try PrivateFile.publish(bytes, at: path) else { throw Self.isThere(path) }
      try PrivateDirectory.synchronize(PathName.parent(of: path))
    }
    return outcome
  }

  /// The bytes of such a file, for somebody else to write; `name` is what they will be called.
  package func exported(
    as name: String,
    passphrase: () throws(VaultError) -> LockedBytes
  ) throws(VaultError) -> (bytes: [UInt8], outcome: ExportOutcome) {
    let (contents, damaged) = try withOpen { (open) throws(VaultError) in try open.contents() }
    let file = try ExportFile(sealing: contents, at: now(), passphrase: passphrase())
    let records = contents.count { if case .credential = $0 { true } else { false } }
    return (file.bytes, ExportOutcome(path: name, records: records, damaged: damaged))
  }

  private static func requireAbsent(_ path: String) throws(VaultError) {
    do throws(SystemError) {
      guard try FileStatus.ofLink(path) != nil else { return }
    } catch {
      throw error.vaultError("look at", path)
    }
    throw isThere(path)
  }

  private static func isThere(_ path: String) -> VaultError {
    VaultError(.exists, "\(path) is there already", hint: "name another file, or give --force")
  }
}

extension OpenVault {
  /// All credentials, the entries that stand for one, and how many rows do not open.
  fileprivate func contents() throws(VaultError) -> (contents: [RowContent], damaged: Int) {
    var rows: [SealedRow] = []
    var damaged = try driver.forEachRow(key: key) { rows.append($0) }
    var contents: [RowContent] = []
    for row in rows {
      switch try? content(of: row, expected: nil) {
      case nil: damaged += 1
      case .entry(let entry) where entry.target == nil: break
      case let content?: contents.append(content)
      }
    }
    return (contents, damaged)
  }
}
