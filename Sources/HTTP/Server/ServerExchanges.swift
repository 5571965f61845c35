import Glibc
import Standards
import Synchronization

/// All exchanges of a server: takes the calls of libmicrohttpd and the answers of the handler.
final class ServerExchanges: Sendable {
  typealias Handler = @Sendable (ServerRequest) async -> HTTPResponse

  private struct State {
    var exchanges: [UInt: ServerExchange] = [:]
    var lastID: UInt = 0
    var isStopping = false
    var idleWaiters: [CheckedContinuation<Void, Never>] = []
  }

  private let limits: ServerLimits
  private let handler: Handler
  private let state = Mutex(State())

  init(limits: ServerLimits, handler: @escaping Handler) {
    self.limits = limits
    self.handler = handler
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> ServerExchanges? {
    context.map { Unmanaged<ServerExchanges>.fromOpaque($0).takeUnretainedValue() }
  }

  /// A connection was accepted; returns its number, which is never 0.
  func open(socket: Int32) -> UInt {
    let timeout = limits.requestTimeout
    let most = max(1, limits.connections * 3 / 4)
    return state.withLock { state in
      Self.makeRoom(in: &state, most: most)
      state.lastID += 1
      let id = state.lastID
      var exchange = ServerExchange(socket: socket)
      exchange.deadline = Task { [weak self] in
        try? await Task.sleep(for: timeout)
        if !Task.isCancelled { self?.expire(id) }
      }
      state.exchanges[id] = exchange
      return id
    }
  }

  /// Ends the oldest connections that have not sent a whole request, so that there are fewer than `most`.
  ///
  /// Whoever holds many open, and opens them anew, would else keep a browser out; what it sends comes at once.
  private static func makeRoom(in state: inout State, most: Int) {
    let incomplete = state.exchanges.filter { $0.value.isIncomplete }.keys
    guard incomplete.count >= most else { return }
    for id in incomplete.sorted().prefix(incomplete.count - most + 1) {
      guard let exchange = state.exchanges[id] else { continue }
      shutdown(exchange.socket, Int32(SHUT_RDWR))
      state.exchanges[id]?.isGivenUp = true
    }
  }

  /// The connection is about to be closed.
  func close(_ id: UInt) {
    let waiters = state.withLock { state in
      state.exchanges.removeValue(forKey: id)?.deadline?.cancel()
      return Self.takeWaiters(&state)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// The request line was read.
  func begin(_ id: UInt, target: String) {
    state.withLock { $0.exchanges[id]?.request.target = target }
  }

  /// Takes the next part of a request; `false` closes the connection.
  func advance(
    _ id: UInt,
    _ connection: ServerConnection,
    method: String,
    _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    let answer: HTTPResponse? = state.withLock { state in
      switch state.exchanges[id]?.phase {
      case .head:
        return Self.readHead(&state.exchanges[id], connection, method, limits)
      case .body:
        guard bytes.isEmpty else {
          Self.readBody(&state.exchanges[id], bytes, limits)
          return nil
        }
        return dispatch(id, connection, &state)
      case .answering(let response):
        return response
      case .handling, .done, nil:
        return nil
      }
    }
    guard let answer else { return true }
    return connection.queue(answer)
  }

  /// The answer was sent, or the client is gone.
  func complete(_ id: UInt) {
    let waiters = state.withLock { state in
      state.exchanges[id]?.phase = .done
      return Self.takeWaiters(&state)
    }
    for waiter in waiters { waiter.resume() }
  }

  private static func readHead(
    _ exchange: inout ServerExchange?,
    _ connection: ServerConnection,
    _ method: String,
    _ limits: ServerLimits
  ) -> HTTPResponse? {
    let headers = connection.headers
    exchange?.request.method = method
    exchange?.request.headers = headers
    exchange?.phase = .body
    guard let length = headers["Content-Length"].flatMap({ Int($0) }), length > limits.maxBody
    else { return nil }
    return tooLarge
  }

  private static func readBody(
    _ exchange: inout ServerExchange?,
    _ bytes: UnsafeRawBufferPointer,
    _ limits: ServerLimits
  ) {
    guard var changed = exchange.take() else { return }
    if changed.isTooLarge || bytes.count > limits.maxBody - changed.request.body.count {
      changed.isTooLarge = true
    } else {
      changed.request.body.append(contentsOf: bytes)
    }
    exchange = changed
  }

  private static let tooLarge = HTTPResponse(refusal: 413, "The request is too large.")

  /// Suspends the connection and starts the handler, or answers at once.
  private func dispatch(
    _ id: UInt,
    _ connection: ServerConnection,
    _ state: inout State
  ) -> HTTPResponse? {
    guard let exchange = state.exchanges[id] else { return nil }
    if exchange.isTooLarge { return Self.tooLarge }
    if state.isStopping { return Self.stopped }
    // Under the lock, so that nobody resumes it before it is suspended.
    connection.suspend()
    exchange.deadline?.cancel()
    state.exchanges[id]?.phase = .handling
    state.exchanges[id]?.connection = connection
    let (handler, request) = (handler, exchange.request)
    state.exchanges[id]?.handling = Task {
      let response = await handler(request)
      self.answer(id, response)
    }
    return nil
  }

  private static let stopped = HTTPResponse(refusal: 503, "The server is stopping.")

  private func answer(_ id: UInt, _ response: HTTPResponse) {
    state.withLock { Self.answer(id, response, &$0) }
  }

  private static func answer(_ id: UInt, _ response: HTTPResponse, _ state: inout State) {
    guard case .handling = state.exchanges[id]?.phase else { return }
    state.exchanges[id]?.phase = .answering(response)
    state.exchanges[id]?.handling = nil
    // Under the lock too: once the phase says "answering", the server may be stopped by others.
    state.exchanges[id]?.connection?.resume()
  }

  private func expire(_ id: UInt) {
    state.withLock { state in
      guard let exchange = state.exchanges[id] else { return }
      switch exchange.phase {
      case .head, .body:
        // The library notices the end of the stream and closes; the number of the descriptor cannot
        // have been given to another, because the library reports a connection before closing it.
        shutdown(exchange.socket, Int32(SHUT_RDWR))
      case .handling, .answering, .done: break
      }
    }
  }
}

extension ServerExchanges {
  /// Waits until all complete requests are answered, at most the given time, then ends those left.
  ///
  /// Nothing is suspended afterwards, and nothing new will be.
  func drain() async {
    state.withLock { $0.isStopping = true }
    await waitUntilIdle(atMost: limits.stopTimeout)
    let handlers = state.withLock { state in
      var handlers: [Task<Void, Never>] = []
      for (id, exchange) in state.exchanges {
        if let handling = exchange.handling { handlers.append(handling) }
        Self.answer(id, Self.stopped, &state)
      }
      return handlers
    }
    guard !handlers.isEmpty else { return }
    for handler in handlers { handler.cancel() }
    await waitUntilIdle(atMost: .seconds(1))
  }

  private func waitUntilIdle(atMost time: Duration) async {
    let timer = Task {
      try? await Task.sleep(for: time)
      for waiter in self.state.withLock({ Self.takeWaiters(&$0, always: true) }) {
        waiter.resume()
      }
    }
    await withCheckedContinuation { continuation in
      let waiters = state.withLock { state in
        state.idleWaiters.append(continuation)
        return Self.takeWaiters(&state)
      }
      for waiter in waiters { waiter.resume() }
    }
    timer.cancel()
  }

  /// Those who wait, when there is nothing left to wait for.
  private static func takeWaiters(
    _ state: inout State,
    always: Bool = false
  ) -> [CheckedContinuation<Void, Never>] {
    guard always || !state.exchanges.values.contains(where: \.isOwed) else { return [] }
    defer { state.idleWaiters = [] }
    return state.idleWaiters
  }
}
