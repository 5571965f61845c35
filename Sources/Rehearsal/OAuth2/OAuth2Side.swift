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
  /// What signs ID tokens; `nil` where there are none.
  let idTokenKey: JWK?
  let idTokenAlgorithm: SignatureAlgorithm?

  init(_ plan: PracticePlan, _ spec: OAuth2Spec, _ tokens: PracticeTokens) throws(RehearsalError) {
    self.plan = plan
    self.spec = spec
    self.tokens = tokens
    guard let oidc = spec.oidc else {
      idTokenKey = nil
      idTokenAlgorithm = nil
      return
    }
    let algorithm = oidc.algorithms.first ?? (spec.issuer == nil ? .rs256 : .es256)
    do throws(CryptoError) {
      var key =
        algorithm.family == .hmac
        ? JWK(.symmetric(Secret(plan.text("client_secret") ?? "")))
        : try PracticeKeys.key(for: algorithm)
      key.keyID = algorithm.family == .hmac ? nil : "practice"
      idTokenKey = key
      idTokenAlgorithm = algorithm
    } catch {
      throw RehearsalError("a key for ID tokens could not be made")
    }
  }

  func answer(_ request: PracticeRequest) -> PracticeAnswer? {
    if let answer = metadata(request) ?? beside(request) { return answer }
    let isToken = plan.url(spec.token).map { request.isFor($0) } ?? false
    let isRefresh = plan.url(spec.refresh).map { request.isFor($0) } ?? false
    if isToken || isRefresh {
      if let refusal = missingNonce(request) { return refusal }
      // Both are mostly one URL; then the grant decides.
      let name = spec.refresh.rename["grant_type"] ?? "grant_type"
      let own = spec.refresh.parameters.first { $0.name == "grant_type" }
      let grant = plan.parameters(of: request).only(name)
      let expected = own?.expand(plan.values).map(PracticePlan.text) ?? "refresh_token"
      return isRefresh && (grant == expected || !isToken)
        ? refresh(request) : token(request)
    }
    if let answer = plan.lookupAnswer(request, isLive: isLive) { return answer }
    guard plan.isResource(request) else { return nil }
    return resource(request)
  }

  func isLive(_ token: String) -> Bool { state.withLock { $0.accessTokens.contains(token) } }

  private func resource(_ request: PracticeRequest) -> PracticeAnswer {
    var report = StepReport("api")
    checkToken(request, &report)
    plan.checkConstants(of: request, &report)
    guard report.hasFault else {
      return PracticeAnswer(report: report, response: plan.resourceAnswer)
    }
    return unauthorized(report)
  }

  /// The access token in its place, and the proof that belongs to it.
  func checkToken(_ request: PracticeRequest, _ report: inout StepReport) {
    // A function of the descriptor puts it where it likes.
    let isSigned = plan.descriptor.hooks.contains(.sign)
    let given =
      isSigned
      ? state.withLock { state in
        state.accessTokens.first { token in request.texts.contains { $0.contains(token) } }
      } : plan.presentedToken(of: request)
    report.check("token in its place", given != nil, "it is not where the descriptor puts it")
    report.check(
      "access token",
      given.map(isLive) ?? false,
      "it is none that this provider gave, or was revoked"
    )
    if spec.dpop != nil { checkProof(request, token: given, &report) }
  }

  func unauthorized(_ report: StepReport) -> PracticeAnswer {
    var response = HTTPResponse.json(
      ["error": "invalid_token", "error_description": .string(report.faultText)],
      status: 401
    )
    response.headers["WWW-Authenticate"] = "Bearer error=\"invalid_token\""
    return PracticeAnswer(report: report, response: response)
  }
}
