import Glibc
import Storage

/// A connection that is made anew when it breaks, and what is tried again over it.
final class PostgresSession {
  /// The server's address as it may be shown.
  let name: String
  /// How long failures that may pass are tried again, in seconds.
  let patience: Int
  private let parameters: [(name: String, value: String)]
  private var connection: PostgresConnection?

  init(_ name: String, _ parameters: ConnectionParameters) {
    self.name = name
    patience = parameters.patience
    self.parameters = parameters.list
  }

  /// Runs `body`, which may be run several times and must bear it, until it succeeds or fails for good.
  ///
  /// Its second parameter says whether an earlier run may have had an effect that nobody has heard of: the
  /// connection broke before the answer.
  ///
  /// - Throws: `unreachable` when the patience is over; else what the server refused.
  func perform<Result>(
    _ action: String,
    patience: Int? = nil,
    _ body: (borrowing PostgresConnection, Bool) throws(PostgresError) -> Result
  ) throws(VaultError) -> Result {
    let end = Self.now() + Double(patience ?? self.patience)
    var pause = 0.05
    var isInDoubt = false
    while true {
      do throws(PostgresError) {
        return try attempt(isInDoubt, body)
      } catch {
        // A transaction that was refused had no effect; one whose answer is lost may have had it.
        if error.isLost || error.state == "40003" { isInDoubt = true }
        if error.needsConnection { connection = nil }
        guard error.mayPass, Self.now() + pause < end else { throw fault(error, action) }
        // Varied, so that many who lost the same server do not come back at once.
        usleep(UInt32(pause * Double.random(in: 0.5...1) * 1_000_000))
        pause = min(pause * 2, 1)
      }
    }
  }

  private func attempt<Result>(
    _ isInDoubt: Bool,
    _ body: (borrowing PostgresConnection, Bool) throws(PostgresError) -> Result
  ) throws(PostgresError) -> Result {
    if connection == nil { connection = try connected() }
    guard let result = try connection?.lent(isInDoubt, body) else {
      throw PostgresError("there is no connection", isLost: true)
    }
    return result
  }

  private func connected() throws(PostgresError) -> PostgresConnection {
    let connection = try PostgresConnection(parameters)
    // Every statement is a transaction of its own, and they behave as if one came after the other.
    try connection.run("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE")
    // A commit returns when it is on the disk, even where the server is set to be quicker; products that
    // know no such setting always do.
    _ = try? connection.run(
      """
      SELECT set_config('synchronous_commit', 'on', false)
      WHERE current_setting('synchronous_commit') = 'off'
      """
    )
    return connection
  }

  /// The error as the vault reports it, for a failed attempt to `action` it.
  func fault(_ error: PostgresError, _ action: String) -> VaultError {
    let message = "cannot \(action) \(name): \(error.text)"
    if error.mayPass {
      return VaultError(
        .unreachable,
        message,
        hint: "see that the server runs and can be reached, then try again; nothing is lost"
      )
    }
    switch error.state {
    case "42501", "28000", "28P01":
      return VaultError(
        .denied,
        message,
        hint: "the database's owner has to grant this user access"
      )
    case "53100", "53200":
      return VaultError(.full, message, hint: "the server has no space left; nothing was changed")
    case "25006":
      return VaultError(.readOnly, message)
    case "":
      return VaultError(
        .denied,
        message,
        hint:
          "see the address, the password (AUTHRUN_VAULT_PASSWORD) and the authorities (sslrootcert)"
      )
    default:
      return VaultError(.io, "\(message) (SQLSTATE \(error.state))")
    }
  }

  /// Seconds of a clock that is never set.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension PostgresConnection {
  /// Calls `body` with this connection.
  fileprivate borrowing func lent<Result>(
    _ isInDoubt: Bool,
    _ body: (borrowing PostgresConnection, Bool) throws(PostgresError) -> Result
  ) throws(PostgresError) -> Result {
    try body(self, isInDoubt)
  }
}
