import Glibc

/// Writes files that the user named, in the manner of a shell's `>`.
///
/// Devices, FIFOs and links stay what they are, and a file keeps its mode and its other names.
enum OutputFile {
  /// Puts the bytes into a file, which then holds all of them or what it held before (see `OutputDraft`).
  static func write(_ bytes: [UInt8], to path: String) throws(FileProblem) {
    let draft = try OutputDraft(path)
    try draft.write(bytes)
    try draft.commit()
  }

  /// Opens what is there, or makes a file; what a file held is gone.
  ///
  /// What one of our own streams leads to is shared with it, so that both write one after the other.
  /// A link that another user made is not followed: only its maker knows what it will lead to.
  static func open(_ path: String, mode: mode_t) throws(FileProblem) -> Int32 {
    if let stream = stream(at: path) {
      let copy = fcntl(stream, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
      guard copy >= 0 else { throw FileProblem(path: path, code: errno) }
      return copy
    }
    if let link = status(ofLink: path), kind(link) == S_IFLNK, link.st_uid != 0,
      link.st_uid != geteuid()
    {
      throw FileProblem(path: path, code: EACCES)
    }
    let flags = O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY
    // A FIFO of another user in a shared folder may be opened, but not by a call that could make one.
    var descriptor = Glibc.open(path, flags)
    if descriptor < 0, errno == ENOENT { descriptor = Glibc.open(path, flags | O_CREAT, mode) }
    guard descriptor >= 0 else { throw FileProblem(path: path, code: errno) }
    return descriptor
  }

  /// Whether nothing is there, or a file that only this name leads to.
  static func canBeReplaced(_ path: String) -> Bool {
    guard let status = status(ofLink: path) else { return errno == ENOENT }
    return kind(status) == S_IFREG && status.st_nlink == 1 && status.st_uid == geteuid()
      && stream(at: path) == nil
  }

  /// Standard output or error, if the path leads to the same thing.
  private static func stream(at path: String) -> Int32? {
    var there = stat()
    guard stat(path, &there) == 0 else { return nil }
    return [STDOUT_FILENO, STDERR_FILENO].first { stream in
      var own = stat()
      return fstat(stream, &own) == 0 && own.st_dev == there.st_dev && own.st_ino == there.st_ino
        && fcntl(stream, F_GETFL) & O_ACCMODE != O_RDONLY
    }
  }

  static func status(ofLink path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  private static func kind(_ status: stat) -> mode_t { status.st_mode & S_IFMT }
}
