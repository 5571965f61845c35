import Glibc

/// A descriptor that becomes readable when someone raises the signal.
///
/// Used instead of `curl_multi_wakeup` so that the multi handle never leaves its thread.
final class WakeSignal: Sendable {
  /// The end to wait on.
  let descriptor: Int32
  private let writer: Int32

  init() throws(CurlFault) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw CurlFault("no descriptor left for the transfer thread")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, writer) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writer)
  }

  func raise() {
    var byte: UInt8 = 1
    // Fails only when the pipe is full, and then the signal is raised already.
    _ = write(writer, &byte, 1)
  }

  func clear() {
    var bytes = [UInt8](repeating: 0, count: 512)
    while read(descriptor, &bytes, bytes.count) == bytes.count {}
  }
}
