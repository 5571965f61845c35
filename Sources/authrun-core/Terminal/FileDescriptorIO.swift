import Glibc

/// Whole reads and writes on file descriptors, interrupted system calls repeated.
enum FileDescriptorIO {
  /// Writes all bytes; the error number when that fails.
  static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int32? {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest.removeFirst(written)
      } else if errno == EAGAIN {
        // Standard error may be a pipe that another program made non-blocking.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  /// What a read brought.
  enum Chunk {
    case bytes([UInt8])
    case end
    case failed(Int32)
  }

  /// One read of what is there.
  static func read(_ descriptor: Int32, atMost count: Int = 4096) -> Chunk {
    var buffer = [UInt8](repeating: 0, count: count)
    while true {
      let received = buffer.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if received > 0 { return .bytes(Array(buffer[..<received])) }
      if received == 0 { return .end }
      if errno != EINTR { return .failed(errno) }
    }
  }

  /// The whole content of a file, up to a limit.
  static func contents(ofFile path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileProblem(path: path, code: errno) }
    defer { close(descriptor) }
    var content: [UInt8] = []
    while true {
      switch read(descriptor, atMost: 65_536) {
      case .bytes(let bytes): content += bytes
      case .end: return content
      case .failed(let code): throw FileProblem(path: path, code: code)
      }
      if content.count > limit { throw FileProblem(path: path, code: EFBIG) }
    }
  }
}

/// A file that cannot be read or written, with the system's reason.
struct FileProblem: Error, Hashable {
  let path: String
  let code: Int32

  var message: String { "\(path): \(Self.reason(code))" }

  /// The system's words for an error number.
  static func reason(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: text, as: UTF8.self)
  }
}
