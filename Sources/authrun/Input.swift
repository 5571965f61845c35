import Glibc

/// Standard input, which can be given back unread after all.
struct Input {
  private(set) var bytes: [UInt8] = []
  private var isRead = false

  /// What a pipe takes at once: all that is read must fit, to be given back.
  private static let limit = 65_536

  /// Reads to the end, or up to an empty line where that ends the input; `nil` for too much.
  mutating func read(toEmptyLine: Bool) -> [UInt8]? {
    isRead = true
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < Self.limit {
      let count = Glibc.read(STDIN_FILENO, &buffer, min(buffer.count, Self.limit - bytes.count))
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return bytes }
      bytes += buffer[..<count]
      if toEmptyLine, endsWithEmptyLine { return bytes }
    }
    return nil
  }

  private var endsWithEmptyLine: Bool {
    bytes.last == 0x0A && (bytes.count == 1 || bytes[bytes.count - 2] == 0x0A)
  }

  /// Makes what was read the standard input again, for the program that takes over.
  func giveBack() {
    guard isRead else { return }
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    // A new pipe takes this much without a reader.
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        write(
          ends[1],
          UnsafeRawBufferPointer(rebasing: bytes[done...]).baseAddress,
          bytes.count - done
        )
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      done += count
    }
    close(ends[1])
    dup2(ends[0], STDIN_FILENO)
    if ends[0] != STDIN_FILENO { close(ends[0]) }
  }
}
