import Glibc
import Synchronization

/// Turns the signals that end a program into a cancellation, and the second one into an immediate end.
///
/// The signals are blocked in every thread and taken by one thread that waits for them: what it does
/// then is ordinary code, not a signal handler.
enum Interrupts {
  /// The signal that arrived, or 0.
  private static let received = Atomic<Int32>(0)
  private static let onFirst = Mutex<(@Sendable () -> Void)?>(nil)
  /// How long a cancelled command may take to end by itself, in seconds.
  private static let grace = 5

  /// Must run before any other thread exists, since threads inherit what is blocked.
  static func block() {
    var signals = watched
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // A browser or a reader that goes away is an error to handle, not a reason to die.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Calls `cancel` at the first signal; ends the process at the second, or when the grace is over.
  static func watch(cancel: @escaping @Sendable () -> Void) {
    onFirst.withLock { $0 = cancel }
    var thread = pthread_t()
    let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
      Interrupts.waitForSignals()
      return nil
    }
    if pthread_create(&thread, nil, start, nil) == 0 {
      pthread_detach(thread)
    }
  }

  /// The exit status of an interrupted program: 130 for SIGINT; `nil` when there was no signal.
  static var exitStatus: Int32? {
    let signal = received.load(ordering: .acquiring)
    return signal == 0 ? nil : 128 + signal
  }

  private static var watched: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      sigaddset(&signals, signal)
    }
    return signals
  }

  private static func waitForSignals() {
    var signals = watched
    var first: Int32 = 0
    guard sigwait(&signals, &first) == 0 else { return }
    received.store(first, ordering: .releasing)
    onFirst.withLock { $0 }?()
    var limit = timespec(tv_sec: grace, tv_nsec: 0)
    sigtimedwait(&signals, nil, &limit)
    EchoOff.restoreAll()
    _exit(128 + first)
  }
}
