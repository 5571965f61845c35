internal import Glibc

/// A descriptor file, open for reading; closed when it goes out of scope.
struct DescriptorFile: ~Copyable {
  private let number: CInt
  private let path: String

  /// Opens a regular file.
  ///
  /// `nil` when there is no such file.
  static func at(_ path: String) throws(CatalogueError) -> DescriptorFile? {
    // Without waiting, so that a pipe in the folder cannot hold up a login.
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw CatalogueError(.unreadable, path, "cannot be opened: \(lastErrorText())")
    }
    let file = DescriptorFile(number: number, path: path)
    try file.checkStatus()
    return file
  }

  /// Whether there is such a file; fails on one that may not be used.
  static func exists(_ path: String) throws(CatalogueError) -> Bool {
    try at(path) != nil
  }

  private init(number: CInt, path: String) {
    self.number = number
    self.path = path
  }

  deinit {
    close(number)
  }

  private borrowing func checkStatus() throws(CatalogueError) {
    var status = stat()
    guard fstat(number, &status) == 0 else {
      throw CatalogueError(.unreadable, path, "cannot be examined: \(lastErrorText())")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CatalogueError(.unreadable, path, "is no regular file")
    }
  }

  /// The content, of which no more is read than one byte above `limit`: more is refused later anyway.
  borrowing func read(limit: Int) throws(CatalogueError) -> [UInt8] {
    var content: [UInt8] = []
    while content.count <= limit {
      let wanted = min(16 << 10, limit + 1 - content.count)
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initialized in
        repeat {
          count = Glibc.read(number, buffer.baseAddress, wanted)
        } while count < 0 && errno == EINTR
        initialized = max(0, count)
      }
      guard count >= 0 else {
        throw CatalogueError(.unreadable, path, "cannot be read: \(lastErrorText())")
      }
      if count == 0 { break }
      content += chunk
    }
    return content
  }
}

/// What the system says about the last call that failed.
func lastErrorText() -> String {
  String(cString: strerror(errno))
}
