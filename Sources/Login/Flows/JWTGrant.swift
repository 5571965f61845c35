import Providers
import Standards

/// Makes the token that a client signs itself, and trades it for another where the descriptor says so.
struct JWTGrant: Sendable {
  private let tools: Tools
  private let spec: JWTSpec
  private let descriptor: Descriptor
  private let options: [String: OptionValue]
  private static let step = "token"
  /// The grant's name at a token endpoint (RFC 7523 §2.1).
  private static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"

  init(
    _ tools: Tools,
    _ spec: JWTSpec,
    _ descriptor: Descriptor,
    _ options: [String: OptionValue]
  ) {
    self.tools = tools
    self.spec = spec
    self.descriptor = descriptor
    self.options = options
  }

  /// A fresh token; no scopes means the descriptor's.
  func grant(
    scopes: [String],
    given: Set<String> = []
  ) async throws(AuthRunError) -> LoginGrant {
    let scopes = scopes.isEmpty ? spec.scopes : scopes
    var values = options.withMoment(tools, descriptor)
    values[.scope] = scopes.isEmpty ? nil : scopes.joined(separator: spec.scopeSeparator)
    values[.tokenURL] = try spec.exchange?.step.address(values).text
    let signed = try AssertionSigner(spec.token, options, tools)
      .token(JSONObject(), values, step: Self.step)
    guard let exchange = spec.exchange else {
      let credential = Credential(
        kind: .jwt,
        accessToken: signed.token,
        tokenType: "Bearer",
        presentation: descriptor.presentation,
        issuedAt: tools.clock.now(),
        expiresAt: signed.expiresAt,
        requestedScopes: scopes,
        grantedScopes: scopes
      )
      return LoginGrant(credential: credential, answer: nil)
    }
    return try await trade(signed.token, exchange, scopes, values, given)
  }

  private func trade(
    _ assertion: Secret,
    _ exchange: JWTSpec.Exchange,
    _ scopes: [String],
    _ values: [String: OptionValue],
    _ given: Set<String>
  ) async throws(AuthRunError) -> LoginGrant {
    let response = try await tools.exchange.send(
      try request(assertion, exchange, values),
      step: Self.step
    )
    let now = tools.clock.now()
    let rules = spec.response.rules(scopeSeparator: spec.scopeSeparator)
    let answer: TokenResponse
    do throws(ProtocolFailure) {
      answer = try TokenResponse(response, at: now, rules: rules, hiding: [assertion])
    } catch {
      throw AuthRunError(error, step: Self.step)
    }
    tools.tracer.redactor.learn(answer.accessToken, as: "access_token")
    let document = try? JSONReader.read(response.body)
    let credential = Credential(
      kind: .jwt,
      accessToken: answer.accessToken,
      tokenType: answer.tokenType,
      presentation: descriptor.presentation,
      issuedAt: now,
      expiresAt: answer.expiresAt,
      requestedScopes: scopes,
      grantedScopes: answer.scopes ?? scopes,
      extras: document.map(spec.response.kept) ?? JSONObject()
    )
    var filled = options
    try OptionFilling(descriptor: descriptor, given: given)
      .fill(&filled, from: document ?? .null, spec.response.set, step: Self.step)
    return LoginGrant(credential: credential, answer: document, options: filled)
  }

  private func request(
    _ assertion: Secret,
    _ exchange: JWTSpec.Exchange,
    _ values: [String: OptionValue]
  ) throws(AuthRunError) -> HTTPRequest {
    let address = try exchange.step.address(values)
    let rules = try exchange.step.rules(RequestFilling(descriptor, values, to: address))
    var parameters = Parameters()
    if exchange.place == .parameter {
      parameters.append("grant_type", Self.grantType)
      parameters.append("assertion", assertion)
    }
    var request = rules.request(
      to: address,
      carrying: rules.applied(to: parameters, guarding: ["assertion"])
    )
    if exchange.place == .bearer {
      request.headers["Authorization"] = "Bearer \(assertion.text)"
    }
    return request
  }
}
