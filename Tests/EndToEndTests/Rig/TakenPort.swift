import Glibc

/// Listens on a port of this machine so that nobody else can.
struct TakenPort {
  private let listener: Int32

  /// Waits for the port where another program has it for the moment.
  init(_ port: UInt16) async throws {
    listener = try await Eventually.value { Self.listen(on: port) }
  }

  func release() {
    close(listener)
  }

  private static func listen(on port: UInt16) -> Int32? {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    // The port may still be cooling down from a login that has ended.
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isTaken = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && Glibc.listen(listener, 1) == 0
      }
    }
    if isTaken { return listener }
    close(listener)
    return nil
  }
}
