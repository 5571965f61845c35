import Providers
import Standards

/// Runs the login that the user finishes on another device (RFC 8628).
struct DeviceLogin: Sendable {
  private let context: LoginContext
  private let endpoint: OAuth2TokenEndpoint
  static let step = "device"

  init(_ context: LoginContext, _ endpoint: OAuth2TokenEndpoint) {
    self.context = context
    self.endpoint = endpoint
  }

  func grant() async throws(AuthRunError) -> LoginGrant {
    guard let device = endpoint.spec.device else {
      throw AuthRunError(
        .descriptorInvalid,
        "neither the descriptor nor the metadata names a device endpoint",
        step: Self.step
      )
    }
    let scopes = context.scopes(endpoint.spec.scopes)
    let authorization = try await start(at: device, scopes)
    context.tools.tracer.redactor.learn(authorization.deviceCode, as: "device_code")
    await context.interaction.show(
      .device(
        code: authorization.userCode,
        url: authorization.verificationURI,
        complete: authorization.completeURI
      )
    )
    let now = context.tools.clock.now().seconds
    let life = Int(min(authorization.expiresAt.seconds - now, Int64(context.request.timeout)))
    await context.interaction.show(.waiting(seconds: life))
    let response = try await poll(authorization, until: now + Int64(life))
    await context.interaction.show(.step("token"))
    let grant = try await endpoint.grant(
      response,
      requested: scopes,
      given: context.given,
      nonce: endpoint.spec.oidc == nil ? nil : ""
    )
    await context.warnWithoutRefresh(grant.credential)
    return grant
  }

  private func start(
    at device: EndpointSpec,
    _ scopes: [String]
  ) async throws(AuthRunError) -> DeviceAuthorization {
    var parameters = Parameters()
    parameters.append("client_id", endpoint.options.secret("client_id")?.text ?? "")
    if !scopes.isEmpty {
      parameters.append("scope", scopes.joined(separator: endpoint.spec.scopeSeparator))
    }
    parameters.pairs += try endpoint.spec.targets(endpoint.options).pairs
    let response = try await endpoint.post(parameters, to: device, step: Self.step)
    do throws(ProtocolFailure) {
      return try DeviceAuthorization(
        response,
        at: context.tools.clock.now(),
        rules: endpoint.rules,
        hiding: endpoint.hidden
      )
    } catch {
      throw AuthRunError(error, step: Self.step)
    }
  }

  /// Asks until the user has decided; the answer that says how is the result.
  private func poll(
    _ authorization: DeviceAuthorization,
    until end: Int64
  ) async throws(AuthRunError) -> HTTPResponse {
    var polling = DevicePolling(authorization, rules: endpoint.rules)
    var wait = polling.interval
    while true {
      do {
        try await context.tools.pause(wait)
      } catch {
        throw AuthRunError(.interrupted, "the login was interrupted", step: Self.step)
      }
      guard context.tools.clock.now().seconds <= end else { throw timeout() }
      let response = try await ask(authorization)
      switch polling.step(after: response, at: context.tools.clock.now()) {
      case .wait(let seconds): wait = seconds
      case .finished:
        guard let response else { continue }
        if polling.isUndecided(response) { throw timeout() }
        return response
      }
    }
  }

  /// One question; `nil` when the network was too slow, which is no answer (RFC 8628 §3.5).
  private func ask(
    _ authorization: DeviceAuthorization
  ) async throws(AuthRunError) -> HTTPResponse? {
    var parameters = Parameters()
    parameters.append("device_code", authorization.deviceCode)
    do throws(AuthRunError) {
      return try await endpoint.send(
        .other(type: DeviceAuthorization.grantType, parameters),
        to: endpoint.spec.token,
        step: "token"
      )
    } catch {
      guard error.code == .timeout else { throw error }
      return nil
    }
  }

  private func timeout() -> AuthRunError {
    AuthRunError(
      .timeout,
      "the code was not entered in time",
      step: Self.step,
      hint: "start the login again"
    )
  }
}
