import CMicrohttpd
import Synchronization

/// One libmicrohttpd server: a listening socket and the one thread that serves it.
final class Daemon: Sendable {
  /// Owns the C handle and the socket that it listens on.
  private struct Handle: ~Copyable {
    let pointer: OpaquePointer
    let socket: ListeningSocket
    var isQuiet = false

    init(pointer: OpaquePointer, socket: consuming ListeningSocket) {
      self.pointer = pointer
      self.socket = socket
    }

    deinit {
      // Waits for the thread. The library closes the socket by itself unless it was told to be quiet;
      // the socket is ours to close in any case, so it is always told first.
      if !isQuiet { MHD_quiesce_daemon(pointer) }
      MHD_stop_daemon(pointer)
    }
  }

  private let handle: Mutex<Handle?>
  // The C side holds an unretained pointer to it until the handle is gone.
  private let exchanges: ServerExchanges

  init(
    _ socket: consuming ListeningSocket,
    tls: ServerTLS?,
    limits: ServerLimits,
    exchanges: ServerExchanges
  ) throws(ServerError) {
    self.exchanges = exchanges
    var settings = authrun_mhd_settings()
    settings.connection_limit = UInt32(clamping: limits.connections)
    settings.idle_timeout_seconds = UInt32(
      clamping: max(1, limits.requestTimeout.inMilliseconds / 1_000)
    )
    // The pool also holds the answer's header and, at the end, what was read of the body.
    settings.connection_memory = limits.maxHeader + 8 << 10
    settings.context = Unmanaged.passUnretained(exchanges).toOpaque()
    Self.setCallbacks(&settings)
    var socket = socket
    let started = socket.serve { descriptor in
      settings.listen_socket = descriptor
      return Self.start(&settings, tls)
    }
    guard let pointer = started else {
      throw tls == nil
        ? ServerError(.unavailable, "the local server cannot be started")
        : ServerError(.tls, "the local server cannot be started with this certificate and key")
    }
    handle = Mutex(Handle(pointer: pointer, socket: socket))
  }

  /// Accepts no more connections; those that stand go on.
  func quiesce() {
    handle.withLock { handle in
      guard let pointer = handle?.pointer else { return }
      MHD_quiesce_daemon(pointer)
      handle?.isQuiet = true
    }
  }

  /// Ends the thread and closes all connections and the socket; none may be suspended any more.
  func stop() {
    handle.withLock { $0 = nil }
  }

  private static func start(
    _ settings: inout authrun_mhd_settings,
    _ tls: ServerTLS?
  ) -> OpaquePointer? {
    guard let tls else { return authrun_mhd_start(&settings) }
    return tls.privateKeyPEM.withCString { key in
      tls.certificatePEM.withCString { certificate in
        settings.key_pem = key
        settings.certificate_pem = certificate
        return authrun_mhd_start(&settings)
      }
    }
  }

  private static func setCallbacks(_ settings: inout authrun_mhd_settings) {
    settings.on_connection = { context, connection, place, event in
      guard let exchanges = ServerExchanges.of(context), let connection, let place else { return }
      if event == .CONNECTION_NOTIFY_STARTED {
        let id = exchanges.open(socket: ServerConnection(connection).socket)
        place.pointee = UnsafeMutableRawPointer(bitPattern: id)
      } else if let pointer = place.pointee {
        exchanges.close(UInt(bitPattern: pointer))
      }
    }
    settings.on_target = { context, target, connection in
      if let exchanges = ServerExchanges.of(context), let target, let connection,
        let id = ServerConnection(connection).exchange
      {
        exchanges.begin(id, target: String(cString: target))
      }
      return nil
    }
    settings.on_request = { context, connection, _, method, _, upload, count, _ in
      guard let exchanges = ServerExchanges.of(context), let method, let count,
        let connection = connection.map({ ServerConnection($0) }), let id = connection.exchange
      else { return .NO }
      let bytes = UnsafeRawBufferPointer(start: upload, count: count.pointee)
      count.pointee = 0
      let isGoingOn = exchanges.advance(id, connection, method: String(cString: method), bytes)
      return isGoingOn ? .YES : .NO
    }
    settings.on_completed = { context, connection, _, _ in
      guard let exchanges = ServerExchanges.of(context), let connection,
        let id = ServerConnection(connection).exchange
      else { return }
      exchanges.complete(id)
    }
  }
}
