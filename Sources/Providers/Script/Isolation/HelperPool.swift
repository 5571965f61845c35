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

  private struct State {
    var idle: [Lease] = []
    var running = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  static let shared = HelperPool()

  /// Operations that have a helper at the same time; more wait for their turn.
  static let most = 32
  private static let mostIdle = 2
  private static let mostUses = 8

  private let state = Mutex(State())

  /// How many operations hold a helper now.
  var runningCount: Int { state.withLock { $0.running } }

  /// Waits for a turn, which has to be ended with `leave`.
  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.running < Self.most {
          state.running += 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.running -= 1
      return nil
    }
    next?.resume()
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
