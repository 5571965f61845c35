import Foundation
import Synchronization

/// Holds everybody who arrives until the expected number is there, or until it is opened.
package final class Gate: Sendable {
  private struct State {
    var arrived = 0
    var isOpen = false
    var held: [CheckedContinuation<Void, Never>] = []
    var watching: [CheckedContinuation<Void, Never>] = []
  }

  private let expected: Int
  private let opensAlone: Bool
  private let state = Mutex(State())

  /// A gate that does not open alone stays closed when all are there, so that one can look at them.
  package init(expected: Int, opensAlone: Bool = true) {
    self.expected = expected
    self.opensAlone = opensAlone
  }

  package func arrive() async {
    await withCheckedContinuation { continuation in
      let freed = state.withLock { state -> [CheckedContinuation<Void, Never>] in
        state.arrived += 1
        if state.isOpen { return [continuation] }
        state.held.append(continuation)
        guard state.arrived >= expected else { return [] }
        defer { state.watching = [] }
        guard opensAlone else { return state.watching }
        state.isOpen = true
        defer { state.held = [] }
        return state.held + state.watching
      }
      for waiter in freed { waiter.resume() }
    }
  }

  /// Waits until the expected number has come.
  package func isFull() async {
    await withCheckedContinuation { continuation in
      let isFull = state.withLock { state in
        if state.arrived < expected { state.watching.append(continuation) }
        return state.arrived >= expected
      }
      if isFull { continuation.resume() }
    }
  }

  package func open() {
    let freed = state.withLock { state in
      state.isOpen = true
      defer { state.held = [] }
      return state.held
    }
    for waiter in freed { waiter.resume() }
  }
}

/// The threads of this process that run scripts, or wait for helpers that do, as the system counts them.
package enum ScriptThreads {
  package static var count: Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.count { task in
      let name = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
      return name?.hasPrefix("authrun-") == true
    }
  }
}
