import Glibc

/// A child process whose standard output is read; killed and reaped with its owner.
struct SpawnedReader: ~Copyable {
  /// How the child came to its end.
  enum Ending {
    /// Its exit status, or 128 and the signal that ended it, and the bytes that it wrote.
    case ended(status: Int32, count: Int)
    case tooLate
  }

  private let output: FileDescriptor
  /// The child's number; 0 once it is reaped, when the number can be another's.
  private var child: pid_t

  init(_ words: [String]) throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError() }
    let output = FileDescriptor(owning: ends[0])
    let input = FileDescriptor(owning: ends[1])
    // Swift sees no pipe2; a child that another thread starts in between holds an end for a while.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    child = try Self.spawn(words, output: input.number)
    self.output = output
  }

  deinit {
    guard child > 0 else { return }
    kill(child, SIGKILL)
    while waitpid(child, nil, 0) < 0, errno == EINTR {}
  }

  private static func spawn(_ words: [String], output: CInt) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The signals that we block or ignore must work in the child.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let arguments = CStringList(words)
    let variables = CStringList(environment)
    var child = pid_t()
    let code = posix_spawnp(
      &child,
      words[0],
      &actions,
      &attributes,
      arguments.pointers,
      variables.pointers
    )
    guard code == 0 else { throw SystemError(code) }
    return child
  }

  /// Ours, without the variables that may hold secrets.
  private static var environment: [String] {
    var variables: [String] = []
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if !text.utf8.starts(with: "AUTHRUN_".utf8) { variables.append(text) }
      next += 1
    }
    return variables
  }

  /// Reads until the child has ended; more than fits ends it with the status 128.
  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer,
    within seconds: Double
  ) -> Ending {
    let end = Self.now() + seconds
    var count = 0
    var isOpen = true
    while true {
      var status: CInt = 0
      if !isOpen, waitpid(child, &status, WNOHANG) == child {
        child = 0
        // The low seven bits are the signal that ended it, the next eight the exit status (wait(2)).
        let signal = status & 0x7F
        return .ended(status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, count: count)
      }
      let rest = end - Self.now()
      guard rest > 0 else { return .tooLate }
      // A child that closed its output and goes on is looked at now and then.
      var waiting = pollfd(fd: isOpen ? output.number : -1, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, isOpen ? CInt(min(rest, 3600) * 1000) : 5)
      guard ready > 0 else { continue }
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      guard !room.isEmpty else { return .ended(status: 128, count: count) }
      let received = Glibc.read(output.number, room.baseAddress, room.count)
      if received > 0 {
        count += received
      } else if received == 0 || errno != EINTR {
        isOpen = false
      }
    }
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// A list of C strings with a null at its end, freed with its owner.
private struct CStringList: ~Copyable {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) {
    pointers = texts.map { strdup($0) } + [nil]
  }

  deinit {
    for pointer in pointers { free(pointer) }
  }
}
