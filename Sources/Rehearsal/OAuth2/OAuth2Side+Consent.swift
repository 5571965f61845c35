import Crypto
import Providers
import Standards
import Synchronization

extension OAuth2Side {
  func isAuthorize(_ request: PracticeRequest) -> Bool {
    plan.url(spec.authorize).map { request.isFor($0) } ?? false
  }

  func openConsent(_ request: PracticeRequest) -> ConsentStart {
    var report = StepReport("authorize")
    let query = requested(request, &report)
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
    // What was pushed went from the client to the server, and may hold the client's proof (RFC 9126 §2.1).
    plan.checkNoSecret(in: spec.par == nil ? query : request.query, &report)
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
    let pending = checkRequest(request, query, redirect: redirect, &report)
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
      ? [(spec.callback.code, code)]
      : [
        (spec.callback.error, "access_denied"),
        (spec.callback.errorDescription, "The user has refused."),
      ]
    return redirect(to: target, answer, state: pending.state)
  }

  private func redirect(
    to target: URI,
    _ pairs: [(String, String)],
    state: String?
  ) -> HTTPResponse {
    var all = pairs + (state.map { [(spec.callback.state, $0)] } ?? []) + extras
    if let callbackIssuer { all.append(("iss", callbackIssuer)) }
    if let signature = spec.callback.signature,
      case .secret(let key)? = try? signature.key.expand(plan.values)
    {
      let text = all.sorted { $0.0 < $1.0 }.map { "\($0.0)=\($0.1)" }
        .joined(separator: signature.signature.separator)
      let digest = OpenSSLHashing().hmac(
        signature.signature.algorithm,
        key: key.bytes,
        Array(text.utf8)
      )
      let written = signature.signature.form == .hex ? Hex.encode(digest) : Base64.encode(digest)
      all.append((signature.signature.parameter, written))
    }
    if let name = spec.callback.payload {
      var object = JSONObject()
      for (name, value) in all { object[name] = .string(value) }
      all = [(name, JSONValue.object(object).serialized)]
    }
    let parameters = Parameters(all)
    guard spec.responseMode == .fragment else {
      var response = HTTPResponse.redirect(to: target.appendingQuery(parameters).text)
      if spec.responseMode == .formPost { response.headers[PracticeBrowser.formField] = "1" }
      return response
    }
    return .redirect(to: "\(target.text)#\(FormEncoding.encode(parameters))")
  }

  /// What the descriptor expects in the callback beside the code.
  private var extras: [(String, String)] {
    var names = Set(spec.callback.keep + spec.callback.send.keys)
    var extras: [(String, String)] = []
    for (option, parameter) in spec.callback.set.sorted(by: { $0.key < $1.key }) {
      names.remove(parameter)
      if let value = plan.text(option) { extras.append((parameter, value)) }
    }
    return extras + names.sorted().map { ($0, "practice-\($0)") }
  }

  /// The checks whose failure may be told to the client's redirect URI.
  private func checkRequest(
    _ request: PracticeRequest,
    _ query: RawParameters,
    redirect: String,
    _ report: inout StepReport
  ) -> OAuth2State.Pending {
    if spec.authorize?.parameters.contains(where: { $0.name == "response_type" }) != true {
      checkValue("response_type", "code", in: query, &report)
    }
    checkExtensions(query, &report)
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
    if spec.par == nil, spec.jar == nil {
      plan.checkAdditions(of: request, as: spec.authorize, &report)
    }
    return OAuth2State.Pending(
      redirectURI: redirect,
      state: value,
      challenge: challenge,
      scope: standard("scope", in: query) ?? "",
      nonce: query.only("nonce"),
      thumbprint: query.only("dpop_jkt")
    )
  }

  /// What later standards add to the request, where the descriptor asks for it.
  private func checkExtensions(_ query: RawParameters, _ report: inout StepReport) {
    if let mode = spec.responseMode {
      report.check("response_mode", query.only("response_mode") == mode.rawValue, "it is another")
    }
    if let oidc = spec.oidc, oidc.nonce != .forbidden {
      report.check("nonce", query.only("nonce")?.isEmpty == false, "it is missing or empty")
    }
    if spec.dpop != nil {
      report.check("dpop_jkt", query.only("dpop_jkt")?.utf8.count == 43, "it names no key")
    }
    if spec.authorizationDetails != nil {
      let details = query.only("authorization_details").flatMap {
        try? JSONReader.read(Array($0.utf8))
      }
      report.check("authorization_details", details?.array != nil, "it is no list (RFC 9396 §2)")
    }
  }
}
