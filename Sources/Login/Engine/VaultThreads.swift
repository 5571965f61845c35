import Glibc
import HTTP
import Synchronization

/// Threads for calls that wait for a database server.
///
/// Swift's own threads are as many as the processor's cores and must never wait; what runs with a preference
/// for this executor may.
final class VaultThreads: TaskExecutor {
  static let shared = VaultThreads()

  /// Threads at once; more work waits for a free one.
  private static let most = 16

  private struct State {
    var jobs: [UnownedJob] = []
    var first = 0
    var threads = 0
    var idle = 0
  }

  private let state = Mutex(State())
  private let wake = Semaphore()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.idle == 0, state.threads < Self.most else { return false }
      state.threads += 1
      return true
    }
    wake.signal()
    if needsThread { start() }
  }

  private func start() {
    if !DetachedThread.start({ self.run() }) { state.withLock { $0.threads -= 1 } }
  }

  private func run() {
    while true {
      state.withLock { $0.idle += 1 }
      wake.wait()
      let job = state.withLock { state -> UnownedJob? in
        state.idle -= 1
        guard state.first < state.jobs.count else { return nil }
        defer {
          state.first += 1
          if state.first == state.jobs.count {
            state.jobs.removeAll(keepingCapacity: true)
            state.first = 0
          }
        }
        return state.jobs[state.first]
      }
      job?.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// A counting semaphore: as many bytes in a pipe as there are jobs.
private final class Semaphore: Sendable {
  private let input: CInt
  private let output: CInt

  init() {
    var ends: [CInt] = [-1, -1]
    _ = pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    input = ends[0]
    output = ends[1]
  }

  deinit {
    close(input)
    close(output)
  }

  func signal() {
    var byte: UInt8 = 1
    while write(output, &byte, 1) < 0 && errno == EINTR {}
  }

  func wait() {
    var byte: UInt8 = 0
    while read(input, &byte, 1) != 1 {
      guard errno == EINTR else {
        // Without a pipe there is only looking again and again.
        usleep(2000)
        return
      }
    }
  }
}
