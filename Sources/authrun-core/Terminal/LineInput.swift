import Dispatch
import Glibc
import Synchronization

/// Reads lines from a file descriptor without ever blocking a task that could be cancelled.
///
/// Every wait also watches a pipe, through which a cancelled reader is woken at once.
final class LineInput: Sendable {
  private struct Buffer {
    var bytes: [UInt8] = []
    var isAtEnd = false
  }

  /// A typed line longer than this is no callback URL.
  private static let longestLine = 65_536

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "authrun.input")
  private let buffer = Mutex(Buffer())

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  static let standard = LineInput(descriptor: STDIN_FILENO)

  /// The next line without its end; `nil` at the end of the input or when the task is cancelled.
  func line() async -> [UInt8]? {
    await read { buffer in
      if let end = buffer.bytes.firstIndex(of: 0x0A) {
        let line = buffer.bytes[..<end]
        buffer.bytes.removeFirst(end + 1)
        return line.last == 0x0D ? Array(line.dropLast()) : Array(line)
      }
      guard buffer.isAtEnd, !buffer.bytes.isEmpty else { return nil }
      defer { buffer.bytes = [] }
      return buffer.bytes
    }
  }

  /// Everything up to the end; `nil` when cancelled or longer than `limit` bytes.
  func all(limit: Int) async -> [UInt8]? {
    await read(limit: limit) { buffer in
      guard buffer.isAtEnd else { return nil }
      defer { buffer.bytes = [] }
      return buffer.bytes
    }
  }

  /// Reads until `take` finds what it looks for.
  private func read(
    limit: Int = longestLine,
    take: @escaping @Sendable (inout sending Buffer) -> [UInt8]?
  ) async -> [UInt8]? {
    guard let wake = WakeUp() else { return nil }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { [self] in
          continuation.resume(returning: blockingRead(limit: limit, wake: wake, take: take))
        }
      }
    } onCancel: {
      wake.signal()
    }
  }

  private func blockingRead(
    limit: Int,
    wake: WakeUp,
    take: (inout sending Buffer) -> [UInt8]?
  ) -> [UInt8]? {
    while true {
      if let found = buffer.withLock({ take(&$0) }) { return found }
      if buffer.withLock({ $0.isAtEnd || $0.bytes.count > limit }) { return nil }
      guard wake.waitForInput(on: descriptor) else { return nil }
      let chunk = FileDescriptorIO.read(descriptor)
      buffer.withLock { buffer in
        if case .bytes(let bytes) = chunk {
          buffer.bytes += bytes
        } else {
          buffer.isAtEnd = true
        }
      }
    }
  }
}

/// A pipe to ourselves through which a wait for input is ended.
final class WakeUp: Sendable {
  private let readEnd: Int32
  private let writeEnd: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func signal() {
    _ = FileDescriptorIO.write([0], to: writeEnd)
  }

  /// Waits until `descriptor` has input or has ended; `false` when woken instead.
  func waitForInput(on descriptor: Int32) -> Bool {
    var watched = [
      pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&watched, 2, -1) < 0 {
      if errno != EINTR { return false }
    }
    return watched[0].revents == 0
  }
}
