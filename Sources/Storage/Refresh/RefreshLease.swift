import CSodium
import Glibc
import Standards
import Synchronization

/// The right to refresh one account, held by one task of one process at a time.
///
/// For a vault on this machine it is a lock on a file, which the system frees when its holder ends,
/// however that happens. For a vault on a server it is a row that expires by the server's clock, so that
/// a holder which dies keeps nobody out for long; a holder that lives prolongs it.
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

  /// What prolongs the lease, also from another task; `nil` where it needs no prolonging.
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
  /// How much longer than what is asked for the row is kept, in seconds: for the way to the server, and so
  /// that a request soon afterwards need not ask again.
  private static let slack = 5

  /// How long the row is kept after it was taken or prolonged, in seconds.
  package let seconds: Int
  private let vault: Vault
  private let id: AccountID
  private let owner: [UInt8]
  /// Until when nobody else can have taken it, in milliseconds of `uptime`.
  private let end: Mutex<Int64>

  /// Takes the lease if it is free; `nil` when somebody holds it.
  init?(
    _ id: AccountID,
    in vault: Vault,
    seconds: Int = RefreshLease.seconds
  ) throws(VaultError) {
    // Random, so that no two holders are ever taken for one, on whatever machines they run.
    var owner = [UInt8](repeating: 0, count: 16)
    randombytes_buf(&owner, owner.count)
    // Before the server counts from: what is counted here is over first.
    let asked = Self.uptime()
    guard try vault.takeLease(id, owner: owner, seconds: seconds) else { return nil }
    self.seconds = seconds
    self.vault = vault
    self.id = id
    self.owner = owner
    end = Mutex(asked + Int64(seconds) * 1000)
  }

  deinit {
    // Where this fails, the row expires by itself.
    try? vault.dropLease(id, owner: owner)
  }

  /// Prolongs the lease; `false` when another holder has had it since.
  package func renew() throws(VaultError) -> Bool {
    try prolong(by: seconds)
  }

  /// Makes sure that nobody else gets the lease for `seconds` from now, whatever becomes of the server or
  /// of this process; `false` when another holder has had it since.
  package func cover(_ seconds: Int) throws(VaultError) -> Bool {
    let rest = end.withLock { $0 } - Self.uptime()
    if rest >= Int64(seconds) * 1000 { return true }
    return try prolong(by: seconds + Self.slack)
  }

  private func prolong(by seconds: Int) throws(VaultError) -> Bool {
    let asked = Self.uptime()
    guard try vault.prolongLease(id, owner: owner, seconds: seconds) else {
      end.withLock { $0 = 0 }
      return false
    }
    end.withLock { $0 = max($0, asked + Int64(seconds) * 1000) }
    return true
  }

  /// Milliseconds of a clock that is never set and goes on while the machine sleeps.
  private static func uptime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
