package import Standards
import Synchronization

/// An HTTP/1.1 server for this machine alone: hears callbacks, or plays a provider.
///
/// Each address has one thread. While the handler decides, the client waits, so that the page it gets
/// can tell the true result. Every answer ends its connection.
package final class LoopbackServer: Sendable {
  /// The port that is listened on, for all addresses.
  package let port: UInt16
  private let exchanges: ServerExchanges
  private let daemons: [Daemon]
  private let isStopped = Mutex(false)

  /// Listens when it returns; port 0 lets the system choose.
  package init(
    bind address: LoopbackAddress = .localhost,
    port: UInt16 = 0,
    tls: ServerTLS? = nil,
    limits: ServerLimits = .standard,
    handler: @escaping @Sendable (ServerRequest) async -> HTTPResponse
  ) throws(ServerError) {
    var sockets = try ListeningSockets(address, port: port)
    exchanges = ServerExchanges(limits: limits, handler: handler)
    self.port = sockets.port
    var daemons: [Daemon] = []
    if let socket = sockets.ipv4.take() {
      daemons.append(try Daemon(socket, tls: tls, limits: limits, exchanges: exchanges))
    }
    if let socket = sockets.ipv6.take() {
      daemons.append(try Daemon(socket, tls: tls, limits: limits, exchanges: exchanges))
    }
    self.daemons = daemons
  }

  deinit {
    guard !isStopped.withLock({ $0 }) else { return }
    // Someone forgot to stop it; the handlers' connections still have to be let go first.
    let (exchanges, daemons) = (exchanges, daemons)
    Task { await Self.stop(exchanges, daemons) }
  }

  /// Accepts no more, lets due answers out, closes all connections and frees the port.
  ///
  /// Clients that have not sent a whole request are not waited for.
  package func stop() async {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    guard isFirst else { return }
    await Self.stop(exchanges, daemons)
  }

  private static func stop(_ exchanges: ServerExchanges, _ daemons: [Daemon]) async {
    for daemon in daemons {
      daemon.quiesce()
    }
    await exchanges.drain()
    for daemon in daemons {
      daemon.stop()
    }
  }
}
