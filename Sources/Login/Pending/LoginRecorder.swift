import Crypto
import HTTP
import Standards
import Synchronization

/// Writes down what a login draws and is answered.
final class LoginRecorder: RandomSource, HTTPTransport, Clock {
  private let recording: Mutex<LoginRecording>
  private let carrier = Mutex<(any HTTPTransport)?>(nil)
  private let source = SystemRandom()
  /// Time stands still, as it will when the login is run again.
  private let begun: Timestamp

  init(at begun: Timestamp) {
    self.begun = begun
    recording = Mutex(LoginRecording(begun: begun))
  }

  var written: LoginRecording { recording.withLock { $0 } }

  /// Sends what is to be sent with another.
  func carried(by transport: any HTTPTransport) -> LoginRecorder {
    carrier.withLock { $0 = transport }
    return self
  }

  func now() -> Timestamp { begun }

  func bytes(_ count: Int) -> [UInt8] {
    let drawn = source.bytes(count)
    recording.withLock { $0.random.append(drawn) }
    return drawn
  }

  func send(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits?
  ) async throws(HTTPError) -> HTTPResponse {
    try await send(request, limits: limits, identity: nil)
  }

  func send(
    _ request: HTTPRequest,
    limits: HTTPLimits?,
    identity: ClientIdentity?
  ) async throws(HTTPError) -> HTTPResponse {
    guard let carrier = carrier.withLock({ $0 }) else {
      throw HTTPError(.internal, host: request.url.authority, "nothing carries the request")
    }
    let response = try await carrier.send(request, limits: limits, identity: identity)
    let exchange = LoginRecording.Exchange(
      method: request.method,
      url: request.url.text,
      response: response
    )
    recording.withLock { $0.exchanges.append(exchange) }
    return response
  }
}

/// Gives a login what it got before, then lets it go on for real.
final class LoginReplayer: RandomSource, HTTPTransport, Clock {
  private struct State {
    var random: [[UInt8]]
    var exchanges: [LoginRecording.Exchange]
    var isLive = false
    var carrier: (any HTTPTransport)?
  }

  private let state: Mutex<State>
  private let begun: Timestamp
  private let source = SystemRandom()
  private let clock: any Clock
  /// Called once, before the first request that is really sent; an error says why it must not be.
  private let goLive: @Sendable () -> String?

  init(
    _ recording: LoginRecording,
    clock: any Clock = SystemClock(),
    goLive: @escaping @Sendable () -> String?
  ) {
    self.clock = clock
    begun = recording.begun
    self.goLive = goLive
    state = Mutex(State(random: recording.random, exchanges: recording.exchanges))
  }

  /// Whether a request was really sent.
  var isLive: Bool { state.withLock { $0.isLive } }

  func carried(by transport: any HTTPTransport) -> LoginReplayer {
    state.withLock { $0.carrier = transport }
    return self
  }

  func now() -> Timestamp { isLive ? clock.now() : begun }

  func bytes(_ count: Int) -> [UInt8] {
    let recorded = state.withLock { state in
      state.random.first?.count == count ? state.random.removeFirst() : nil
    }
    return recorded ?? source.bytes(count)
  }

  func send(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits?
  ) async throws(HTTPError) -> HTTPResponse {
    try await send(request, limits: limits, identity: nil)
  }

  func send(
    _ request: HTTPRequest,
    limits: HTTPLimits?,
    identity: ClientIdentity?
  ) async throws(HTTPError) -> HTTPResponse {
    let host = request.url.authority
    let (recorded, isFirst, carrier) = state.withLock { state in
      guard state.exchanges.isEmpty else {
        return (Optional(state.exchanges.removeFirst()), false, state.carrier)
      }
      defer { state.isLive = true }
      return (nil, !state.isLive, state.carrier)
    }
    if let recorded {
      guard recorded.method == request.method, recorded.url == request.url.text else {
        throw HTTPError(
          .invalidRequest,
          host: host,
          "the descriptor has changed since the login was begun"
        )
      }
      return recorded.response
    }
    if isFirst, let objection = goLive() { throw HTTPError(.invalidRequest, host: "", objection) }
    guard let carrier else { throw HTTPError(.internal, host: host, "nothing carries the request") }
    return try await carrier.send(request, limits: limits, identity: identity)
  }
}
