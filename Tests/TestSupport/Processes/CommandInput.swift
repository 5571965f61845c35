import Glibc

/// Our end of a program's standard input.
enum CommandInput: ~Copyable {
  case closed
  case pipe(FileDescriptor)
  case terminal(Terminal)

  /// Writes all bytes; false when there is nobody to read them.
  borrowing func write(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .closed: false
    case .pipe(let descriptor): descriptor.write(bytes)
    case .terminal(let terminal): terminal.controller.write(bytes)
    }
  }
}

/// A pseudo-terminal: what the program sees at `path`, we type into.
struct Terminal: ~Copyable {
  let controller: FileDescriptor
  let path: String

  init() throws(CommandError) {
    let number = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard number >= 0 else { throw .system("open /dev/ptmx", errno) }
    let controller = FileDescriptor(number)
    // What unlockpt and ptsname do, which Swift does not see.
    var locked: Int32 = 0
    guard ioctl(number, setTerminalLock, &locked) == 0 else { throw .system("TIOCSPTLCK", errno) }
    var index: Int32 = 0
    guard ioctl(number, getTerminalNumber, &index) == 0 else { throw .system("TIOCGPTN", errno) }
    self.controller = controller
    path = "/dev/pts/\(index)"
  }
}

/// `TIOCSPTLCK` and `TIOCGPTN`, macros too complex to be imported.
private let setTerminalLock: UInt = 0x4004_5431
private let getTerminalNumber: UInt = 0x8004_5430
