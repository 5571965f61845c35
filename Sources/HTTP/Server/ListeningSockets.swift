import Glibc

/// The sockets of a server: one, or for `localhost` one of each family on the same port.
struct ListeningSockets: ~Copyable {
  var ipv4: ListeningSocket?
  var ipv6: ListeningSocket?
  let port: UInt16

  /// Errors of machines that have no IPv6, or none on the loopback interface.
  private static let noFamily: Set<Int32> = [EAFNOSUPPORT, EADDRNOTAVAIL, EPFNOSUPPORT]

  /// Listens; port 0 lets the system choose one that is free on all addresses.
  init(_ address: LoopbackAddress, port: UInt16) throws(ServerError) {
    // A port that is free for one family may be taken for the other; then another one is tried.
    var attempts = port == 0 ? 16 : 1
    while true {
      attempts -= 1
      do throws(ListeningSocket.Fault) {
        switch address {
        case .ipv4:
          let socket = try ListeningSocket(.ipv4, port: port)
          self.port = socket.port
          ipv4 = consume socket
          ipv6 = nil
        case .ipv6:
          let socket = try ListeningSocket(.ipv6, port: port)
          self.port = socket.port
          ipv4 = nil
          ipv6 = consume socket
        case .localhost:
          let first = try ListeningSocket(.ipv4, port: port)
          let second = try Self.second(port: first.port)
          self.port = first.port
          ipv4 = consume first
          ipv6 = consume second
        }
        return
      } catch {
        guard error.number == EADDRINUSE, attempts > 0 else {
          throw Self.error(error, address, port: port)
        }
      }
    }
  }

  private static func second(port: UInt16) throws(ListeningSocket.Fault) -> ListeningSocket? {
    do throws(ListeningSocket.Fault) {
      return try ListeningSocket(.ipv6, port: port)
    } catch {
      guard noFamily.contains(error.number) else { throw error }
      return nil
    }
  }

  private static func error(
    _ fault: ListeningSocket.Fault,
    _ address: LoopbackAddress,
    port: UInt16
  ) -> ServerError {
    switch fault.number {
    case EADDRINUSE:
      ServerError(.portInUse(port), "port \(port) of \(address.rawValue) is in use")
    case EACCES, EPERM:
      ServerError(
        .portNotPermitted(port),
        "port \(port) of \(address.rawValue) needs more rights; ports above 1023 do not"
      )
    case let number:
      ServerError(
        .unavailable,
        "cannot listen on \(address.rawValue), port \(port): \(String(cString: strerror(number)))"
      )
    }
  }
}
