import Providers
import Standards
import Synchronization

/// The endpoints beside those of RFC 6749.
extension OAuth2Side {
  /// Answers a request to one of them; `nil` when it is none.
  func beside(_ request: PracticeRequest) -> PracticeAnswer? {
    if isFor(spec.device, request) { return device(request) }
    if let url = devicePage, request.isFor(url) { return approve(request) }
    if isFor(spec.par, request) { return push(request) }
    if isFor(spec.introspect, request) { return introspect(request) }
    if isFor(spec.userinfo, request) { return userinfo(request) }
    if isFor(spec.extend, request) { return extend(request) }
    if let url = try? spec.registration?.url?.expand(plan.values), request.isFor(url) {
      return register(request)
    }
    guard let step = spec.revoke, isFor(step, request), !isFor(spec.token, request) else {
      return nil
    }
    return revoke(request, step)
  }

  private func isFor(_ step: EndpointSpec?, _ request: PracticeRequest) -> Bool {
    plan.url(step).map { request.isFor($0) } ?? false
  }

  // MARK: devices (RFC 8628)

  private var devicePage: URI? {
    plan.url(spec.device).flatMap { try? URI("\($0.origin)/practice-device") }
  }

  private func device(_ request: PracticeRequest) -> PracticeAnswer {
    var report = StepReport("device")
    guard let step = spec.device, let page = devicePage else {
      return refuse(report, "invalid_request")
    }
    let parameters = readStep(request, step, &report)
    guard authenticate(request, parameters, step, &report), !report.hasFault else {
      return refuse(report, "invalid_client", status: 401)
    }
    let code = tokens.opaque()
    let userCode = "PRAC-\(tokens.pin())"
    let scope = standard("scope", in: parameters, of: step) ?? ""
    state.withLock { state in
      state.devices[code] = OAuth2State.Device(userCode: userCode, scope: scope)
    }
    let complete = page.appendingQuery(Parameters([("user_code", userCode)]))
    return PracticeAnswer(
      report: report,
      response: .json([
        "device_code": .string(code), "user_code": .string(userCode),
        "verification_uri": .string(page.text),
        "verification_uri_complete": .string(complete.text), "expires_in": 300, "interval": 1,
      ])
    )
  }

  /// The user enters the code and agrees.
  private func approve(_ request: PracticeRequest) -> PracticeAnswer {
    var report = StepReport("consent")
    let userCode = request.query.only("user_code") ?? ""
    let isKnown = state.withLock { state in
      guard let code = state.devices.first(where: { $0.value.userCode == userCode })?.key else {
        return false
      }
      state.devices[code]?.isApproved = true
      return true
    }
    report.check("user code known", isKnown, "it was not handed out here")
    return PracticeAnswer(report: report, response: .json(["approved": .bool(isKnown)]))
  }

  /// The answer to a device that asks how things are.
  func poll(_ parameters: RawParameters, _ report: StepReport) -> PracticeAnswer {
    var report = report
    let code = standard("device_code", in: parameters, of: spec.token) ?? ""
    let device = state.withLock { $0.devices[code] }
    report.check("device code known", device != nil, "it was not handed out here")
    guard let device, !report.hasFault else { return refuse(report, "invalid_grant") }
    guard device.isApproved else {
      return PracticeAnswer(
        report: report,
        response: .json(["error": "authorization_pending"], status: 400)
      )
    }
    state.withLock { $0.devices[code] = nil }
    return grantTokens(scope: device.scope, withRefresh: true, code: nil, report)
  }

  // MARK: pushed requests (RFC 9126)

  private func push(_ request: PracticeRequest) -> PracticeAnswer {
    var report = StepReport("par")
    guard let step = spec.par else { return refuse(report, "invalid_request") }
    let parameters = readStep(request, step, &report)
    guard authenticate(request, parameters, step, &report), !report.hasFault else {
      return refuse(report, "invalid_client", status: 401)
    }
    let reference = "urn:ietf:params:oauth:request_uri:\(tokens.opaque())"
    state.withLock { $0.pushed[reference] = parameters }
    return PracticeAnswer(
      report: report,
      response: .json(["request_uri": .string(reference), "expires_in": 60], status: 201)
    )
  }

  /// The parameters of an authorization request, wherever they are: in the URL, left here before, signed.
  func requested(_ request: PracticeRequest, _ report: inout StepReport) -> RawParameters {
    var parameters = request.query
    let idName = spec.authorize?.rename["client_id"] ?? "client_id"
    if spec.par != nil {
      let reference = parameters.only("request_uri") ?? ""
      let pushed = state.withLock { $0.pushed.removeValue(forKey: reference) }
      report.check("pushed request known", pushed != nil, "request_uri is missing, or was used")
      report.check(
        "nothing else in the URL",
        Set(parameters.pairs.map { String(decoding: $0.name, as: UTF8.self) })
          .subtracting(ownNames).isSubset(of: [idName, "request_uri"]),
        "the browser carries more than the request's name"
      )
      parameters = pushed ?? parameters
    }
    guard spec.jar != nil else { return parameters }
    let claims = plan.clientKey.flatMap { key in
      parameters.only("request").flatMap { self.claims(of: $0, key) }
    }
    report.check("signed request", claims != nil, "request is no JWT of the client's key")
    guard let claims else { return parameters }
    report.check(
      "its type",
      claims.header["typ"] == "oauth-authz-req+jwt",
      "typ is not oauth-authz-req+jwt"
    )
    let own: Set<String> = ["iss", "aud", "exp", "iat", "nbf", "jti"]
    var opened = RawParameters()
    for member in claims.claims.members where !own.contains(member.name) {
      switch member.value {
      case .string(let text): opened.append(member.name, text)
      case .array(let values) where values.allSatisfy({ $0.string != nil }):
        for value in values { opened.append(member.name, value.string ?? "") }
      default: opened.append(member.name, member.value.serialized)
      }
    }
    return opened
  }

  /// The parameters that the descriptor itself wrote into the page's address.
  private var ownNames: Set<String> {
    let parameters = plan.url(spec.authorize).flatMap { try? $0.queryParameters() }
    return Set(parameters?.pairs.map(\.nameText) ?? [])
  }

  // MARK: others

  private func introspect(_ request: PracticeRequest) -> PracticeAnswer {
    var report = StepReport("introspect")
    guard let step = spec.introspect else { return refuse(report, "invalid_request") }
    let parameters = readStep(request, step, &report)
    checkStepProof(request, parameters, step, &report)
    guard !report.hasFault else { return refuse(report, "invalid_client", status: 401) }
    let token = standard("token", in: parameters, of: step) ?? ""
    let end = tokens.clock.now().adding(3_600).seconds
    let answer: JSONValue =
      isLive(token) ? ["active": true, "exp": .integer(end)] : ["active": false]
    return PracticeAnswer(report: report, response: .json(answer))
  }

  private func revoke(_ request: PracticeRequest, _ step: EndpointSpec) -> PracticeAnswer {
    var report = StepReport("revoke")
    let parameters = readStep(request, step, &report)
    checkStepProof(request, parameters, step, &report)
    let token =
      step.drop.contains("token")
      ? bearer(request) : standard("token", in: parameters, of: step) ?? ""
    let isKnown = state.withLock {
      $0.refreshTokens[token] != nil || $0.accessTokens.contains(token)
    }
    report.check("token known", isKnown, "it was not handed out here")
    guard !report.hasFault else { return refuse(report, "invalid_request") }
    state.withLock { state in
      state.refreshTokens[token] = nil
      state.accessTokens.remove(token)
    }
    return PracticeAnswer(report: report, response: .json([:]))
  }

  private func extend(_ request: PracticeRequest) -> PracticeAnswer {
    var report = StepReport("extend")
    guard let step = spec.extend else { return refuse(report, "invalid_request") }
    let parameters = readStep(request, step, &report)
    checkStepProof(request, parameters, step, &report)
    let token = standard("access_token", in: parameters, of: step) ?? bearer(request)
    report.check("access token", isLive(token), "it is none that this provider gave")
    guard !report.hasFault else { return refuse(report, "invalid_request") }
    return grantTokens(scope: "", withRefresh: false, code: nil, report)
  }

  private func register(_ request: PracticeRequest) -> PracticeAnswer {
    var report = StepReport("registration")
    let object = (try? JSONReader.read(request.rawBody))?.object
    report.check("JSON body", object != nil, "the body is no JSON object")
    let redirects = (object?["redirect_uris"]?.array ?? []).compactMap(\.string)
    report.check(
      "redirect URI",
      !redirects.isEmpty && redirects.allSatisfy(plan.isRegistered),
      "it is none of those of the descriptor"
    )
    guard !report.hasFault else { return refuse(report, "invalid_redirect_uri") }
    var client: JSONObject = ["client_id": .string(plan.text("client_id") ?? "")]
    if spec.clientAuthentication.usesSecret {
      client["client_secret"] = .string(plan.text("client_secret") ?? "")
    }
    return PracticeAnswer(report: report, response: .json(.object(client), status: 201))
  }

  /// Who must prove themselves in a step: the client, the user by the token, or nobody.
  func checkStepProof(
    _ request: PracticeRequest,
    _ parameters: RawParameters,
    _ step: EndpointSpec,
    _ report: inout StepReport
  ) {
    switch step.authentication {
    case .client where step.drop.contains("client_id") && !step.drop.contains("client_secret"):
      let secret = standard("client_secret", in: parameters, of: step)
      report.check("client secret", secret == plan.text("client_secret"), "it is wrong or missing")
    case .client: authenticate(request, parameters, step, &report)
    case .bearer:
      report.check("access token", isLive(bearer(request)), "it is none that was given here")
    case .none: break
    }
  }

  private func bearer(_ request: PracticeRequest) -> String {
    let field = request.headers["Authorization"] ?? ""
    return field.hasPrefix("Bearer ") ? String(field.dropFirst(7)) : ""
  }
}
