import Glibc
import Synchronization

/// One of a few threads that run scripts, with the stack that Lua's C code needs.
///
/// A script that waits for the host holds no thread, so that thousands can wait at once. The threads
/// live as long as the process and start when first used.
final class ScriptThread: SerialExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isStarted = false
  }

  private static let stackSize = 8 << 20
  private static let all = (0..<4).map { _ in ScriptThread() }
  private static let turn = Mutex(0)

  private let state = Mutex(State())
  /// Wakes the thread: a byte for each time that jobs come to an empty queue.
  private let readEnd: Int32
  private let writeEnd: Int32

  /// The thread for the next operation, in turn.
  static func next() -> ScriptThread {
    turn.withLock { turn in
      turn = (turn + 1) % all.count
      return all[turn]
    }
  }

  private init() {
    (readEnd, writeEnd) = Self.pipe()
  }

  /// Both ends of a pipe that no other program inherits.
  static func pipe() -> (readEnd: Int32, writeEnd: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else {
      fatalError("authrun: no file descriptors left for a thread that runs scripts")
    }
    // Browsers and other programs that are started must not keep them open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (wasEmpty, mustStart) = state.withLock { state in
      defer {
        state.jobs.append(job)
        state.isStarted = true
      }
      return (state.jobs.isEmpty, !state.isStarted)
    }
    if mustStart { Self.start(named: "authrun-script") { self.serve() } }
    guard wasEmpty else { return }
    var byte: UInt8 = 1
    while write(writeEnd, &byte, 1) < 0, errno == EINTR {}
  }

  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Names the calling thread for who looks at the process; nothing depends on it.
  private static func nameThread(_ name: String) {
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, name, name.utf8.count)
    close(file)
  }

  /// Starts a thread that never ends; `name` is how the system lists it.
  static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(
      Work {
        Self.nameThread(name)
        // Signals are for the program's own threads.
        var every = sigset_t()
        sigfillset(&every)
        pthread_sigmask(SIG_BLOCK, &every, nil)
        body()
      }
    ).toOpaque()
    let status = pthread_create(
      &thread,
      &attributes,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      },
      context
    )
    guard status == 0 else { fatalError("authrun: no thread can be started to run scripts") }
  }

  private func serve() {
    while true {
      var byte: UInt8 = 0
      guard read(readEnd, &byte, 1) == 1 else { continue }
      let jobs = state.withLock { state in
        defer { state.jobs = [] }
        return state.jobs
      }
      for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }
}
