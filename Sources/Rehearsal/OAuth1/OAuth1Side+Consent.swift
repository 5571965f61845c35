import Providers
import Standards
import Synchronization

extension OAuth1Side {
  func isAuthorize(_ request: PracticeRequest) -> Bool {
    plan.url(spec.authorize).map { request.isFor($0) } ?? false
  }

  func openConsent(_ request: PracticeRequest) -> ConsentStart {
    var report = StepReport("authorize")
    report.check(
      "method GET",
      request.method == "GET",
      "the page is asked for by \(request.method)"
    )
    let token = request.query.only("oauth_token") ?? ""
    let temporary = state.withLock { $0.temporary[token] }
    report.check("temporary token known", temporary != nil, "oauth_token was not handed out here")
    report.check(
      "temporary token unused",
      temporary.map { $0.verifier == nil && !$0.isUsed } ?? true,
      "the user was asked before"
    )
    plan.checkNoSecret(in: request.query, &report)
    guard !report.hasFault, let temporary else {
      let page = ConsentPage.refusal(plan.descriptor.name, report.faultText)
      return .answer(PracticeAnswer(report: report, response: page))
    }
    let target = plan.showsCode(temporary.callback) ? "shows a PIN to type" : temporary.callback
    return .ask(Consent(key: token, facts: [("Comes back to", target)]), report)
  }

  func decide(_ consent: Consent, isAllowed: Bool) -> HTTPResponse {
    let token = consent.key
    let verifier = tokens.pin()
    let temporary = state.withLock { state in
      let temporary = state.temporary[token]
      if isAllowed {
        state.temporary[token]?.verifier = verifier
      } else {
        state.temporary[token] = nil
      }
      return temporary
    }
    let name = plan.descriptor.name
    guard let temporary else { return ConsentPage.refusal(name, "This request is over.") }
    guard !plan.showsCode(temporary.callback) else {
      return isAllowed
        ? ConsentPage.pin(name, verifier) : ConsentPage.refusal(name, "You have refused.")
    }
    guard let callback = try? URI(temporary.callback) else {
      return ConsentPage.refusal(name, "The callback is no URL.")
    }
    let answer =
      isAllowed
      ? Parameters([("oauth_token", token), ("oauth_verifier", verifier)])
      : Parameters([("denied", token)])
    return .redirect(to: callback.appendingQuery(answer).text)
  }
}
