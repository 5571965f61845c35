/// A connection or a statement that failed.
struct PostgresError: Error, Hashable {
  /// SQLSTATE, five characters; empty when the server said none.
  let state: String
  /// The library's or the server's words; they never hold a password or a value of a row.
  let text: String
  /// Whether the connection is of no more use.
  let isLost: Bool
  /// Whether it never came to be.
  let isConnecting: Bool

  init(state: String = "", _ text: String, isLost: Bool, isConnecting: Bool = false) {
    self.state = state
    self.text = text
    self.isLost = isLost
    self.isConnecting = isConnecting
  }

  /// Whether the same may succeed on another try, perhaps over another connection.
  ///
  /// Serialization failures and deadlocks (class 40), the server's start, end and failover (57P, 08), a
  /// former primary that only reads now (25006), and too many connections (53300).
  var mayPass: Bool {
    if state.isEmpty { return isLost && !(isConnecting && isRefusal) }
    return state.hasPrefix("40") || state.hasPrefix("08") || state.hasPrefix("57P0")
      || ["25006", "53300", "53400", "55P03"].contains(state)
  }

  /// Whether another connection must be made for another try.
  var needsConnection: Bool {
    isLost || state == "25006" || state.hasPrefix("57P0") || state.hasPrefix("08")
  }

  /// Whether a connection was refused for a reason that will not pass by itself: the library gives no code
  /// for it.
  private var isRefusal: Bool {
    let text = text.lowercased()
    return [
      "password", "authentication", "certificate", "support ssl", "pg_hba", "does not exist",
      "invalid", "permission denied", "no such user", "not permitted",
    ]
    .contains { text.contains($0) }
  }

  /// Whether the table does not exist: there is no vault yet.
  var isMissingTable: Bool { state == "42P01" }

  /// Whether a row of that name is there already.
  var isTaken: Bool { state == "23505" }

  /// Whether somebody else was making the same table at the same moment.
  var isMakingTwice: Bool { ["23505", "42P07", "42710", "40001", "XX000"].contains(state) }
}
