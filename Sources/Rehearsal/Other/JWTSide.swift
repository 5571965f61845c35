import Crypto
import Providers
import Standards
import Synchronization

/// Plays a service that takes tokens which its clients sign themselves, or gives others for them.
final class JWTSide: PracticeSide {
  private let plan: PracticePlan
  private let spec: JWTSpec
  private let tokens: PracticeTokens
  private let live = Mutex<Set<String>>([])

  init(_ plan: PracticePlan, _ spec: JWTSpec, _ tokens: PracticeTokens) {
    self.plan = plan
    self.spec = spec
    self.tokens = tokens
  }

  func answer(_ request: PracticeRequest) -> PracticeAnswer? {
    if let step = spec.exchange?.step, let url = plan.url(step), request.isFor(url) {
      return exchange(request, step)
    }
    if let answer = plan.lookupAnswer(request, isLive: isLive) { return answer }
    guard plan.isResource(request) else { return nil }
    var report = StepReport("api")
    let given = plan.presentedToken(of: request)
    report.check("token in its place", given != nil, "it is not where the descriptor puts it")
    report.check("token", given.map(isLive) ?? false, "it is none that holds here")
    plan.checkConstants(of: request, &report)
    return PracticeAnswer(
      report: report,
      response: report.hasFault
        ? .json(["error": "invalid_token"], status: 401) : plan.resourceAnswer
    )
  }

  private func isLive(_ token: String) -> Bool {
    spec.exchange == nil ? holds(token) : live.withLock { $0.contains(token) }
  }

  private func exchange(_ request: PracticeRequest, _ step: EndpointSpec) -> PracticeAnswer {
    var report = StepReport("token")
    plan.checkShape(of: request, as: step, &report)
    let parameters = plan.parameters(of: request)
    let assertion: String
    if spec.exchange?.place == .bearer {
      let field = request.headers["Authorization"] ?? ""
      assertion = field.hasPrefix("Bearer ") ? String(field.dropFirst(7)) : ""
    } else {
      assertion = parameters.only(step.rename["assertion"] ?? "assertion") ?? ""
    }
    report.check(
      "assertion",
      holds(assertion),
      "it is missing, has ended, or another key signed it"
    )
    guard !report.hasFault else {
      return PracticeAnswer(
        report: report,
        response: .json(
          ["error": "invalid_grant", "error_description": .string(report.faultText)],
          status: 400
        )
      )
    }
    let access = tokens.opaque()
    live.withLock { _ = $0.insert(access) }
    var builder = PracticeTokenResponse(spec.response, tokens).builder(access: access)
    for source in spec.response.set {
      if let text = plan.text(source.option) { builder.set(source.pointer, .string(text)) }
    }
    return PracticeAnswer(report: report, response: .json(builder.value))
  }

  /// Whether the client's key has signed the token, which lives, and whose claims are the descriptor's.
  private func holds(_ token: String) -> Bool {
    guard let key = plan.clientKey,
      let keys = try? JWSVerificationKeys(
        key,
        algorithms: spec.token.algorithm.map { [$0] } ?? SignatureAlgorithm.allCases,
        provider: OpenSSLSignatures()
      ),
      (try? JWS.verify(token, keys: keys)) != nil,
      let claims = try? JWTClaims.unverified(token).claims,
      let end = claims["exp"]?.number?.int64
    else { return false }
    let now = tokens.clock.now().seconds
    return end > now && (claims["iat"]?.number?.int64 ?? .max) <= now
  }
}
