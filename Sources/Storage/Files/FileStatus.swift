import Glibc

/// What decides whether a file or directory may be trusted.
struct FileStatus {
  private let raw: stat

  init(_ raw: stat) {
    self.raw = raw
  }

  /// The status of the thing at `path` itself; `nil` when there is none.
  static func ofLink(_ path: String) throws(SystemError) -> FileStatus? {
    var raw = stat()
    guard lstat(path, &raw) == 0 else {
      let error = SystemError()
      guard error.code == ENOENT else { throw error }
      return nil
    }
    return FileStatus(raw)
  }

  /// The status of what `path` leads to, through symbolic links; `nil` when there is none.
  static func ofTarget(_ path: String) throws(SystemError) -> FileStatus? {
    var raw = Glibc.stat()
    guard stat(path, &raw) == 0 else {
      let error = SystemError()
      guard error.code == ENOENT else { throw error }
      return nil
    }
    return FileStatus(raw)
  }

  var isDirectory: Bool { raw.st_mode & S_IFMT == S_IFDIR }
  var isRegularFile: Bool { raw.st_mode & S_IFMT == S_IFREG }
  var isSymbolicLink: Bool { raw.st_mode & S_IFMT == S_IFLNK }
  var owner: uid_t { raw.st_uid }
  var permissions: mode_t { raw.st_mode & 0o7777 }
  var size: Int64 { Int64(raw.st_size) }

  func isSameFile(as other: FileStatus) -> Bool {
    raw.st_dev == other.raw.st_dev && raw.st_ino == other.raw.st_ino
  }
}
