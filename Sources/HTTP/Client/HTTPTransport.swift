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
}

extension HTTPTransport {
  package func send(
    _ request: HTTPRequest,
    limits: HTTPLimits? = nil
  ) async throws(HTTPError) -> HTTPResponse {
    try await send(request, upload: nil, limits: limits)
  }
}

extension HTTPClient: HTTPTransport {}
