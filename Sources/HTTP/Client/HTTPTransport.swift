package import Standards

/// What carries a request to its service and brings the answer back.
///
/// `HTTPClient` is the real one; recorded cases of a provider put a script in its place.
package protocol HTTPTransport: Sendable {
  /// Sends the request and keeps the whole answer in memory; any status is an answer.
  func send(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits?
  ) async throws(HTTPError) -> HTTPResponse

  /// Sends the request and gives the answer as soon as its header is there; the body comes after.
  func open(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits
  ) async throws(HTTPError) -> any HTTPBodyStream

  /// As `send`, on a connection that shows a certificate of ours; a stand-in for a network needs none.
  func send(
    _ request: HTTPRequest,
    limits: HTTPLimits?,
    identity: ClientIdentity?
  ) async throws(HTTPError) -> HTTPResponse

  /// As `open`, on a connection that shows a certificate of ours.
  func open(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits,
    identity: ClientIdentity?
  ) async throws(HTTPError) -> any HTTPBodyStream
}

/// An answer whose body arrives in pieces.
package protocol HTTPBodyStream: Sendable {
  /// Status and header fields, with an empty body.
  var head: HTTPResponse { get }

  /// The next piece of the body, `nil` at its end.
  func next() async throws(HTTPError) -> [UInt8]?
}

extension HTTPTransport {
  package func send(
    _ request: HTTPRequest,
    limits: HTTPLimits? = nil
  ) async throws(HTTPError) -> HTTPResponse {
    try await send(request, upload: nil, limits: limits)
  }

  /// For a transport that knows whole answers only: the body is one piece.
  package func open(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits
  ) async throws(HTTPError) -> any HTTPBodyStream {
    WholeBody(try await send(request, upload: upload, limits: limits))
  }
}

extension HTTPTransport {
  package func send(
    _ request: HTTPRequest,
    limits: HTTPLimits?,
    identity: ClientIdentity?
  ) async throws(HTTPError) -> HTTPResponse {
    try await send(request, upload: nil, limits: limits)
  }

  package func open(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits,
    identity: ClientIdentity?
  ) async throws(HTTPError) -> any HTTPBodyStream {
    try await open(request, upload: upload, limits: limits)
  }
}

extension HTTPClient: HTTPTransport {
  package func open(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits,
    identity: ClientIdentity?
  ) async throws(HTTPError) -> any HTTPBodyStream {
    try await stream(request, upload: upload, limits: limits, identity: identity)
  }

  package func open(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits
  ) async throws(HTTPError) -> any HTTPBodyStream {
    try await stream(request, upload: upload, limits: limits)
  }
}

extension HTTPStream: HTTPBodyStream {}
