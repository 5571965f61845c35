import Standards
import Storage

extension RefreshLease {
  /// Takes the lease, waiting for its holder until `deadline` seconds have passed.
  ///
  /// It stands here and not beside the lease because the static front links `Storage`, and waiting
  /// needs the concurrency runtime, which alone would add to every start of the front.
  ///
  /// - Throws: `locked` when the time is over, `cancelled` when the task is, and what `attempt` throws.
  static func acquire(
    _ id: AccountID,
    in location: VaultLocation,
    deadline: Int
  ) async throws(VaultError) -> RefreshLease {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(deadline)
    var pause = Duration.milliseconds(2)
    while true {
      if let lease = try attempt(id, in: location) { return lease }
      let rest = clock.now.duration(to: end)
      guard rest > .zero else { throw timeout(id, deadline) }
      // The system has no lock call with a deadline. The pause grows, so that many who wait cost
      // little, and varies, so that they do not come all at once.
      let share = Double.random(in: 0.5...1)
      do {
        try await Task.sleep(for: min(pause * share, rest), clock: clock)
      } catch {
        throw VaultError(.cancelled, "the wait for another refresh of \(id) was cancelled")
      }
      pause = min(pause * 2, .milliseconds(50))
    }
  }

  private static func timeout(_ id: AccountID, _ seconds: Int) -> VaultError {
    VaultError(
      .locked,
      "another process has been refreshing \(id) for more than \(seconds) s",
      hint: "try again; if it lasts, end the authrun process that hangs"
    )
  }
}
