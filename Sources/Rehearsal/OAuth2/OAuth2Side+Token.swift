import Crypto
import Providers
import Standards
import Synchronization

extension OAuth2Side {
  func token(_ request: PracticeRequest) -> PracticeAnswer {
    var report = StepReport("token")
    let parameters = readStep(request, spec.token, &report)
    guard authenticate(request, parameters, spec.token, &report) else {
      return refuse(report, "invalid_client", status: 401)
    }
    let thumbprint = spec.dpop == nil ? nil : checkProof(request, token: nil, &report)
    let own = spec.token.parameters.first { $0.name == "grant_type" }
    let grant =
      own == nil && !spec.token.drop.contains("grant_type")
      ? standard("grant_type", in: parameters, of: spec.token) ?? "" : "authorization_code"
    if grant == DeviceAuthorization.grantType, spec.grants.contains(.deviceCode) {
      return bound(to: thumbprint, poll(parameters, report))
    }
    switch OAuth2Spec.Grant(rawValue: grant) {
    case .password? where spec.grants.contains(.password):
      let isKnown =
        standard("username", in: parameters, of: spec.token) == plan.text("username")
        && standard("password", in: parameters, of: spec.token) == plan.text("password")
      report.check("name and password", isKnown, "they are wrong or missing")
      guard !report.hasFault else { return refuse(report, "invalid_grant") }
      return grantTokens(scope: "", withRefresh: true, code: nil, report)
    case .authorizationCode? where spec.grants.contains(.authorizationCode):
      return bound(to: thumbprint, exchange(parameters, thumbprint, report))
    case .clientCredentials? where spec.grants.contains(.clientCredentials):
      guard !report.hasFault else { return refuse(report, "invalid_request") }
      let scope = standard("scope", in: parameters, of: spec.token) ?? ""
      return bound(
        to: thumbprint,
        grantTokens(scope: scope, withRefresh: false, code: nil, report)
      )
    default:
      report.check("grant type", false, "the descriptor does not name this grant")
      return refuse(report, "unsupported_grant_type")
    }
  }

  /// Binds the tokens of an answer to the key that was proved with the request.
  private func bound(to thumbprint: String?, _ answer: PracticeAnswer) -> PracticeAnswer {
    guard let thumbprint, let json = try? JSONReader.read(answer.response.body) else {
      return answer
    }
    let pointers = [spec.response.accessToken, spec.response.refreshToken]
    state.withLock { state in
      for token in pointers.compactMap({ $0.evaluate(in: json)?.string }) {
        state.bindings[token] = thumbprint
      }
    }
    return answer
  }

  private func exchange(
    _ parameters: RawParameters,
    _ thumbprint: String?,
    _ report: StepReport
  ) -> PracticeAnswer {
    var report = report
    let text = standard("code", in: parameters, of: spec.token) ?? ""
    let code = state.withLock { $0.codes[text] }
    report.check("code known", code != nil, "it was not handed out here")
    if let code {
      report.check("code unused", !code.isUsed, "it was exchanged before")
      if code.isUsed { revoke(code) }
      let redirect = standard("redirect_uri", in: parameters, of: spec.token)
      if !spec.token.drop.contains("redirect_uri") {
        report.check(
          "redirect URI the same",
          redirect == code.pending.redirectURI,
          "redirect_uri differs from that of the authorization request"
        )
      }
      if let named = code.pending.thumbprint, spec.dpop != nil {
        report.check("key of the request", named == thumbprint, "the proof shows another key")
      }
      for (_, sent) in spec.callback.send {
        report.check("parameter \(sent)", parameters.only(sent) != nil, "it is not given back")
      }
      checkVerifier(standard("code_verifier", in: parameters, of: spec.token), code, &report)
    }
    guard !report.hasFault, let code else { return refuse(report, "invalid_grant") }
    return grantTokens(
      scope: code.pending.scope,
      withRefresh: true,
      code: text,
      nonce: code.pending.nonce,
      report
    )
  }

  private func checkVerifier(
    _ verifier: String?,
    _ code: OAuth2State.Code,
    _ report: inout StepReport
  ) {
    guard let challenge = code.pending.challenge else {
      report.check("no PKCE", verifier == nil, "code_verifier is sent without a challenge")
      return
    }
    let bytes = Array((verifier ?? "").utf8)
    report.check(
      "PKCE verifier form",
      (43...128).contains(bytes.count) && bytes.allSatisfy(isUnreserved),
      "code_verifier has no 43 to 128 unreserved characters (RFC 7636 §4.1)"
    )
    let digest = Base64URL.encode(OpenSSLHashing().digest(.sha256, bytes))
    report.check("PKCE verifier", digest == challenge, "code_verifier does not fit the challenge")
  }

  private func isUnreserved(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "A"..."Z", "a"..."z", "0"..."9", "-", ".", "_", "~": true
    default: false
    }
  }

  func refresh(_ request: PracticeRequest) -> PracticeAnswer {
    var report = StepReport("refresh")
    let parameters = readStep(request, spec.refresh, &report)
    if spec.refresh.authentication == .client {
      guard authenticate(request, parameters, spec.refresh, &report) else {
        return refuse(report, "invalid_client", status: 401)
      }
    }
    let text = standard("refresh_token", in: parameters, of: spec.refresh) ?? ""
    if spec.dpop != nil { checkProof(request, token: nil, &report) }
    if spec.refreshProof == .accessToken {
      report.check("access token", isLive(text), "it is none that this provider gave")
      guard !report.hasFault else { return refuse(report, "invalid_grant") }
      return grantTokens(scope: "", withRefresh: false, code: nil, report)
    }
    let scope = state.withLock { $0.refreshTokens[text] }
    report.check("refresh token", scope != nil, "it is not live: used before, revoked, or unknown")
    guard !report.hasFault, let scope else { return refuse(report, "invalid_grant") }
    let asked = standard("scope", in: parameters, of: spec.refresh)
    let granted = Set(scopes(scope))
    report.check(
      "scope of the login",
      granted.isEmpty || scopes(asked ?? "").allSatisfy(granted.contains),
      "it asks for more than was granted (RFC 6749 §6)"
    )
    guard !report.hasFault else { return refuse(report, "invalid_scope") }
    // Rotation: the old one ends with its first use (RFC 9700 §2.2.2).
    let key = state.withLock { state in
      state.refreshTokens[text] = nil
      return state.bindings[text]
    }
    return bound(
      to: key,
      grantTokens(
        scope: asked ?? scope,
        withRefresh: true,
        refreshScope: scope,
        code: nil,
        report
      )
    )
  }

  private func scopes(_ text: String) -> [String] {
    text.split(whereSeparator: { spec.scopeSeparator.contains($0) }).map(String.init)
  }

  private func revoke(_ code: OAuth2State.Code) {
    state.withLock { state in
      if let token = code.accessToken { state.accessTokens.remove(token) }
      if let token = code.refreshToken { state.refreshTokens[token] = nil }
    }
  }

  func grantTokens(
    scope: String,
    withRefresh: Bool,
    refreshScope: String? = nil,
    code: String?,
    nonce: String? = nil,
    _ report: StepReport
  ) -> PracticeAnswer {
    let access = tokens.opaque()
    let refresh = withRefresh ? tokens.opaque() : nil
    state.withLock { state in
      state.accessTokens.insert(access)
      if let refresh { state.refreshTokens[refresh] = refreshScope ?? scope }
      if let code {
        state.codes[code]?.isUsed = true
        state.codes[code]?.accessToken = access
        state.codes[code]?.refreshToken = refresh
      }
    }
    var body = tokenResponse(access: access, refresh: refresh, scope: scope)
    if var object = body.object, withRefresh, let token = idToken(nonce: nonce, access: access) {
      object["id_token"] = .string(token)
      body = .object(object)
    }
    guard spec.response.isJSONP else {
      return PracticeAnswer(report: report, response: .json(body))
    }
    let text = "callback( \(body.serialized) );"
    return PracticeAnswer(
      report: report,
      response: HTTPResponse(status: 200, body: Array(text.utf8))
    )
  }

  func refuse(_ report: StepReport, _ error: String, status: Int = 400) -> PracticeAnswer {
    let body: JSONValue = [
      "error": .string(error),
      "error_description": .string("practice provider: \(report.faultText)"),
    ]
    return PracticeAnswer(report: report, response: .json(body, status: status))
  }
}
