import Glibc

/// A lock on a directory, which leaves no file behind; the system frees it when its holder ends.
///
/// It keeps those apart who change which files are there for several steps.
struct DirectoryLock: ~Copyable {
  private let directory: FileDescriptor

  private init(_ directory: consuming FileDescriptor) {
    self.directory = directory
  }

  /// Takes the lock if it is free, without waiting; `nil` when somebody has it.
  ///
  /// - Throws: also where the file system knows no such locks.
  static func attempt(_ path: String) throws(SystemError) -> DirectoryLock? {
    let directory = try FileDescriptor(path, O_RDONLY | O_DIRECTORY)
    while flock(directory.number, LOCK_EX | LOCK_NB) != 0 {
      let error = SystemError()
      switch error.code {
      case EINTR: continue
      case EWOULDBLOCK: return nil
      default: throw error
      }
    }
    return DirectoryLock(directory)
  }

  /// Takes the lock, waiting for its holder; `nil` where the file system knows no such locks.
  ///
  /// - Throws: `locked` when the holder keeps it.
  static func take(_ path: String) throws(VaultError) -> DirectoryLock? {
    for _ in 0..<(patience * 1000 / pause) {
      do throws(SystemError) {
        if let lock = try attempt(path) { return lock }
      } catch {
        return nil
      }
      usleep(UInt32(pause * 1000))
    }
    throw VaultError(
      .locked,
      "another process has been changing keys in \(path) for more than \(patience) s",
      hint: "try again; if it lasts, end the authrun process that hangs"
    )
  }

  /// The longest wait, in seconds.
  private static let patience = 30
  /// Between two looks, in milliseconds.
  private static let pause = 5
}
