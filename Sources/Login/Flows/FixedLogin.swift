import Providers
import Standards

/// Takes a key, or a name with a password, for what goes with each request.
struct FixedLogin: Sendable {
  private let context: LoginContext
  private let spec: FixedCredentialSpec
  private static let step = "verify"

  init(_ context: LoginContext, _ spec: FixedCredentialSpec) {
    self.context = context
    self.spec = spec
  }

  func grant() async throws(AuthRunError) -> LoginGrant {
    var credential = Credential(
      kind: .apiKey,
      accessToken: Secret(""),
      tokenType: "key",
      presentation: context.descriptor.presentation,
      issuedAt: context.tools.clock.now()
    )
    switch spec.form {
    case .key(let key):
      credential.accessToken = Secret(try key.text(context.options))
    case .basic(let username, let password):
      let name = try username.text(context.options)
      guard !name.contains(":") else {
        throw AuthRunError(
          .inputInvalid,
          "the user name holds a colon, which Basic cannot carry (RFC 7617 §2)",
          step: "options"
        )
      }
      credential.kind = .basic
      credential.tokenType = "Basic"
      let pair = "\(name):\(try password.text(context.options))"
      credential.accessToken = Secret(Base64.encode(Array(pair.utf8)))
    }
    context.tools.tracer.redactor.learn(credential.accessToken, as: "access_token")
    try await verify(credential)
    return LoginGrant(credential: credential, answer: nil)
  }

  /// Only what the provider lets in is stored.
  private func verify(_ credential: Credential) async throws(AuthRunError) {
    guard let target = spec.verify else { return }
    await context.interaction.show(.step(Self.step))
    var credential = credential
    credential.options = context.options
    credential.hosts = try context.descriptor.reach(context.options)
    let caller = APICaller(
      descriptor: context.descriptor,
      credential: credential,
      tools: context.tools
    )
    var request = APIRequest(method: "GET", target: try target.text(context.options))
    request.accepts = "application/json"
    let response = try await caller.send(request, step: Self.step)
    switch response.status {
    case 200..<300: return
    case 401, 403:
      throw AuthRunError(
        .invalidCredentials,
        "the provider does not accept it (HTTP \(response.status))",
        step: Self.step,
        hint: "check what was given for the options; authrun show \(context.descriptor.id)"
      )
    case 429, 500...:
      throw AuthRunError(
        .serviceUnavailable,
        "the provider answered HTTP \(response.status)",
        step: Self.step,
        hint: "try again later"
      )
    default:
      throw AuthRunError(
        .providerRefused,
        "the provider answered HTTP \(response.status)",
        step: Self.step
      )
    }
  }
}
