import Standards
import Storage

/// How a wait for the right to refresh an account ends.
enum RefreshTurn: ~Copyable {
  /// Nobody else refreshes it now.
  case ours(RefreshLease)
  /// Somebody else did meanwhile, or what is there will do.
  case served(Credential)
}

extension Vault {
  /// Takes the right to refresh an account, waiting for its holder until `deadline` seconds have passed.
  ///
  /// Between two tries `served` says whether the wait has become needless: whoever waits sees the holder's
  /// new record at once and need not take the lease in turn with all others who wait. It stands here and
  /// not beside the lease because the static front links `Storage`, and waiting needs the concurrency
  /// runtime, which alone would add to every start of the front.
  ///
  /// - Throws: `locked` when the time is over, `cancelled` when the task is, and what `attemptLease` throws.
  func turn(
    _ id: AccountID,
    deadline: Int,
    leaseSeconds: Int = RefreshLease.seconds,
    unless served: () throws(VaultError) -> Credential? = { () throws(VaultError) in nil }
  ) async throws(VaultError) -> RefreshTurn {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(deadline)
    var pause = Duration.milliseconds(2)
    while true {
      if let lease = try attemptLease(id, seconds: leaseSeconds) { return .ours(lease) }
      if let credential = try served() { return .served(credential) }
      let rest = clock.now.duration(to: end)
      guard rest > .zero else { throw Self.timeout(id, deadline) }
      // The system has no lock call with a deadline. The pause grows, so that many who wait cost
      // little, and varies, so that they do not come all at once.
      let share = Double.random(in: 0.5...1)
      do {
        try await Task.sleep(for: min(pause * share, rest), clock: clock)
      } catch {
        throw VaultError(.cancelled, "the wait for another refresh of \(id) was cancelled")
      }
      pause = min(pause * 2, .milliseconds(isShared ? 400 : 150))
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

/// Prolongs a lease that would expire while a provider takes its time.
struct LeaseKeeper {
  private let task: Task<Void, Never>

  init(_ row: LeaseRow) {
    // A task of its own, on the threads that may wait for the server.
    task = Task(executorPreference: VaultThreads.shared) {
      while !Task.isCancelled {
        // Twice more before it would expire.
        let pause = Duration.milliseconds(row.seconds * 1000 / 3)
        guard (try? await Task.sleep(for: pause)) != nil else { return }
        // A failure is no reason to stop, since the next try may come in time; a loss is.
        guard (try? row.renew()) != false else { return }
      }
    }
  }

  func stop() async {
    task.cancel()
    // The row must not be prolonged after it was given back.
    await task.value
  }
}
