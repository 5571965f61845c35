import Glibc
import Synchronization

/// Turns the signals that end a program into a cancellation, and the second one into an immediate end.
///
/// A handler writes the signal's number into a pipe and does nothing else; one thread reads the pipe,
/// and what it does then is ordinary code. Blocking the signals and waiting for them would not do: a
/// thread of the concurrency runtime suspends itself with all signals open, and would take them.
enum Interrupts {
  /// The signal that arrived, or 0.
  private static let received = Atomic<Int32>(0)
  private static let onFirst = Mutex<(@Sendable () -> Void)?>(nil)
  /// The pipe's end that the handler writes to; set before any handler is.
  private static let writeEnd = Atomic<Int32>(-1)
  private static let readEnd = Atomic<Int32>(-1)
  /// Whether the caller had broken pipes ignored already, as a command that takes our place wants it.
  private static let pipesWereIgnored = Atomic<Bool>(false)
  /// The signals that the caller had blocked; threads of the concurrency runtime block all.
  private static let blocked = Mutex(sigset_t())
  /// How long a cancelled command may take to end by itself, in milliseconds.
  private static let grace: Int32 = 5_000

  /// Takes the signals over; what comes before `watch` is kept for it.
  static func catchSignals() {
    pipesWereIgnored.store(isIgnored(SIGPIPE), ordering: .relaxed)
    blocked.withLock { _ = pthread_sigmask(SIG_SETMASK, nil, &$0) }
    ignorePipes()
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    readEnd.store(ends[0], ordering: .releasing)
    writeEnd.store(ends[1], ordering: .releasing)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      signal(number) { Interrupts.note($0) }
    }
  }

  /// A browser or a reader that goes away is an error to handle, not a reason to die.
  static func ignorePipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Makes signals what the caller had them be, for a command that this thread becomes.
  ///
  /// Our handlers end by themselves with us.
  static func handOver() {
    if !pipesWereIgnored.load(ordering: .relaxed) { signal(SIGPIPE, SIG_DFL) }
    blocked.withLock { _ = pthread_sigmask(SIG_SETMASK, &$0, nil) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var old = sigaction()
    sigaction(number, nil, &old)
    return unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Runs inside a signal handler: one atomic load and one write, nothing that could lock or allocate.
  private static func note(_ number: Int32) {
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writeEnd.load(ordering: .acquiring), &byte, 1)
    errno = saved
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

  private static func waitForSignals() {
    guard let first = nextSignal(within: -1) else { return }
    received.store(first, ordering: .releasing)
    onFirst.withLock { $0 }?()
    _ = nextSignal(within: grace)
    EchoOff.restoreAll()
    _exit(128 + first)
  }

  /// The next signal; `nil` when none comes within that many milliseconds, where negative is for ever.
  private static func nextSignal(within milliseconds: Int32) -> Int32? {
    let end = readEnd.load(ordering: .acquiring)
    while true {
      var waiting = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, milliseconds)
      if ready < 0 && errno == EINTR { continue }
      var number: UInt8 = 0
      guard ready > 0, read(end, &number, 1) == 1 else { return nil }
      return Int32(number)
    }
  }
}
