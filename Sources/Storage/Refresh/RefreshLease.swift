import CSodium
import Standards

/// The right to refresh one account, held by one task of one process at a time.
///
/// For a vault on this machine it is a lock on a file, which the system frees when its holder ends,
/// however that happens. For a vault on a server it is a row that expires by the server's clock, so that
/// a holder which dies keeps nobody out for longer than `seconds`; a holder that lives prolongs it.
/// After taking the lease, read the record again: someone else may have refreshed it in the meantime.
package struct RefreshLease: ~Copyable {
  /// How long a row is kept after it was taken or prolonged, in seconds.
  package static let seconds = 20

  private enum Hold: ~Copyable {
    case file(LeaseFile)
    case row(LeaseRow)
  }

  private let hold: Hold

  init(_ file: consuming LeaseFile) {
    hold = .file(file)
  }

  init(_ row: LeaseRow) {
    hold = .row(row)
  }

  /// Makes sure that the lease is still ours and stays so for `seconds` more; `false` when it is lost.
  package borrowing func renew() throws(VaultError) -> Bool {
    switch hold {
    case .file: true
    case .row(let row): try row.renew()
    }
  }

  /// What prolongs the lease from another task; `nil` where it needs no prolonging.
  package var row: LeaseRow? {
    switch hold {
    case .file: nil
    case .row(let row): row
    }
  }

  /// Gives the lease back; going out of scope does the same.
  package consuming func release() {}
}

/// A lease that is a row on a server; given back when the last reference goes.
package final class LeaseRow: Sendable {
  private let vault: Vault
  private let id: AccountID
  private let owner: [UInt8]

  /// Takes the lease if it is free; `nil` when somebody holds it.
  init?(_ id: AccountID, in vault: Vault) throws(VaultError) {
    // Random, so that no two holders are ever taken for one, on whatever machines they run.
    var owner = [UInt8](repeating: 0, count: 16)
    randombytes_buf(&owner, owner.count)
    guard try vault.takeLease(id, owner: owner) else { return nil }
    self.vault = vault
    self.id = id
    self.owner = owner
  }

  deinit {
    // Where this fails, the row expires by itself.
    try? vault.dropLease(id, owner: owner)
  }

  /// Prolongs the lease; `false` when it was lost to another holder.
  package func renew() throws(VaultError) -> Bool {
    try vault.takeLease(id, owner: owner)
  }
}
