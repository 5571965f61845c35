import Glibc
import Synchronization

/// Starts a child in a session or process group of its own, so that a signal reaches its children too.
///
/// The child gets exactly three open files. Whatever else is open is closed in it: a pipe of another test
/// that lived on in a child would never come to its end.
func spawn(
  _ command: Command,
  input: SpawnInput,
  output: Int32,
  errors: Int32
) throws(CommandError) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }

  // The runner ignores SIGPIPE and may block others: the child starts as a shell would start it.
  var all = sigset_t()
  sigfillset(&all)
  posix_spawnattr_setsigdefault(&attributes, &all)
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK

  switch input {
  case .descriptor(let number):
    flags |= POSIX_SPAWN_SETPGROUP
    posix_spawn_file_actions_adddup2(&actions, number, 0)
  case .terminal(let path):
    // The first terminal that a session leader opens becomes its controlling terminal.
    flags |= spawnSetSID
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
  }
  posix_spawn_file_actions_adddup2(&actions, output, 1)
  posix_spawn_file_actions_adddup2(&actions, errors, 2)
  for number in 3..<openFileBound {
    // A number that is not open is no error here.
    posix_spawn_file_actions_addclose(&actions, number)
  }
  posix_spawnattr_setflags(&attributes, Int16(flags))

  // Swift sees no posix_spawn_file_actions_addchdir_np; env changes the directory and becomes the program.
  let into = command.directory.map { ["/usr/bin/env", "-C", $0] } ?? []
  let words = into + [command.executable] + command.arguments
  let arguments = CStrings(words)
  let environment = CStrings(command.environment.map { "\($0.key)=\($0.value)" })
  var pid: pid_t = 0
  let code = spawning.withLock { _ in
    posix_spawn(
      &pid,
      words[0],
      &actions,
      &attributes,
      arguments.pointers,
      environment.pointers
    )
  }
  guard code == 0 else { throw .system("posix_spawn \(command.executable)", code) }
  return pid
}

/// Where a child's standard input comes from.
enum SpawnInput {
  case descriptor(Int32)
  case terminal(path: String)
}

/// `POSIX_SPAWN_SETSID`, which glibc shows to C only with `_GNU_SOURCE`.
private let spawnSetSID: Int32 = 0x80

/// A null-terminated array of C strings, freed with its owner.
private struct CStrings: ~Copyable {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [String]) {
    pointers = strings.map { strdup($0) } + [nil]
  }

  deinit {
    for pointer in pointers {
      free(pointer)
    }
  }
}

/// Above every number that an open file of this process has: far more than tests ever have open at once.
private let openFileBound: Int32 = {
  var limit = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
  return Int32(min(limit.rlim_cur, 4096))
}()
