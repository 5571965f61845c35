package import Login
import Providers
import Standards

extension CaseRecorder {
  /// Logs in at the real service and keeps what it answered; nothing secret or private stays in it.
  ///
  /// The requests of the cases are made anew from the descriptor with practice values, so no secret and no
  /// signature of the live ones is in the file.
  package func live(
    _ request: LoginRequest,
    _ settings: EngineSettings,
    _ interaction: any Interaction
  ) async throws -> CaseFile {
    let plan = try PracticePlan(descriptor, given: [:])
    var file = CaseFile(provider: descriptor.id, options: plan.options)
    let tape = tape
    let engine = try Engine(settings) { ExchangeRecorder($0, tape) }
    let outcome = try await engine.login(
      request,
      interaction: LiveInteraction(interaction, tape, callback: callback)
    )
    file.now = outcome.credential.issuedAt
    var login = CaseLogin()
    if request.scopes != [] { login.scopes = request.scopes }
    file.cases.append(ProviderCase(name: "login", action: .login(login), steps: tape.take()))
    if descriptor.canRefresh(outcome.credential) {
      var demand = TokenDemand()
      demand.forceRefresh = true
      _ = try await engine.credential(outcome.account, demand)
      file.cases.append(
        ProviderCase(name: "refresh", after: "login", action: .refresh, steps: tape.take())
      )
    }
    var placeholders = Placeholders(descriptor)
    file.cases = file.cases.map { one in
      var one = one
      one.steps = one.steps.map { placeholders.replace(in: $0) }
      return one
    }
    return file
  }

  /// What a browser brings back; what else a service adds is for the author to write.
  private var callback: CaseCallback {
    if descriptor.oauth1 != nil {
      return .parameters([
        CaseCallback.Pair("oauth_token", "{oauth_token}"),
        CaseCallback.Pair("oauth_verifier", "verifier-1"),
      ])
    }
    return .parameters([
      CaseCallback.Pair("code", "code-1"), CaseCallback.Pair("state", "{state}"),
    ])
  }
}

/// The user's own interaction; that the browser was sent somewhere is noted.
private struct LiveInteraction: Interaction {
  private let inner: any Interaction
  private let tape: CaseTape
  private let callback: CaseCallback

  init(_ inner: any Interaction, _ tape: CaseTape, callback: CaseCallback) {
    self.inner = inner
    self.tape = tape
    self.callback = callback
  }

  func show(_ notice: LoginNotice) async {
    if case .authorize = notice { tape.add(.browser(url: nil, callback)) }
    await inner.show(notice)
  }

  func open(_ url: URI) async -> Bool { await inner.open(url) }

  func ask(_ question: Question) async throws(AuthRunError) -> Secret? {
    try await inner.ask(question)
  }

  func lines() -> AsyncStream<String> { inner.lines() }

  func standardInput() async -> Secret? { await inner.standardInput() }
}
