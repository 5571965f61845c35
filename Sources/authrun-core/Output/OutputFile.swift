import Glibc

/// Writes files that the user named, in the manner of a shell's `>`.
///
/// Devices, FIFOs and links stay what they are, and a file keeps its mode and its other names.
enum OutputFile {
  /// Puts the bytes into a file, which then holds all of them or what it held before.
  ///
  /// Where that cannot be had without making another thing of what is there, or where the folder takes
  /// no new file, it is written in place.
  static func write(_ bytes: [UInt8], to path: String) throws(FileProblem) {
    if canBeReplaced(path), try replace(path, with: bytes) { return }
    let descriptor = try open(path, mode: 0o666)
    defer { close(descriptor) }
    if let code = FileDescriptorIO.write(bytes, to: descriptor) {
      throw FileProblem(path: path, code: code)
    }
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
  private static func canBeReplaced(_ path: String) -> Bool {
    guard let status = status(ofLink: path) else { return errno == ENOENT }
    return kind(status) == S_IFREG && status.st_nlink == 1 && status.st_uid == geteuid()
      && stream(at: path) == nil
  }

  /// Whether a draft with all the bytes could be made and took the file's place.
  private static func replace(
    _ path: String,
    with bytes: [UInt8]
  ) throws(FileProblem) -> Bool {
    let existing = status(ofLink: path)
    let draft = "\(path).\(getpid()).part"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = Glibc.open(draft, flags, existing == nil ? 0o666 : 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    if let existing {
      fchown(descriptor, uid_t.max, existing.st_gid)
      fchmod(descriptor, existing.st_mode & 0o7777)
    }
    if let code = FileDescriptorIO.write(bytes, to: descriptor) {
      unlink(draft)
      throw FileProblem(path: path, code: code)
    }
    if rename(draft, path) == 0 { return true }
    unlink(draft)
    return false
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

  private static func status(ofLink path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  private static func kind(_ status: stat) -> mode_t { status.st_mode & S_IFMT }
}
