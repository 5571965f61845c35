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
    let grant = standard("grant_type", in: parameters, of: spec.token) ?? ""
    switch OAuth2Spec.Grant(rawValue: grant) {
    case .authorizationCode? where spec.grants.contains(.authorizationCode):
      return exchange(parameters, report)
    case .clientCredentials? where spec.grants.contains(.clientCredentials):
      guard !report.hasFault else { return refuse(report, "invalid_request") }
      let scope = standard("scope", in: parameters, of: spec.token) ?? ""
      return grantTokens(scope: scope, withRefresh: false, code: nil, report)
    default:
      report.check("grant type", false, "the descriptor does not name this grant")
      return refuse(report, "unsupported_grant_type")
    }
  }

  private func exchange(_ parameters: RawParameters, _ report: StepReport) -> PracticeAnswer {
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
      checkVerifier(standard("code_verifier", in: parameters, of: spec.token), code, &report)
    }
    guard !report.hasFault, let code else { return refuse(report, "invalid_grant") }
    return grantTokens(scope: code.pending.scope, withRefresh: true, code: text, report)
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
    guard authenticate(request, parameters, spec.refresh, &report) else {
      return refuse(report, "invalid_client", status: 401)
    }
    let text = standard("refresh_token", in: parameters, of: spec.refresh) ?? ""
    let scope = state.withLock { $0.refreshTokens[text] }
    report.check("refresh token", scope != nil, "it is not live: used before, revoked, or unknown")
    guard !report.hasFault, let scope else { return refuse(report, "invalid_grant") }
    // Rotation: the old one ends with its first use (RFC 9700 §2.2.2).
    state.withLock { $0.refreshTokens[text] = nil }
    return grantTokens(scope: scope, withRefresh: true, code: nil, report)
  }

  private func revoke(_ code: OAuth2State.Code) {
    state.withLock { state in
      if let token = code.accessToken { state.accessTokens.remove(token) }
      if let token = code.refreshToken { state.refreshTokens[token] = nil }
    }
  }

  private func grantTokens(
    scope: String,
    withRefresh: Bool,
    code: String?,
    _ report: StepReport
  ) -> PracticeAnswer {
    let access = tokens.opaque()
    let refresh = withRefresh ? tokens.opaque() : nil
    state.withLock { state in
      state.accessTokens.insert(access)
      if let refresh { state.refreshTokens[refresh] = scope }
      if let code {
        state.codes[code]?.isUsed = true
        state.codes[code]?.accessToken = access
        state.codes[code]?.refreshToken = refresh
      }
    }
    let body = tokenResponse(access: access, refresh: refresh, scope: scope)
    return PracticeAnswer(report: report, response: .json(body))
  }

  func refuse(_ report: StepReport, _ error: String, status: Int = 400) -> PracticeAnswer {
    let body: JSONValue = [
      "error": .string(error),
      "error_description": .string("practice provider: \(report.faultText)"),
    ]
    return PracticeAnswer(report: report, response: .json(body, status: status))
  }
}
