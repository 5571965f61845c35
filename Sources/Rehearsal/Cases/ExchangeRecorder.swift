import HTTP
import Standards
import Synchronization

/// Lets requests through to another transport and keeps them with their answers.
final class ExchangeRecorder: HTTPTransport {
  private let inner: any HTTPTransport
  private let tape: CaseTape

  init(_ inner: any HTTPTransport, _ tape: CaseTape) {
    self.inner = inner
    self.tape = tape
  }

  func send(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits?
  ) async throws(HTTPError) -> HTTPResponse {
    let response = try await inner.send(request, upload: upload, limits: limits)
    tape.add(.exchange(GoldenRequest(request), .response(Self.essential(response))))
    return response
  }

  /// Fields that say how or when a message travelled, or what a browser should do with it.
  private static let incidental: Set<String> = [
    "age", "alt-svc", "cache-control", "cf-cache-status", "cf-ray", "connection",
    "content-encoding", "content-length", "content-security-policy", "date", "etag", "expires",
    "keep-alive", "last-modified", "nel", "p3p", "permissions-policy", "pragma",
    "referrer-policy", "report-to", "server", "strict-transport-security",
    "transfer-encoding", "vary", "via", "x-content-type-options", "x-frame-options",
    "x-request-id", "x-xss-protection",
  ]

  private static func essential(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.headers.fields.removeAll { incidental.contains($0.name.lowercased()) }
    return response
  }
}

/// The steps of a case while they happen.
final class CaseTape: Sendable {
  private let steps = Mutex<[CaseStep]>([])

  func add(_ step: CaseStep) {
    steps.withLock { $0.append(step) }
  }

  /// The steps since the last call.
  func take() -> [CaseStep] {
    steps.withLock { steps in
      defer { steps = [] }
      return steps
    }
  }
}
