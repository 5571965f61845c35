import Dispatch
import Glibc
import Synchronization

/// Starts a program that shares nothing with us: no standard streams, no open files, no session.
enum DetachedProcess {
  /// Runs the program; `false` when it cannot be started or fails at once.
  ///
  /// A program that still runs after `patience` seconds has been started well. It is never waited for
  /// longer: some browsers stay in the foreground.
  static func start(_ arguments: [String], patience: Double = 1) async -> Bool {
    guard let child = spawn(arguments) else { return false }
    return await withCheckedContinuation { continuation in
      let answer = Answer(continuation)
      DispatchQueue.global().async {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        answer.give(status == 0)
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + patience) { answer.give(true) }
    }
  }

  private static func spawn(_ arguments: [String]) -> pid_t? {
    guard let program = arguments.first else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    // Closed in the child, whichever library opened them; one that is not open is no error there.
    for descriptor in (STDERR_FILENO + 1)..<Int32(min(openFileLimit(), 1024)) {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The signals that we block or ignore must work in the child.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &pipe)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | 0x80  // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let words = CStrings(arguments)
    // The variables that may hold a client's secret are ours alone, and no browser asks for a database.
    let variables = CStrings(
      Environment.ofProcess().variables.filter {
        !$0.key.hasPrefix("AUTHRUN_") && $0.key != "PGPASSWORD"
      }
      .map { "\($0.key)=\($0.value)" }
    )
    var child = pid_t()
    let failure = posix_spawnp(
      &child,
      program,
      &actions,
      &attributes,
      words.pointers,
      variables.pointers
    )
    return failure == 0 ? child : nil
  }

  private static func openFileLimit() -> UInt {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
    return UInt(limit.rlim_cur)
  }

  /// A list of C strings with a null at its end, freed with its owner.
  private struct CStrings: ~Copyable {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) {
      pointers = texts.map { strdup($0) } + [nil]
    }

    deinit {
      for pointer in pointers { free(pointer) }
    }
  }

  /// Resumes a waiting task once, whoever answers first.
  private final class Answer: Sendable {
    private let continuation: Mutex<CheckedContinuation<Bool, Never>?>

    init(_ continuation: CheckedContinuation<Bool, Never>) {
      self.continuation = Mutex(continuation)
    }

    func give(_ answer: Bool) {
      let waiting = continuation.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      waiting?.resume(returning: answer)
    }
  }
}
