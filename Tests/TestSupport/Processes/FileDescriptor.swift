import Glibc
import Synchronization

/// One open file of this process, closed when its owner goes away.
struct FileDescriptor: ~Copyable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Reads what is there, waiting for the first byte; empty at the end of the file.
  borrowing func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = Glibc.read(number, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      // A terminal whose other side is gone answers EIO where a pipe answers 0.
      if count == 0 || errno != EINTR { return [] }
    }
  }

  /// Writes all bytes; false when the other side is gone.
  borrowing func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// The two ends of a new pipe, kept from children that do not ask for them.
  ///
  /// Swift sees no `pipe2`, so a lock keeps a child from starting between the two calls.
  static func pipe() throws(CommandError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    let code = spawning.withLock { _ in
      guard Glibc.pipe(&ends) == 0 else { return errno }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
      return 0
    }
    guard code == 0 else { throw .system("pipe", code) }
    return (ends[0], ends[1])
  }
}

/// Held while descriptors that children must not get are made, and while a child starts.
let spawning = Mutex(())
