import HTTP
import Login
import Standards
import Synchronization

/// Plays the steps of a case in their order: the network and the user's browser at once.
///
/// Notes what happened in each step, and what was not as recorded.
final class CaseScript: HTTPTransport, Sendable {
  private struct State {
    var steps: [CaseStep] = []
    var observed: [CaseStep] = []
    var faults: [CaseFault] = []
  }

  private let state = Mutex(State())

  /// Begins to play other steps.
  func begin(_ steps: [CaseStep]) {
    state.withLock { $0 = State(steps: steps) }
  }

  /// What happened since the last beginning; steps that nobody came to are a fault.
  func end() -> (observed: [CaseStep], faults: [CaseFault]) {
    state.withLock { state in
      if let next = state.steps.first {
        let count = state.steps.count == 1 ? "" : " and \(state.steps.count - 1) more"
        state.faults.append(
          CaseFault(
            step: state.observed.count + 1,
            "did not happen: \(next.words)\(count)"
          )
        )
      }
      return (state.observed, state.faults)
    }
  }

  /// The callback for a visit of `url`; `nil` when no visit is due.
  func visit(_ url: URI) -> CaseCallback? {
    state.withLock { state in
      let number = state.observed.count + 1
      guard case .browser(let expected, let callback)? = state.steps.first else {
        state.faults.append(CaseFault(step: number, "unexpected: the browser at \(url.text)"))
        return nil
      }
      state.steps.removeFirst()
      state.observed.append(.browser(url: AnyText.masked(url.text), callback))
      if let expected, !AnyText(expected).matches(url.text) {
        state.faults.append(
          CaseFault(
            step: number,
            "the browser's page differs",
            [CaseDifference("url", expected: expected, actual: url.text)]
          )
        )
      }
      return callback
    }
  }

  func send(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits?
  ) async throws(HTTPError) -> HTTPResponse {
    let reply = state.withLock { state -> CaseReply? in
      let number = state.observed.count + 1
      guard case .exchange(let expected, let reply)? = state.steps.first else {
        let summary = "\(request.method) \(request.url.text)"
        state.faults.append(CaseFault(step: number, "unexpected: \(summary)"))
        return nil
      }
      state.steps.removeFirst()
      state.observed.append(.exchange(GoldenRequest(request), reply))
      let differences = expected?.differences(from: request) ?? []
      if !differences.isEmpty {
        state.faults.append(CaseFault(step: number, "the request differs", differences))
      }
      return reply
    }
    switch reply {
    case .response(let response): return response
    case .failure(let failure): throw failure.error(host: request.url.host)
    case nil:
      throw HTTPError(.internal, host: request.url.host, "no reply is recorded for this request")
    }
  }
}

/// Something that is not as recorded.
package struct CaseFault: Hashable, Sendable {
  /// The number of the step, from 1 on; `nil` for the result.
  package var step: Int?
  package var message: String
  package var differences: [CaseDifference]

  init(step: Int?, _ message: String, _ differences: [CaseDifference] = []) {
    self.step = step
    self.message = message
    self.differences = differences
  }
}

extension CaseStep {
  /// What should happen, in short.
  fileprivate var words: String {
    switch self {
    case .browser(let url, _): "the browser at \(url ?? "its page")"
    case .exchange(let request, _): request.map { "\($0.method) \($0.url)" } ?? "a request"
    }
  }
}

extension CaseFailure {
  fileprivate func error(host: String) -> HTTPError {
    switch self {
    case .refused: HTTPError(.refused, host: host, "nothing listens there")
    case .timeout:
      HTTPError(.timeout(afterSeconds: 30, phase: .waiting), host: host, "no answer within 30 s")
    case .closed: HTTPError(.closedEarly, host: host, "the connection ended before the answer")
    }
  }
}
