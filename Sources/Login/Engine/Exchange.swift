import HTTP
import Standards

/// Sends one request of a flow, shows it in the trace, and folds transport failures.
struct Exchange: Sendable {
  let http: any HTTPTransport
  /// What holds for every exchange of this run.
  let limits: HTTPLimits
  let tracer: Tracer

  func send(
    _ request: HTTPRequest,
    step: String,
    largestBody: Int? = nil
  ) async throws(AuthRunError) -> HTTPResponse {
    tracer.sent(step, request)
    var limits = limits
    if let largestBody { limits.maxBody = largestBody }
    do throws(HTTPError) {
      let response = try await http.send(request, limits: limits)
      tracer.received(step, response)
      return response
    } catch {
      throw AuthRunError(error, step: step)
    }
  }
}
