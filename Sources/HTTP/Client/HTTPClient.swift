package import Standards

/// Sends requests: one in, one response out, never a redirect followed, TLS always verified.
///
/// One thread, started with the first request, drives all exchanges through libcurl. A request with
/// a method that may change something is always sent on a new connection, because libcurl repeats a
/// request by itself when a kept connection turns out to be closed, and a refresh token that is
/// sent twice may be revoked.
package final class HTTPClient: Sendable {
  private let settings: HTTPClientSettings
  private let inbox: TransferInbox

  package init(_ settings: HTTPClientSettings = HTTPClientSettings()) {
    self.settings = settings
    inbox = TransferInbox()
  }

  deinit {
    inbox.close()
  }

  /// Sends the request and keeps the whole answer in memory.
  ///
  /// Any status is an answer. Cancelling the task ends the exchange with `cancelled`.
  package func send(
    _ request: HTTPRequest,
    upload: FileUpload? = nil,
    limits: HTTPLimits? = nil
  ) async throws(HTTPError) -> HTTPResponse {
    try await collect(request, upload: upload, limits: limits, identity: nil)
  }

  /// Sends the request on a connection that shows a certificate of ours.
  package func send(
    _ request: HTTPRequest,
    limits: HTTPLimits?,
    identity: ClientIdentity?
  ) async throws(HTTPError) -> HTTPResponse {
    try await collect(request, upload: nil, limits: limits, identity: identity)
  }

  private func collect(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits?,
    identity: ClientIdentity?
  ) async throws(HTTPError) -> HTTPResponse {
    try RequestCheck.check(request)
    let id = inbox.makeID()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let receiver = CollectingReceiver { continuation.resume(returning: $0) }
        start(id, request, upload: upload, limits: limits, identity, receiver: receiver)
      }
    } onCancel: {
      inbox.post(.cancel(id))
    }
    return try result.get()
  }

  /// Sends the request and gives the answer as soon as its header is there; the body comes after.
  ///
  /// The body cap and the total time are those of `limits`; `HTTPLimits.unbounded` suits files.
  package func stream(
    _ request: HTTPRequest,
    upload: FileUpload? = nil,
    limits: HTTPLimits = .unbounded,
    identity: ClientIdentity? = nil
  ) async throws(HTTPError) -> HTTPStream {
    try RequestCheck.check(request)
    let id = inbox.makeID()
    let receiver = StreamReceiver()
    let stream = HTTPStream(client: self, transfer: id, receiver: receiver)
    start(id, request, upload: upload, limits: limits, identity, receiver: receiver)
    try await stream.receiveHead()
    return stream
  }

  func post(_ message: TransferInbox.Message) {
    inbox.post(message)
  }

  private func start(
    _ id: TransferID,
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits?,
    _ identity: ClientIdentity? = nil,
    receiver: any TransferReceiver
  ) {
    let order = TransferOrder(
      id: id,
      request: request,
      upload: upload,
      limits: limits ?? settings.limits,
      identity: identity,
      settings: settings,
      queuedAt: .now,
      receiver: receiver
    )
    inbox.post(.start(order))
    // A cancellation that came before the start found nothing to end; it is told again.
    if Task.isCancelled { inbox.post(.cancel(id)) }
  }
}
