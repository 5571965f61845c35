import Crypto
import HTTP
import Providers
import Standards

/// One descriptor's authorization server (RFC 6749 §3.2) and what its answers become.
struct OAuth2TokenEndpoint: Sendable {
  let tools: Tools
  /// With an address for each step.
  let spec: OAuth2Spec
  let descriptor: Descriptor
  var options: [String: OptionValue]
  let metadata: ServerMetadata?
  /// The key that tokens are bound to, as it is stored.
  let dpopKey: Secret?
  /// The redirect URI of a client that registered itself.
  var registeredRedirectURI: String?

  /// Learns what the descriptor leaves to the server's metadata, unless an earlier login has.
  static func open(
    _ tools: Tools,
    _ spec: OAuth2Spec,
    _ descriptor: Descriptor,
    _ options: [String: OptionValue],
    stored: Credential? = nil
  ) async throws(AuthRunError) -> OAuth2TokenEndpoint {
    let discovery = Discovery(descriptor: descriptor, tools: tools)
    let known = Discovery.stored(stored)
    let metadata = known == nil ? try await discovery.fetch(spec, options) : known
    var key = stored?.dpopKey
    if stored == nil { key = try newKey(spec, tools) }
    return OAuth2TokenEndpoint(
      tools: tools,
      spec: try discovery.resolve(spec, metadata, options),
      descriptor: descriptor,
      options: options,
      metadata: metadata,
      dpopKey: key
    )
  }

  private static func newKey(
    _ spec: OAuth2Spec,
    _ tools: Tools
  ) throws(AuthRunError) -> Secret? {
    guard let algorithm = spec.dpop else { return nil }
    do throws(CryptoError) {
      // Drawn like every other value of a login, so that one that is taken up later has the same.
      var key = try KeyGenerator.key(on: algorithm == .es384 ? .p384 : .p256, from: tools.random)
      key.algorithm = algorithm.rawValue
      return Secret(key.members(includingPrivate: true).serializedBytes)
    } catch {
      throw AuthRunError(.internal, "a DPoP key could not be made", step: "dpop")
    }
  }

  var dpop: DPoPSender? {
    get throws(AuthRunError) {
      guard let dpopKey else { return nil }
      return DPoPSender(
        key: try DPoPSender.key(dpopKey, tools),
        tools: tools,
        role: .authorizationServer
      )
    }
  }

  /// The options with all that a step of this login makes itself.
  var values: [String: OptionValue] {
    var values = options.withMoment(tools, descriptor)
    values[.tokenURL] = try? spec.token.address(options).text
    values[.issuer] = metadata?.issuer
    return values
  }

  func configuration(
    _ values: [String: OptionValue]
  ) throws(AuthRunError) -> OAuth2Configuration {
    try spec.configuration(descriptor, values, metadata)
  }

  /// The client's own token (RFC 6749 §4.4); no scopes means the descriptor's.
  func clientCredentials(
    scopes: [String],
    given: Set<String> = []
  ) async throws(AuthRunError) -> LoginGrant {
    let scopes = scopes.isEmpty ? spec.scopes : scopes
    let response = try await send(
      .clientCredentials(scopes: scopes),
      to: spec.token,
      step: "token"
    )
    return try await grant(response, requested: scopes, given: given)
  }

  /// A new access token for the refresh token (RFC 6749 §6).
  func refresh(_ credential: Credential) async throws(AuthRunError) -> Credential {
    let shown =
      spec.refreshProof == .accessToken ? credential.accessToken : credential.refreshToken
    guard let token = shown else {
      throw AuthRunError(.loginNeeded, "there is no refresh token", step: "refresh")
    }
    let scopes = spec.refreshSendsScope ? credential.grantedScopes : []
    let response = try await send(
      .refreshToken(token, scopes: scopes),
      to: spec.refresh,
      step: "refresh",
      accessToken: credential.accessToken
    )
    let now = tools.clock.now()
    let answer: TokenResponse
    do throws(AuthRunError) {
      answer = try read(response, at: now, step: "refresh", hiding: [token])
    } catch {
      var failure = error
      failure.retryAfter = Self.retryAfter(response, at: now)
      // An answer that cannot be read may have held a new refresh token.
      failure.isAnswered = error.code != .protocol
      throw failure
    }
    var extras = credential.extras
    for member in kept(response).members { extras[member.name] = member.value }
    var renewed = RefreshMerge.renewed(credential, by: answer, at: now)
    renewed.extras = extras
    renewed.presentation = try presentation(answer, step: "refresh")
    if let idToken = answer.idToken, spec.oidc != nil {
      renewed.idToken = try await checked(idToken, answer, after: credential)
    }
    return renewed
  }

  /// The ID token of a refresh, or the one before where it cannot be relied on.
  ///
  /// The tokens that came with it have replaced those of before, and losing them would end the account:
  /// only another user's are refused (OpenID Connect Core §12.2).
  private func checked(
    _ idToken: Secret,
    _ answer: TokenResponse,
    after credential: Credential
  ) async throws(AuthRunError) -> Secret? {
    let check = try IDTokenCheck(self, nonce: nil)
    let claims: JWTClaims
    do throws(AuthRunError) {
      claims = try await check.verify(idToken, accessToken: answer.accessToken, step: "refresh")
    } catch {
      tools.tracer.note("refresh", "\(error.message); the one of the login is kept")
      return credential.idToken
    }
    try check.requireSameSubject(claims, as: credential.idToken)
    return idToken
  }

  /// Seconds until the provider wants to be asked again, given as such or as a date (RFC 9110 §10.2.3).
  private static func retryAfter(_ response: HTTPResponse, at now: Timestamp) -> Int64? {
    guard let text = response.headers["Retry-After"] else { return nil }
    return Int64(text) ?? Timestamp(httpDate: text).map { $0.seconds - now.seconds }
  }

  /// The credential that an answer grants, and the answer as JSON.
  ///
  /// `nonce` is that of the login, for the ID token, empty where none was sent; without one there is no ID
  /// token to be had. `given` are the options that no answer fills in.
  func grant(
    _ response: HTTPResponse,
    requested scopes: [String],
    given: Set<String>,
    nonce: String? = nil
  ) async throws(AuthRunError) -> LoginGrant {
    let now = tools.clock.now()
    let answer = try read(response, at: now, step: "token", hiding: [])
    for warning in answer.warnings { tools.tracer.note("token", warning) }
    var credential = Credential(
      kind: .oauth2,
      accessToken: answer.accessToken,
      refreshToken: answer.refreshToken,
      tokenType: answer.tokenType,
      presentation: try presentation(answer, step: "token"),
      issuedAt: now,
      expiresAt: answer.expiresAt,
      requestedScopes: scopes,
      grantedScopes: answer.scopes ?? scopes,
      extras: kept(response)
    )
    credential.dpopKey = ASCII.equalIgnoringCase(answer.tokenType, "DPoP") ? dpopKey : nil
    credential.extras[ClientRegistrar.redirectName] = registeredRedirectURI.map { .string($0) }
    if let metadata { credential.extras[Discovery.keptName] = Discovery.kept(metadata) }
    var grant = LoginGrant(credential: credential, answer: try? JSONReader.read(response.body))
    if spec.oidc != nil, let nonce {
      guard let idToken = answer.idToken else {
        throw AuthRunError(
          .idTokenInvalid,
          "the token response holds no ID token",
          step: "token",
          hint: "the scope openid asks for one"
        )
      }
      let check = try IDTokenCheck(self, nonce: nonce.isEmpty ? nil : nonce)
      grant.claims = try await check.verify(
        idToken,
        accessToken: answer.accessToken,
        step: "token"
      ).claims
      grant.credential.idToken = idToken
    }
    var filled = options
    try OptionFilling(descriptor: descriptor, given: given)
      .fill(&filled, from: grant.answer ?? .null, spec.response.set, step: "token")
    grant.options = filled
    return try await extended(grant)
  }

  /// The grant with the token that the provider gives for the first one, where it has such a step.
  private func extended(_ grant: LoginGrant) async throws(AuthRunError) -> LoginGrant {
    guard let step = spec.extend else { return grant }
    var parameters = Parameters()
    parameters.append("access_token", grant.credential.accessToken)
    let response = try await post(
      parameters,
      to: step,
      step: "extend",
      accessToken: grant.credential.accessToken
    )
    let now = tools.clock.now()
    let answer = try read(response, at: now, step: "extend", hiding: [grant.credential.accessToken])
    var extended = grant
    extended.credential = RefreshMerge.renewed(grant.credential, by: answer, at: now)
    extended.credential.extras = grant.credential.extras
    for member in kept(response).members {
      extended.credential.extras[member.name] = member.value
    }
    return extended
  }

  /// How requests show the token: bound ones by a scheme of their own (RFC 9449 §7.1).
  private func presentation(
    _ answer: TokenResponse,
    step: String
  ) throws(AuthRunError) -> TokenPresentation {
    let isBound = ASCII.equalIgnoringCase(answer.tokenType, "DPoP")
    guard spec.dpop != nil else { return descriptor.request.token }
    guard isBound else {
      throw AuthRunError(
        .protocol,
        "the provider gave a token of type \(ProviderText.shortened(answer.tokenType)), which is "
          + "not bound to this account's key",
        step: step,
        hint: "a service that does not know DPoP needs a descriptor without oauth2.dpop"
      )
    }
    return .header(name: "Authorization", prefix: "DPoP ")
  }

  var hooks: OAuth2Hooks {
    OAuth2Hooks(descriptor: descriptor, options: options, tools: tools)
  }

  var hidden: [Secret] {
    ["client_secret", "password"].compactMap { options.secret($0) }
  }

  var rules: TokenResponseRules { spec.response.rules(scopeSeparator: spec.scopeSeparator) }

  private func read(
    _ response: HTTPResponse,
    at now: Timestamp,
    step: String,
    hiding secrets: [Secret]
  ) throws(AuthRunError) -> TokenResponse {
    let answer: TokenResponse
    do throws(ProtocolFailure) {
      answer = try TokenResponse(response, at: now, rules: rules, hiding: hidden + secrets)
    } catch {
      throw AuthRunError(error, step: step)
    }
    let redactor = tools.tracer.redactor
    redactor.learn(answer.accessToken, as: "access_token")
    if let token = answer.refreshToken { redactor.learn(token, as: "refresh_token") }
    if let token = answer.idToken { redactor.learn(token, as: "id_token") }
    return answer
  }

  /// What the descriptor asks to keep of an answer, the API's base among it where it stands there.
  private func kept(_ response: HTTPResponse) -> JSONObject {
    guard let answer = try? JSONReader.read(response.body) else { return JSONObject() }
    var kept = spec.response.kept(from: answer)
    if case .tokenResponse(let pointer) = descriptor.request.base {
      kept[APICaller.baseName] = pointer.evaluate(in: answer)
    }
    return kept
  }
}
