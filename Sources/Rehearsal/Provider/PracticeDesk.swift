import HTTP
import Providers
import Standards
import Synchronization

/// Takes each request of a practice provider to the step that it belongs to, and reports.
final class PracticeDesk: Sendable {
  private let plan: PracticePlan
  private let side: any PracticeSide
  private let tokens: PracticeTokens
  private let report: AsyncStream<RehearsalEvent>.Continuation
  /// Questions on a page that the user has not answered yet.
  private let open = Mutex<[String: Consent]>([:])

  init(
    _ plan: PracticePlan,
    _ side: any PracticeSide,
    _ tokens: PracticeTokens,
    report: AsyncStream<RehearsalEvent>.Continuation
  ) {
    self.plan = plan
    self.side = side
    self.tokens = tokens
    self.report = report
  }

  /// Answers as the descriptor's hosts do; the user, when asked, always agrees.
  func serve(_ received: ServerRequest, scheme: String) -> HTTPResponse {
    let request = PracticeRequest(received, scheme: scheme)
    let isKnown = plan.hosts.entries.contains {
      $0.scheme == scheme && HostName.of($0) == request.host
    }
    guard isKnown else { return unknown(request, "no host of the descriptor", status: 421) }
    if side.isAuthorize(request) {
      switch side.openConsent(request) {
      case .answer(let answer): return finish(request, answer)
      case .ask(let consent, let report):
        let response = side.decide(consent, isAllowed: true)
        return finish(request, PracticeAnswer(report: report, response: response))
      }
    }
    guard let answer = side.answer(request) else {
      return unknown(request, "no step of the descriptor", status: 404)
    }
    return finish(request, answer)
  }

  /// Answers the user's browser, which reaches the practice provider at an address of its own.
  func serveBrowser(_ received: ServerRequest, authority: String) -> HTTPResponse {
    let name = plan.descriptor.name
    // Under another name someone else's page would be talking to us (DNS rebinding).
    guard received.host == authority else {
      return ConsentPage.refusal(name, "This page is at \(authority) only.", status: 421)
    }
    if received.path == "/authrun/consent" { return decide(received) }
    guard let url = authorizeURL else { return ConsentPage.refusal(name, "Not here.", status: 404) }
    let request = PracticeRequest(received, scheme: url.scheme, host: url.authority)
    guard side.isAuthorize(request) else {
      return ConsentPage.refusal(name, "There is nothing here.", status: 404)
    }
    switch side.openConsent(request) {
    case .answer(let answer): return finish(request, answer)
    case .ask(let consent, let report):
      let ticket = tokens.opaque()
      open.withLock { $0[ticket] = consent }
      let page = ConsentPage.ask(name, consent, ticket: ticket)
      return finish(request, PracticeAnswer(report: report, response: page))
    }
  }

  func expectAPIRequests(_ areExpected: Bool) {
    side.expectAPIRequests(areExpected)
  }

  var authorizeURL: URI? {
    plan.url(plan.oauth2?.authorize ?? plan.descriptor.oauth1?.authorize)
  }

  private func decide(_ received: ServerRequest) -> HTTPResponse {
    let request = PracticeRequest(received, scheme: "http")
    let ticket = request.form.only("consent") ?? ""
    let decision = request.form.only("decision")
    let isComplete = request.method == "POST" && (decision == "allow" || decision == "deny")
    let consent = open.withLock { isComplete ? $0.removeValue(forKey: ticket) : nil }
    guard let consent else {
      return ConsentPage.refusal(plan.descriptor.name, "This question is not open any more.")
    }
    var response = side.decide(consent, isAllowed: decision == "allow")
    // After a form, the browser shall ask for the next page by GET.
    if response.status == 302 { response.status = 303 }
    var report = StepReport("consent")
    report.check("answered", true, "")
    return finish(request, PracticeAnswer(report: report, response: response))
  }

  private func unknown(_ request: PracticeRequest, _ fault: String, status: Int) -> HTTPResponse {
    var report = StepReport("unknown")
    report.check("expected request", false, fault)
    let body: JSONValue = ["error": .string("practice provider: \(fault)")]
    return finish(request, PracticeAnswer(report: report, response: .json(body, status: status)))
  }

  private func finish(_ request: PracticeRequest, _ answer: PracticeAnswer) -> HTTPResponse {
    report.yield(
      RehearsalEvent(
        step: answer.report.step,
        request: request.summary,
        checks: answer.report.checks,
        status: answer.response.status
      )
    )
    return answer.response
  }
}
