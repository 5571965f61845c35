import HTTP
import Standards

/// Throws unless a request may be in the air from now on for as long as it may take.
typealias SendPermit = @Sendable () throws(AuthRunError) -> Void

/// Sends one request of a flow, shows it in the trace, and folds transport failures.
struct Exchange: Sendable {
  let http: any HTTPTransport
  /// What holds for every exchange of this run.
  let limits: HTTPLimits
  let tracer: Tracer
  /// Which addresses hosts may have; without a descriptor that says more, public ones alone.
  var addresses = AddressRule()
  /// Asked right before each request leaves; what it throws keeps the request here.
  var permit: SendPermit?

  func send(
    _ request: HTTPRequest,
    step: String,
    largestBody: Int? = nil,
    identity: ClientIdentity? = nil
  ) async throws(AuthRunError) -> HTTPResponse {
    tracer.sent(step, request)
    var limits = limits
    limits.addresses = addresses
    if let largestBody { limits.maxBody = largestBody }
    try permit?()
    do throws(HTTPError) {
      let response = try await http.send(request, limits: limits, identity: identity)
      tracer.received(step, response)
      return response
    } catch {
      throw AuthRunError(error, step: step)
    }
  }

  /// Bytes of an answer's body that are looked at for a trace, and for secrets that errors may repeat.
  private static let longestLook = 64 << 10

  /// Sends one request and gives the answer as soon as its head is there.
  func open(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits,
    step: String,
    identity: ClientIdentity? = nil
  ) async throws(AuthRunError) -> StreamedAnswer {
    tracer.sent(step, request)
    if upload != nil { tracer.note(step, "the body is read while it is sent, and not shown") }
    var limits = limits
    limits.addresses = addresses
    try permit?()
    let stream: any HTTPBodyStream
    do throws(HTTPError) {
      stream = try await http.open(
        request,
        upload: upload,
        limits: limits,
        identity: identity
      )
    } catch {
      throw AuthRunError(error, step: step)
    }
    let answer = StreamedAnswer(stream, url: request.url, step: step)
    guard tracer.sink != nil || answer.head.status >= 400 else { return answer }
    // A body that may go on for ever is not waited for.
    if isShort(answer.head), let whole = try await answer.whole(atMost: Self.longestLook) {
      tracer.received(step, whole)
    } else {
      tracer.received(step, answer.head)
      tracer.note(step, "the body is passed on as it comes, and not shown")
    }
    return answer
  }

  /// Whether a body is of a kind that ends soon.
  private func isShort(_ head: HTTPResponse) -> Bool {
    if head.status >= 300 || head.headers.contentType?.isJSON == true { return true }
    let length = head.headers["Content-Length"].flatMap { Int($0) }
    return length.map { $0 <= Self.longestLook } ?? false
  }
}
