import Glibc

/// A thread beside Swift's own, for what waits in C; it ends with its work.
package enum DetachedThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts it; `false` when the system has no thread to give.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let context = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    // All signals stay with the program's own threads. SIGPIPE above all: a write to a closed TLS
    // connection raises it here, and blocked it does no harm.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let status = pthread_create(
      &thread,
      nil,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      },
      context.toOpaque()
    )
    pthread_sigmask(SIG_SETMASK, &before, nil)
    guard status == 0 else {
      context.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
