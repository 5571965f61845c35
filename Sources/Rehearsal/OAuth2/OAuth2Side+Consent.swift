import Providers
import Standards
import Synchronization

extension OAuth2Side {
  func isAuthorize(_ request: PracticeRequest) -> Bool {
    plan.url(spec.authorize).map { request.isFor($0) } ?? false
  }

  func openConsent(_ request: PracticeRequest) -> ConsentStart {
    var report = StepReport("authorize")
    let query = request.query
    report.check(
      "method GET",
      request.method == "GET",
      "the page is asked for by \(request.method)"
    )
    report.check(
      "each parameter once",
      query.repeated.filter { $0 != "resource" }.isEmpty,
      "\(query.repeated.joined(separator: ", ")) more than once"
    )
    plan.checkNoSecret(in: query, &report)
    checkValue("client_id", plan.text("client_id"), in: query, &report)
    let redirect = standard("redirect_uri", in: query)
    report.check(
      "redirect URI registered",
      redirect.map(plan.isRegistered) ?? false,
      "redirect_uri is none of those of the descriptor"
    )
    guard !report.hasFault, let redirect, let target = try? URI(redirect) else {
      // Nobody may be sent to an address that is not registered (RFC 6749 §4.1.2.1).
      let page = ConsentPage.refusal(plan.descriptor.name, report.faultText)
      return .answer(PracticeAnswer(report: report, response: page))
    }
    let pending = checkRequest(request, redirect: redirect, &report)
    if report.hasFault {
      let error = [("error", "invalid_request"), ("error_description", report.faultText)]
      let response = self.redirect(to: target, error, state: pending.state)
      return .answer(PracticeAnswer(report: report, response: response))
    }
    let key = tokens.opaque()
    state.withLock { $0.pending[key] = pending }
    let scope = pending.scope.isEmpty ? "none named" : pending.scope
    let place = plan.showsCode(redirect) ? "shows a code to type" : redirect
    return .ask(Consent(key: key, facts: [("Scope", scope), ("Comes back to", place)]), report)
  }

  func decide(_ consent: Consent, isAllowed: Bool) -> HTTPResponse {
    let code = tokens.opaque()
    let pending = state.withLock { state in
      let pending = state.pending.removeValue(forKey: consent.key)
      if isAllowed, let pending { state.codes[code] = OAuth2State.Code(pending: pending) }
      return pending
    }
    let name = plan.descriptor.name
    guard let pending, let target = try? URI(pending.redirectURI) else {
      return ConsentPage.refusal(name, "This request is over.")
    }
    guard !plan.showsCode(pending.redirectURI) else {
      return isAllowed
        ? ConsentPage.pin(name, code) : ConsentPage.refusal(name, "You have refused.")
    }
    let answer =
      isAllowed
      ? [("code", code)]
      : [("error", "access_denied"), ("error_description", "The user has refused.")]
    return redirect(to: target, answer, state: pending.state)
  }

  private func redirect(
    to target: URI,
    _ pairs: [(String, String)],
    state: String?
  ) -> HTTPResponse {
    let all = pairs + (state.map { [("state", $0)] } ?? [])
    return .redirect(to: target.appendingQuery(Parameters(all)).text)
  }

  /// The checks whose failure may be told to the client's redirect URI.
  private func checkRequest(
    _ request: PracticeRequest,
    redirect: String,
    _ report: inout StepReport
  ) -> OAuth2State.Pending {
    let query = request.query
    checkValue("response_type", "code", in: query, &report)
    let value = standard("state", in: query)
    if isSent("state") {
      report.check("state", value?.isEmpty == false, "it is missing or empty")
    }
    let challenge = standard("code_challenge", in: query)
    let method = standard("code_challenge_method", in: query)
    switch spec.pkce {
    case .forbidden:
      report.check("no PKCE", challenge == nil, "code_challenge is sent although it is forbidden")
    case .required, .optional:
      report.check("PKCE method S256", method == "S256", "code_challenge_method is not S256")
      report.check(
        "PKCE challenge",
        challenge.map { $0.utf8.count == 43 && (try? Base64URL.decode($0)) != nil } ?? false,
        "code_challenge is no SHA-256 in base64url"
      )
    }
    plan.checkAdditions(of: request, as: spec.authorize, &report)
    return OAuth2State.Pending(
      redirectURI: redirect,
      state: value,
      challenge: challenge,
      scope: standard("scope", in: query) ?? ""
    )
  }
}
