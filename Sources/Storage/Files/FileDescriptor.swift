import Glibc

/// An open file; closed when it goes out of scope.
struct FileDescriptor: ~Copyable {
  let number: CInt

  /// Opens `path`, never handing the descriptor down to a child process.
  init(_ path: String, _ flags: CInt, mode: mode_t = 0) throws(SystemError) {
    var result: CInt
    repeat {
      result = open(path, flags | O_CLOEXEC, mode)
    } while result < 0 && errno == EINTR
    guard result >= 0 else { throw SystemError() }
    number = result
  }

  /// Takes an open descriptor over; nobody else may close it.
  init(owning number: CInt) {
    self.number = number
  }

  /// A descriptor of our own for standard input, which stays open.
  static func standardInput() throws(SystemError) -> FileDescriptor {
    let copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard copy >= 0 else { throw SystemError() }
    return FileDescriptor(owning: copy)
  }

  deinit {
    close(number)
  }

  borrowing func status() throws(SystemError) -> FileStatus {
    var raw = stat()
    guard fstat(number, &raw) == 0 else { throw SystemError() }
    return FileStatus(raw)
  }

  borrowing func setMode(_ mode: mode_t) throws(SystemError) {
    guard fchmod(number, mode) == 0 else { throw SystemError() }
  }

  borrowing func write(all bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = Glibc.write(number, rest.baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError()
      }
      done += count
    }
  }

  /// Fills `buffer` from the file's current position; returns how much there was.
  borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = Glibc.read(number, rest.baseAddress, rest.count)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError()
      }
      done += count
    }
    return done
  }

  /// Returns when the file's content, or a directory's entries, are on the disk.
  borrowing func synchronize() throws(SystemError) {
    while fsync(number) != 0 {
      guard errno == EINTR else { throw SystemError() }
    }
  }
}
