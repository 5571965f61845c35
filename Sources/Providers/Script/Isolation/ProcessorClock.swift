import Glibc

extension Duration {
  /// For the C side, which counts in whole nanoseconds.
  var wholeNanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}

/// The processor time that a thread or a process has taken so far.
enum ProcessorClock {
  /// Of the calling thread.
  static var thread: Duration { time(CLOCK_THREAD_CPUTIME_ID) }

  /// Of a process that has not been reaped, its end included; zero for any other.
  static func process(_ number: Int32) -> Duration {
    var clock = clockid_t()
    guard clock_getcpuclockid(number, &clock) == 0 else { return .zero }
    return time(clock)
  }

  private static func time(_ clock: clockid_t) -> Duration {
    var now = timespec()
    guard clock_gettime(clock, &now) == 0 else { return .zero }
    return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
  }
}
