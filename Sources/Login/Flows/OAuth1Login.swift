import Providers
import Standards

/// Runs the login of RFC 5849 §2 for one descriptor: with a browser, a PIN, or name and password.
struct OAuth1Login: Sendable {
  let context: LoginContext
  private let spec: OAuth1Spec
  private let client: OAuth1Client
  private let privateKey: (any MessageSigner)?
  private let sender: OAuth1Sender

  init(_ context: LoginContext, _ spec: OAuth1Spec) throws(AuthRunError) {
    self.context = context
    self.spec = spec
    client = try spec.client(context.options)
    privateKey = try spec.privateKey(context.options)
    sender = OAuth1Sender(tools: context.tools)
  }

  func run(
    finish: (LoginGrant) async throws(AuthRunError) -> LoginOutcome
  ) async throws(AuthRunError) -> LoginOutcome {
    if spec.accessToken == nil { return try await finish(grant(ownToken)) }
    if spec.allowsXAuth, let name = context.options.text("username"),
      let password = context.options.secret("password")
    {
      return try await finish(passwordGrant(name: name, password: password))
    }
    return try await context.withCapture { session throws(AuthRunError) in
      try await authorize(through: session, finish)
    }
  }

  /// The token that the user has from the provider's pages, or an empty one: then the client alone signs.
  private var ownToken: OAuth1Grant {
    OAuth1Grant(
      token: OAuth1Token(
        token: context.options.secret("oauth_token") ?? Secret(""),
        secret: context.options.secret("oauth_token_secret") ?? Secret("")
      )
    )
  }

  /// xAuth: the token for a name and a password, without a browser.
  private func passwordGrant(
    name: String,
    password: Secret
  ) async throws(AuthRunError) -> LoginGrant {
    await context.interaction.show(.step("token"))
    let configuration = try spec.configuration(context.descriptor, context.options)
    try context.descriptor.requireBinding(
      ofClientSecret: "password",
      to: configuration.accessToken.url,
      context.options
    )
    let flow = XAuthFlow(
      client: client,
      configuration: configuration,
      hashing: context.tools.hashing,
      privateKey: privateKey
    )
    let response = try await sender.send(step: "token", to: configuration.accessToken.url) {
      timestamp,
      nonce throws(OAuth1Error) in
      try flow.tokenRequest(
        username: name,
        password: password,
        timestamp: timestamp,
        nonce: nonce
      )
    }
    do throws(ProtocolFailure) {
      return grant(try flow.receiveToken(response, password: password))
    } catch {
      throw AuthRunError(error, step: "token")
    }
  }

  private func authorize(
    through session: CaptureSession,
    _ finish: (LoginGrant) async throws(AuthRunError) -> LoginOutcome
  ) async throws(AuthRunError) -> LoginOutcome {
    var flow = OAuth1AuthorizationFlow(
      client: client,
      configuration: try spec.configuration(context.descriptor, context.options),
      callback: session.redirectURI,
      hashing: context.tools.hashing,
      privateKey: privateKey
    )
    try await obtainTemporaryCredentials(&flow)
    guard let url = flow.authorizationURI else {
      throw AuthRunError(
        .descriptorInvalid,
        "the descriptor names no authorize URL",
        step: "authorize"
      )
    }
    var judged = flow
    let accepted = try await context.authorize(
      at: url,
      through: session,
      bareParameter: "oauth_verifier"
    ) { parameters in
      Self.judge(parameters, &judged, isPIN: session.way == .pin)
    }
    return try await accepted.conclude(for: context) { () throws(AuthRunError) in
      try await finish(exchange(judged))
    }
  }

  /// A typed PIN is the verifier alone: no callback, and so no token to compare.
  private static func judge(
    _ parameters: Parameters,
    _ flow: inout OAuth1AuthorizationFlow,
    isPIN: Bool
  ) -> CallbackVerdict {
    if isPIN, parameters.pairs.count == 1, let pin = parameters.first("oauth_verifier") {
      return flow.judge(pin: pin)
    }
    return flow.judge(parameters)
  }

  private func obtainTemporaryCredentials(
    _ flow: inout OAuth1AuthorizationFlow
  ) async throws(AuthRunError) {
    await context.interaction.show(.step("request_token"))
    let start = flow
    let response = try await sender.send(
      step: "request_token",
      to: flow.configuration.requestToken?.url
    ) {
      timestamp,
      nonce throws(OAuth1Error) in
      try start.temporaryCredentialRequest(timestamp: timestamp, nonce: nonce)
    }
    do throws(ProtocolFailure) {
      try flow.receiveTemporaryCredentials(response)
    } catch {
      throw AuthRunError(error, step: "request_token")
    }
  }

  private func exchange(_ flow: OAuth1AuthorizationFlow) async throws(AuthRunError) -> LoginGrant {
    await context.interaction.show(.step("token"))
    let response = try await sender.send(step: "token", to: flow.configuration.accessToken.url) {
      timestamp,
      nonce throws(OAuth1Error) in
      try flow.tokenRequest(timestamp: timestamp, nonce: nonce)
    }
    do throws(ProtocolFailure) {
      return grant(try flow.receiveToken(response))
    } catch {
      throw AuthRunError(error, step: "token")
    }
  }

  private func grant(_ grant: OAuth1Grant) -> LoginGrant {
    var extras = JSONObject()
    for pair in grant.extras.pairs {
      extras[pair.nameText] = .string(pair.valueText)
    }
    let credential = Credential(
      kind: .oauth1,
      accessToken: grant.token.token,
      tokenSecret: grant.token.secret,
      tokenType: "OAuth",
      presentation: context.descriptor.request.token,
      issuedAt: context.tools.clock.now(),
      extras: extras
    )
    return LoginGrant(credential: credential, answer: .object(extras))
  }
}
