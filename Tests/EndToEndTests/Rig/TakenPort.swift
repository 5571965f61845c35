import Glibc

/// Listens on a port of this machine so that nobody else can; that somebody already does is as good.
struct TakenPort {
  private let listener: Int32

  init(_ port: UInt16) {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    // A port on which the last connection has just ended can be listened on again at once.
    var isReused: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        if bind(listener, $0, size) == 0 { listen(listener, 1) }
      }
    }
  }

  func release() {
    close(listener)
  }
}
