import Synchronization

/// The helper processes of this program: how many there are, and which may serve again.
///
/// A helper serves one file's text only, since a script that has taken its helper over would meet the
/// next; and only a few times, because the kernel counts its processor time once and for all.
final class HelperPool: Sendable {
  /// What a helper is for.
  struct Key: Hashable, Sendable {
    var program: String
    var chunkName: String
    var source: [UInt8]
  }

  /// The right to use a helper.
  struct Lease: Sendable {
    let helper: Helper
    let key: Key
    fileprivate let uses: Int
  }

  /// What an operation waits for while it has a helper.
  enum Company: CaseIterable, Sendable {
    /// The network alone, for a minute at the most.
    case network
    /// A user as well, who may take any time, and must not hold up those without one.
    case user

    /// Operations that have a helper at the same time; more wait for their turn.
    var most: Int { self == .network ? 32 : 256 }
  }

  private struct Queue {
    var running = 0
    var waiting: [(number: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
  }

  private struct State {
    var idle: [Lease] = []
    var queues: [Company: Queue] = [:]
    var last: UInt64 = 0
    /// Those that were given up before they had begun to wait.
    var ended: Set<UInt64> = []
  }

  static let shared = HelperPool()

  private static let mostIdle = 2
  private static let mostUses = 8

  private let state = Mutex(State())

  /// How many operations hold a helper now.
  func runningCount(_ company: Company) -> Int {
    state.withLock { $0.queues[company]?.running ?? 0 }
  }

  /// Waits for a turn, which has to be ended with `leave`; `false` when the task is cancelled before.
  func enter(_ company: Company) async -> Bool {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    let hasTurn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isSure = state.withLock { state -> Bool? in
          if state.ended.contains(number) { return false }
          var queue = state.queues[company] ?? Queue()
          defer { state.queues[company] = queue }
          if queue.running < company.most {
            queue.running += 1
            return true
          }
          queue.waiting.append((number, continuation))
          return nil
        }
        if let isSure { continuation.resume(returning: isSure) }
      }
    } onCancel: {
      giveUp(number, company)
    }
    state.withLock { _ = $0.ended.remove(number) }
    return hasTurn
  }

  private func giveUp(_ number: UInt64, _ company: Company) {
    let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      let index = state.queues[company]?.waiting.firstIndex { $0.number == number }
      guard let index else {
        state.ended.insert(number)
        return nil
      }
      return state.queues[company]?.waiting.remove(at: index).continuation
    }
    continuation?.resume(returning: false)
  }

  func leave(_ company: Company) {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      var queue = state.queues[company] ?? Queue()
      defer { state.queues[company] = queue }
      guard queue.waiting.isEmpty else { return queue.waiting.removeFirst().continuation }
      queue.running -= 1
      return nil
    }
    next?.resume(returning: true)
  }

  /// A helper for this file: one that has served it before, or a new one.
  func lease(_ key: Key) throws(ScriptError) -> Lease {
    let idle = state.withLock { state -> Lease? in
      state.idle.firstIndex { $0.key == key }.map { state.idle.remove(at: $0) }
    }
    if let idle { return idle }
    let helper = try Helper(program: key.program, for: key.chunkName)
    return Lease(helper: helper, key: key, uses: 0)
  }

  func giveBack(_ lease: Lease) {
    guard lease.uses + 1 < Self.mostUses else { return }
    let lease = Lease(helper: lease.helper, key: lease.key, uses: lease.uses + 1)
    // What falls out is ended outside the lock, which takes its time.
    let oldest = state.withLock { state -> Lease? in
      state.idle.append(lease)
      return state.idle.count > Self.mostIdle ? state.idle.removeFirst() : nil
    }
    withExtendedLifetime(oldest) {}
  }
}
