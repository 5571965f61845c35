import HTTP
package import Login
package import Providers
package import Standards

/// Makes the cases of a descriptor from a rehearsal of it.
///
/// The practice provider's clock and random source are frozen, so that each recording of an unchanged
/// descriptor is the same.
package struct CaseRecorder: Sendable {
  let descriptor: Descriptor
  let tape = CaseTape()

  package init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// Rehearses a login, and what can be done after it; `settings` makes an engine's for the practice provider.
  package func rehearse(
    settings: (PracticeProvider) throws -> EngineSettings
  ) async throws -> CaseFile {
    let provider = try await PracticeProvider.start(
      descriptor,
      random: FrozenRandom(),
      clock: FrozenClock(CaseFile.standardTime)
    )
    do {
      let file = try await record(provider, settings(provider))
      await provider.stop()
      for await event in provider.events {
        for check in event.checks {
          guard let fault = check.fault else { continue }
          throw RehearsalError("\(event.step): \(check.rule): \(fault)")
        }
      }
      return file
    } catch {
      await provider.stop()
      throw error
    }
  }

  private func record(
    _ provider: PracticeProvider,
    _ settings: EngineSettings
  ) async throws -> CaseFile {
    var settings = settings
    for option in descriptor.options {
      guard let value = provider.options[option.name] else { continue }
      settings.environment[option.environmentName(provider: descriptor.id)] = value
    }
    let tape = tape
    let engine = try Engine(
      settings,
      clock: FrozenClock(CaseFile.standardTime),
      random: FrozenRandom()
    ) { ExchangeRecorder($0, tape) }
    let account = AccountID(provider: descriptor.id, name: "recorded")
    var file = CaseFile(provider: descriptor.id, options: provider.options)
    let outcome = try await logIn(engine, provider, account)
    file.cases.append(ProviderCase(name: "login", action: .login(CaseLogin()), steps: tape.take()))
    if let target = descriptor.practiceTarget {
      let request = APIRequest(method: "GET", target: target)
      let response = try await provider.callingAPI { () throws(AuthRunError) in
        try await engine.send(request, as: account)
      }
      guard response.status < 400 else {
        throw RehearsalError("GET \(target) is answered with HTTP status \(response.status)")
      }
      let action = CaseRequest(target: target)
      file.cases.append(
        ProviderCase(
          name: "request",
          after: "login",
          action: .request(action),
          steps: tape.take()
        )
      )
      if descriptor.oauth1 != nil {
        file.cases.append(ProviderCase(name: "sign", after: "login", action: .sign(action)))
      }
    }
    if descriptor.canRefresh(outcome.credential) {
      var demand = TokenDemand()
      demand.forceRefresh = true
      _ = try await engine.credential(account, demand)
      file.cases.append(
        ProviderCase(name: "refresh", after: "login", action: .refresh, steps: tape.take())
      )
    }
    file.cases += refusals(after: file.cases[0])
    return file
  }

  private func logIn(
    _ engine: Engine,
    _ provider: PracticeProvider,
    _ account: AccountID
  ) async throws -> LoginOutcome {
    var request = LoginRequest(provider: descriptor.id)
    request.account = account.name
    request.timeout = 30
    let first = descriptor.capture.first ?? .standard(.loopback, for: descriptor.kind)
    request.capture = first.way == .loopback ? CaptureWay.paste.rawValue : first.way.rawValue
    request.redirectURI = first.redirectURI(port: 8910)
    let interaction = RecordingInteraction(browser: provider.browser, tape: tape)
    do {
      return try await engine.login(request, interaction: interaction)
    } catch {
      if let reason = interaction.refusal { throw RehearsalError(reason) }
      throw error
    }
  }

  /// The same login when the user says no, and when the token endpoint does.
  private func refusals(after login: ProviderCase) -> [ProviderCase] {
    guard let visit = login.steps.firstIndex(where: { $0.isVisit }) else { return [] }
    var cases: [ProviderCase] = []
    let denial: [CaseCallback.Pair]
    switch login.steps[visit] {
    case .browser(_, .parameters) where descriptor.oauth1 != nil:
      denial = [CaseCallback.Pair("denied", "{oauth_token}")]
    case .browser(_, .parameters(let pairs)) where descriptor.oauth2 != nil:
      denial =
        [CaseCallback.Pair("error", "access_denied")] + pairs.filter { $0.name == "state" }
    default: return []
    }
    cases.append(
      ProviderCase(
        name: "the user says no",
        action: login.action,
        steps: login.steps[..<visit] + [.browser(url: nil, .parameters(denial))]
      )
    )
    guard descriptor.oauth2 != nil, login.steps.count > visit + 1 else { return cases }
    let answer = HTTPResponse(
      status: 400,
      headers: HTTPFields([HTTPField("Content-Type", GoldenBody.jsonType)]),
      body: JSONObject([
        ("error", "invalid_grant"), ("error_description", "the code has been used"),
      ]).serializedBytes
    )
    cases.append(
      ProviderCase(
        name: "the code is refused",
        action: login.action,
        steps: login.steps[...visit] + [.exchange(nil, .response(answer))]
      )
    )
    return cases
  }
}

extension CaseStep {
  var isVisit: Bool {
    if case .browser = self { true } else { false }
  }
}

extension Descriptor {
  /// What to ask of the API in a rehearsal: the account's name, or what the canned replies answer.
  package var practiceTarget: String? {
    if case .get(let path) = identity?.source, path.options.isEmpty { return path.source }
    guard request.base != nil else { return nil }
    guard let replies = rehearsal?.replies, kind == .custom else { return "/" }
    let prefix = practiceBasePath
    return replies.lazy.filter { $0.method == "GET" && $0.requiresBearer }
      .first { $0.path.hasPrefix("\(prefix)/") }
      .map { String($0.path.dropFirst(prefix.count)) }
  }

  /// The path of the API's base in a rehearsal, without a slash at its end: targets stand below it.
  private var practiceBasePath: String {
    guard case .urls(let bases) = request.base else { return "" }
    let values = (rehearsal?.options ?? [:]).mapValues { OptionValue.text($0) }
    let path = bases.lazy.compactMap { try? $0.expand(values) }.first?.path ?? ""
    return path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Whether an access token can be renewed without the user.
  package func canRefresh(_ credential: Credential) -> Bool {
    switch kind {
    case .oauth2, .oidc:
      credential.refreshToken != nil || oauth2?.refreshProof == .accessToken
    case .jwt: true
    // Without a refresh token it may be a login once more.
    case .custom: hooks.contains(.refresh)
    case .oauth1, .clientCredentials, .apiKey, .basic: false
    }
  }
}
