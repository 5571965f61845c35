import Glibc
import Standards

/// A lock on a file in the state directory.
///
/// The file itself stays; deleting it would let two processes each hold a lock on a file of the same name.
struct LeaseFile: ~Copyable {
  private let file: FileDescriptor

  /// Takes the lock if it is free, without waiting; `nil` when somebody holds it.
  ///
  /// - Throws: `loosePermissions`, `untrustedFile`, or the system's error.
  static func attempt(
    _ id: AccountID,
    vault: [UInt8],
    in location: VaultLocation
  ) throws(VaultError) -> LeaseFile? {
    let directory = try PrivateDirectory.make(location.stateDirectory, .closed)
    let path = directory + "/" + LockFileName.refresh(id, vault: vault)
    // Another round only where the file was replaced between opening and locking it.
    for _ in 0..<8 {
      let file = try open(path)
      guard try lock(file, path) else { return nil }
      if try isStill(file, path) { return LeaseFile(file: file) }
    }
    throw VaultError(.io, "cannot lock \(path): it is replaced again and again")
  }
}

extension LeaseFile {
  private static func open(_ path: String) throws(VaultError) -> FileDescriptor {
    do {
      let file = try FileDescriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: PrivateFile.mode)
      // A umask that takes bits from the owner would keep the next process out.
      if try file.status().permissions & PrivateFile.mode != PrivateFile.mode {
        try file.setMode(PrivateFile.mode)
      }
      return file
    } catch {
      throw error.vaultError("open", path)
    }
  }

  /// Takes the lock on the open file if nobody else has it.
  ///
  /// `flock` belongs to this opening of the file, so that it also keeps out other tasks of this
  /// process, which `fcntl` locks would not.
  private static func lock(
    _ file: borrowing FileDescriptor,
    _ path: String
  ) throws(VaultError) -> Bool {
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      let error = SystemError()
      switch error.code {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: throw error.vaultError("lock", path)
      }
    }
    return true
  }

  /// Whether the file that is locked is the one that the next process will open.
  private static func isStill(
    _ file: borrowing FileDescriptor,
    _ path: String
  ) throws(VaultError) -> Bool {
    let opened: FileStatus
    let current: FileStatus?
    do {
      opened = try file.status()
      current = try FileStatus.ofLink(path)
    } catch {
      throw error.vaultError("look at", path)
    }
    try PrivateFile.check(opened, path)
    return current?.isSameFile(as: opened) ?? false
  }
}
