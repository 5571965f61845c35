import Providers
import Standards

/// Asks the provider who a credential belongs to, in the way its descriptor says.
struct IdentityLookup: Sendable {
  let descriptor: Descriptor
  let tools: Tools

  /// The identity, or `nil` where the descriptor names no way to find it.
  func identity(
    of credential: Credential,
    answer: JSONValue?,
    claims: JSONObject? = nil
  ) async throws(AuthRunError) -> Identity? {
    if descriptor.hooks.contains(.identity) {
      return try await DescriptorScript(descriptor: descriptor, tools: tools)
        .identity(of: credential)
    }
    guard let spec = descriptor.identity else {
      return descriptor.kind == .oidc ? try await standard(credential, claims) : nil
    }
    switch spec.source {
    case .tokenResponse:
      return answer.flatMap { Self.identity(spec, in: $0) }
    case .idToken:
      return (claims ?? Self.claims(credential)).flatMap { Self.identity(spec, in: .object($0)) }
    case .userinfo:
      return try await userinfo(credential, claims ?? Self.claims(credential)).flatMap {
        Self.identity(spec, in: $0)
      }
    case .get(let target):
      return try await ask(spec, "GET", target, credential)
    case .post(let target):
      return try await ask(spec, "POST", target, credential)
    }
  }

  /// What OpenID Connect says of itself: the ID token, and userinfo for what is not in it.
  private func standard(
    _ credential: Credential,
    _ claims: JSONObject?
  ) async throws(AuthRunError) -> Identity? {
    let isLogin = claims != nil
    let claims = claims ?? Self.claims(credential)
    let own = claims.flatMap {
      Self.identity(.standardClaims(from: .idToken), in: .object($0))
    }
    if isLogin, let own, own.login != nil || own.name != nil || own.email != nil { return own }
    guard let answer = try await userinfo(credential, claims) else { return own }
    guard var found = Self.identity(.standardClaims(from: .userinfo), in: answer) else {
      return own
    }
    // Either may know a name that the other does not (OpenID Connect Core §5.3).
    found.login = found.login ?? own?.login
    found.name = found.name ?? own?.name
    found.email = found.email ?? own?.email
    return found
  }

  /// What the stored ID token says, which was verified when it came.
  private static func claims(_ credential: Credential) -> JSONObject? {
    credential.idToken.flatMap { try? JWTClaims.unverified($0.text).claims }
  }

  /// The answer of the userinfo endpoint; `nil` where the provider has none.
  ///
  /// One that speaks of another subject than the ID token is of no use (OpenID Connect Core §5.3.2).
  private func userinfo(
    _ credential: Credential,
    _ claims: JSONObject?
  ) async throws(AuthRunError) -> JSONValue? {
    guard let spec = descriptor.oauth2 else { return nil }
    let endpoint = try await OAuth2TokenEndpoint.open(
      tools,
      spec,
      descriptor,
      credential.options,
      stored: credential
    )
    guard let step = endpoint.spec.userinfo else { return nil }
    var values = endpoint.values
    values[.accessToken] = credential.accessToken.text
    let address = try step.address(values)
    let rules = try step.rules(RequestFilling(descriptor, values, to: address))
    var message = rules.request(to: address, carrying: rules.applied(to: Parameters()))
    message.secrets.isInAddress = step.url(values)?.text.carriesSecret(values) == true
    let caller = APICaller(descriptor: descriptor, credential: credential, tools: tools)
    let manner = APICaller.Manner(limits: caller.collecting)
    let response = try await caller.dispatch(message, manner, step: "userinfo")
      .collect(limit: APICaller.largestBody)
    // A failure is told in the open, also by a service that signs its answers.
    if let failure = ErrorSigns.failure(in: response, rules: endpoint.rules) {
      throw AuthRunError(failure, step: "userinfo")
    }
    let opened = try await SignedAnswer(endpoint, .userinfo, step: "userinfo").opened(response)
    let answer = try Self.json(opened, step: "userinfo")
    guard let subject = claims?["sub"] else { return answer }
    guard answer.object?["sub"] == subject else {
      throw AuthRunError(
        .idTokenInvalid,
        "userinfo speaks of another user than the ID token",
        step: "userinfo"
      )
    }
    return answer
  }

  private func ask(
    _ spec: IdentitySpec,
    _ method: String,
    _ target: TextTemplate,
    _ credential: Credential
  ) async throws(AuthRunError) -> Identity? {
    let caller = APICaller(descriptor: descriptor, credential: credential, tools: tools)
    var values = credential.options.withMoment(tools, descriptor)
    values[.accessToken] = credential.accessToken.text
    var request = APIRequest(method: method, target: try target.text(values))
    request.accepts = "application/json"
    let address = try caller.message(request, step: "identity").url
    let filling = try RequestFilling(descriptor, values, to: address)
    for field in try filling.fields(spec.headers).fields { request.headers.set(field) }
    switch spec.body {
    case .empty: break
    case .form(let fields):
      let parameters = try filling.parameters(fields)
      request.headers["Content-Type"] = "application/x-www-form-urlencoded"
      request.body = Array(FormEncoding.encode(parameters).utf8)
      request.secrets.isInBody = !parameters.secretNames.isEmpty
    case .json(let fields):
      let parameters = try filling.parameters(fields)
      let members = parameters.pairs.map { ($0.nameText, JSONValue.string($0.valueText)) }
      request.headers["Content-Type"] = "application/json"
      request.body = JSONObject(members).serializedBytes
      request.secrets.isInBody = !parameters.secretNames.isEmpty
    }
    request.secrets.isInAddress = target.carriesSecret(values)
    let response = try await caller.send(request, step: "identity")
    return Self.identity(spec, in: try Self.json(response, step: "identity"))
  }

  private static func json(
    _ response: HTTPResponse,
    step: String
  ) throws(AuthRunError) -> JSONValue {
    guard (200..<300).contains(response.status) else {
      throw AuthRunError(
        .providerRefused,
        "the provider answered \(response.status)",
        step: step
      )
    }
    do throws(JSONError) {
      return try JSONReader.read(response.body)
    } catch {
      throw AuthRunError(.protocol, "the answer is not JSON: \(error)", step: step)
    }
  }

  /// Numbers become text with every digit: a 64-bit id does not survive a floating-point number.
  static func identity(_ spec: IdentitySpec, in answer: JSONValue) -> Identity? {
    let identity = Identity(
      id: text(spec.id, answer),
      login: text(spec.login, answer),
      name: text(spec.name, answer),
      email: text(spec.email, answer)
    )
    return identity == Identity() ? nil : identity
  }

  /// An empty text says nothing.
  private static func text(_ pointer: JSONPointer?, _ answer: JSONValue) -> String? {
    switch pointer?.evaluate(in: answer) {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let number): number.text
    default: nil
    }
  }
}
