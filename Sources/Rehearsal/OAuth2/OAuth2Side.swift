import Crypto
import Providers
import Standards
import Synchronization

/// Plays an OAuth 2.0 provider (RFC 6749) as a descriptor describes it.
final class OAuth2Side: PracticeSide {
  let plan: PracticePlan
  let spec: OAuth2Spec
  let tokens: PracticeTokens
  let state = Mutex(OAuth2State())

  init(_ plan: PracticePlan, _ spec: OAuth2Spec, _ tokens: PracticeTokens) {
    self.plan = plan
    self.spec = spec
    self.tokens = tokens
  }

  func answer(_ request: PracticeRequest) -> PracticeAnswer? {
    let isToken = plan.url(spec.token).map { request.isFor($0) } ?? false
    let isRefresh = plan.url(spec.refresh).map { request.isFor($0) } ?? false
    if isToken || isRefresh {
      // Both are mostly one URL; then the grant decides.
      let grant = plan.parameters(of: request).only("grant_type")
      return isRefresh && (grant == "refresh_token" || !isToken)
        ? refresh(request) : token(request)
    }
    guard plan.isResource(request) else { return nil }
    return resource(request)
  }

  private func resource(_ request: PracticeRequest) -> PracticeAnswer {
    var report = StepReport("api")
    let given = plan.presentedToken(of: request)
    report.check("token in its place", given != nil, "it is not where the descriptor puts it")
    report.check(
      "access token",
      given.map { token in state.withLock { $0.accessTokens.contains(token) } } ?? false,
      "it is none that this provider gave, or was revoked"
    )
    plan.checkConstants(of: request, &report)
    guard report.hasFault else {
      return PracticeAnswer(report: report, response: plan.resourceAnswer)
    }
    var response = HTTPResponse.json(
      ["error": "invalid_token", "error_description": .string(report.faultText)],
      status: 401
    )
    response.headers["WWW-Authenticate"] = "Bearer error=\"invalid_token\""
    return PracticeAnswer(report: report, response: response)
  }
}
