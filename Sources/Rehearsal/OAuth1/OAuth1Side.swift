import Crypto
import Providers
import Standards
import Synchronization

/// Plays an OAuth 1.0a provider (RFC 5849) as a descriptor describes it.
final class OAuth1Side: PracticeSide {
  let plan: PracticePlan
  let spec: OAuth1Spec
  let tokens: PracticeTokens
  let state = Mutex(OAuth1State())

  init(_ plan: PracticePlan, _ spec: OAuth1Spec, _ tokens: PracticeTokens) {
    self.plan = plan
    self.spec = spec
    self.tokens = tokens
  }

  func answer(_ request: PracticeRequest) -> PracticeAnswer? {
    if let url = plan.url(spec.requestToken), request.isFor(url) {
      return requestToken(request, spec.requestToken)
    }
    if let url = plan.url(spec.accessToken), request.isFor(url) { return accessToken(request) }
    guard plan.isResource(request) else { return nil }
    return resource(request)
  }

  private func requestToken(_ request: PracticeRequest, _ step: EndpointSpec?) -> PracticeAnswer {
    var report = StepReport("request_token")
    plan.checkShape(of: request, as: step, &report)
    let read = verify(request, token: nil, secret: "", &report)
    let callback = read?.signed.only("oauth_callback")
    report.check("callback named", callback != nil, "oauth_callback is missing (RFC 5849 §2.1)")
    if let callback, !plan.showsCode(callback) {
      report.check(
        "callback registered",
        plan.isRegistered(callback),
        "it is none of the redirect URIs of the descriptor"
      )
    }
    guard !report.hasFault, let callback else { return refuse(report) }
    let token = tokens.opaque()
    let secret = tokens.opaque()
    state.withLock {
      $0.temporary[token] = OAuth1State.Temporary(secret: secret, callback: callback)
    }
    let pairs = [
      ("oauth_token", token), ("oauth_token_secret", secret), ("oauth_callback_confirmed", "true"),
    ]
    return PracticeAnswer(report: report, response: .form(pairs))
  }

  private func accessToken(_ request: PracticeRequest) -> PracticeAnswer {
    var report = StepReport("access_token")
    plan.checkShape(of: request, as: spec.accessToken, &report)
    guard let read = OAuth1Parameters(request) else {
      report.check("signed", false, "the request has no OAuth parameters")
      return refuse(report)
    }
    if read.signed.only("x_auth_mode") != nil { return xAuth(request, read, report) }
    let token = read.parameters.only("oauth_token") ?? ""
    let temporary = state.withLock { $0.temporary[token] }
    report.check("temporary token known", temporary != nil, "oauth_token was not handed out here")
    _ = verify(request, token: token, secret: temporary?.secret ?? "", &report)
    report.check("temporary token unused", temporary?.isUsed != true, "it was exchanged before")
    let verifier = read.parameters.only("oauth_verifier")
    let approved = temporary?.verifier
    report.check("user has agreed", approved != nil, "the consent page was not answered")
    report.check(
      "verifier",
      approved != nil && verifier == approved,
      "oauth_verifier is not the one that the user brought back"
    )
    guard !report.hasFault else { return refuse(report) }
    state.withLock { $0.temporary[token]?.isUsed = true }
    return grant(report)
  }

  private func xAuth(
    _ request: PracticeRequest,
    _ read: OAuth1Parameters,
    _ report: StepReport
  ) -> PracticeAnswer {
    var report = report
    report.check("xAuth allowed", spec.allowsXAuth, "the descriptor does not say xauth")
    _ = verify(request, token: nil, secret: "", &report)
    report.check(
      "x_auth_mode",
      read.signed.only("x_auth_mode") == "client_auth",
      "it is not client_auth"
    )
    for (parameter, option) in [("x_auth_username", "username"), ("x_auth_password", "password")] {
      let given = read.signed.only(parameter)
      report.check(
        parameter,
        given?.isEmpty == false && (plan.text(option) == nil || given == plan.text(option)),
        "it differs from the option \(option)"
      )
    }
    return report.hasFault ? refuse(report) : grant(report)
  }

  private func grant(_ report: StepReport) -> PracticeAnswer {
    let token = tokens.opaque()
    let secret = tokens.opaque()
    state.withLock { $0.tokens[token] = secret }
    var pairs = [("oauth_token", token), ("oauth_token_secret", secret)]
    if plan.descriptor.identity?.source == .tokenResponse {
      var builder = JSONBuilder()
      PracticeIdentity.add(to: &builder, as: plan.descriptor.identity)
      for member in builder.value.object?.members ?? [] {
        if let text = member.value.string { pairs.append((member.name, text)) }
      }
    }
    return PracticeAnswer(report: report, response: .form(pairs))
  }

  private func resource(_ request: PracticeRequest) -> PracticeAnswer {
    var report = StepReport("api")
    if spec.accessToken == nil {
      let token = plan.text("oauth_token")
      _ = verify(request, token: token, secret: plan.text("oauth_token_secret") ?? "", &report)
    } else {
      let token = OAuth1Parameters(request)?.parameters.only("oauth_token") ?? ""
      let secret = state.withLock { $0.tokens[token] }
      report.check("token known", secret != nil, "oauth_token is no access token of this provider")
      _ = verify(request, token: token, secret: secret ?? "", &report)
    }
    checkBodyHash(request, &report)
    plan.checkConstants(of: request, &report)
    guard !report.hasFault else { return refuse(report) }
    return PracticeAnswer(report: report, response: plan.resourceAnswer)
  }

  func refuse(_ report: StepReport) -> PracticeAnswer {
    let errors: JSONValue = [
      "errors": [["code": 32, "message": .string("practice provider: \(report.faultText)")]]
    ]
    return PracticeAnswer(report: report, response: .json(errors, status: 401))
  }
}
