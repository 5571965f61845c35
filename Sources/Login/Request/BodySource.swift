import Glibc
import HTTP

/// A request body that never lies in memory as a whole: opened anew for each attempt to send it.
package struct BodySource: Hashable, Sendable {
  package enum Piece: Hashable, Sendable {
    case bytes([UInt8])
    case file(String)
    /// Can be read once only.
    case standardInput
  }

  package var pieces: [Piece]

  package init(_ pieces: [Piece]) {
    self.pieces = pieces
  }

  /// Whether it can be sent more than once: neither standard input nor a FIFO is there a second time.
  package var isRepeatable: Bool {
    pieces.allSatisfy { piece in
      switch piece {
      case .bytes: true
      case .file(let path): Self.isRegular(path)
      case .standardInput: false
      }
    }
  }

  /// Opens every piece; files are closed when the transfers that read them are over.
  func open(progress: TransferProgress? = nil) throws(AuthRunError) -> FileUpload {
    var opened: [FileUpload.Piece] = []
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): opened.append(.bytes(bytes))
      case .standardInput:
        let file = UploadFile(borrowing: STDIN_FILENO)
        opened.append(.file(file, length: Self.length(STDIN_FILENO)))
      case .file(let path):
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
        let file = UploadFile(owning: descriptor)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.unreadable(path, errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw Self.unreadable(path, EISDIR) }
        opened.append(.file(file, length: Self.length(descriptor)))
      }
    }
    return FileUpload(pieces: opened, progress: progress)
  }

  /// All of it in memory, for a body that has to be signed; refused where it is larger than `limit` bytes.
  package func contents(limit: Int) throws(AuthRunError) -> [UInt8] {
    var contents: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    for piece in pieces {
      let descriptor: Int32
      switch piece {
      case .bytes(let bytes):
        contents += bytes
        continue
      case .standardInput: descriptor = dup(STDIN_FILENO)
      case .file(let path):
        descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
      }
      defer { close(descriptor) }
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw Self.unreadable(piece.name, errno) }
        guard count > 0 else { break }
        contents += buffer[..<count]
        guard contents.count <= limit else { throw Self.tooLarge(limit) }
      }
    }
    return contents
  }

  /// The bytes from where a file is read up to its end; `nil` for what has none.
  private static func length(_ descriptor: Int32) -> Int64? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let position = lseek(descriptor, 0, SEEK_CUR)
    // Files of the system's own, such as those below /proc, say that they are empty and are not.
    guard position >= 0, status.st_size > position else { return status.st_size > 0 ? 0 : nil }
    return Int64(status.st_size - position)
  }

  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func unreadable(_ path: String, _ code: Int32) -> AuthRunError {
    AuthRunError(
      .inputInvalid,
      "the body cannot be read: \(path): \(String(cString: strerror(code)))",
      step: "request"
    )
  }

  private static func tooLarge(_ limit: Int) -> AuthRunError {
    AuthRunError(
      .inputInvalid,
      "a form that has to be signed cannot be larger than \(limit >> 20) MiB",
      step: "request",
      hint: "send the file under a Content-Type of its own, which is not signed"
    )
  }
}

extension BodySource.Piece {
  fileprivate var name: String {
    switch self {
    case .bytes: "bytes"
    case .file(let path): path
    case .standardInput: "standard input"
    }
  }
}
