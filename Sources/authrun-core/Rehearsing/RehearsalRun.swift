import HTTP
import Login
import Providers
import Rehearsal
import Standards

/// Rehearses one provider: a whole login, a request to its API and a refresh, against a practice provider.
///
/// The descriptor is used as it is, the vault is a new one in a directory of its own, and nothing leaves
/// this machine.
struct RehearsalRun: Sendable {
  let id: String
  let context: CommandContext
  /// The browser to use, where the user takes part.
  let interactiveBrowser: String??

  /// How long a practice login may take, in seconds; nobody is waited for.
  private static let patience = 30

  func run() async -> RehearsalResult {
    var result = RehearsalResult(id: id)
    do {
      let descriptor = try context.engine().descriptor(id)
      context.terminal.note(
        context.terminal.style.bold("\(id)") + ": \(VisibleText.line(descriptor.name))"
      )
      let provider = try await PracticeProvider.start(
        descriptor,
        interactive: interactiveBrowser != nil
      )
      let watching = Task { await watch(provider) }
      do {
        try await perform(descriptor, with: provider)
      } catch {
        result.error = error
      }
      await provider.stop()
      result.events = await watching.value
    } catch let error as AuthRunError {
      result.error = context.suggesting(for: error)
    } catch {
      result.error = AuthRunError(.descriptorInvalid, "\(error)", provider: id, step: "rehearse")
    }
    context.terminal.endStatus()
    if let error = result.error {
      context.terminal.write(
        ErrorReport(error: error, isVerbose: context.globals.verbose)
          .lines(style: context.terminal.style)
      )
    }
    return result
  }

  /// Shows each step as it happens and keeps them all.
  private func watch(_ provider: PracticeProvider) async -> [RehearsalEvent] {
    let text = RehearsalText(style: context.terminal.style)
    var events: [RehearsalEvent] = []
    for await event in provider.events {
      events.append(event)
      if event.passed {
        if !context.terminal.isQuiet { context.terminal.write(text.lines(event)) }
      } else {
        context.terminal.write(text.lines(event))
      }
    }
    return events
  }

  private func perform(
    _ descriptor: Descriptor,
    with provider: PracticeProvider
  ) async throws(AuthRunError) {
    let home = try PracticeHome(context)
    defer { withExtendedLifetime(home) {} }
    let engine = try Engine(try settings(descriptor, provider, home))
    context.terminal.showStatus("  … logging in", withInputLine: false)
    let outcome = try await logIn(engine, provider)
    if let target = descriptor.practiceTarget {
      let response = try await provider.callingAPI { () throws(AuthRunError) in
        try await engine.send(APIRequest(method: "GET", target: target), as: outcome.account)
      }
      if let problem = ResponseOutput(response: response).problem(account: outcome.account) {
        throw problem
      }
    }
    if descriptor.canRefresh(outcome.credential) {
      var demand = TokenDemand()
      demand.forceRefresh = true
      _ = try await engine.credential(outcome.account, demand)
    }
    if descriptor.oauth2?.revoke != nil || descriptor.hooks.contains(.revoke) {
      _ = try await engine.logout(outcome.account, local: false)
    }
  }

  private func settings(
    _ descriptor: Descriptor,
    _ provider: PracticeProvider,
    _ home: PracticeHome
  ) throws(AuthRunError) -> EngineSettings {
    var settings = try home.settings(provider)
    for option in descriptor.options {
      guard let value = provider.options[option.name] else { continue }
      settings.environment[option.environmentName(provider: descriptor.id)] = value
    }
    return settings
  }

  private func logIn(
    _ engine: Engine,
    _ provider: PracticeProvider
  ) async throws(AuthRunError) -> LoginOutcome {
    var request = LoginRequest(provider: id)
    guard let browser = interactiveBrowser else {
      request.timeout = Self.patience
      return try await logIn(engine, request, RehearsalInteraction(browser: provider.browser))
    }
    let terminal = TerminalInteraction(
      terminal: context.terminal,
      environment: context.environment,
      browser: browser
    )
    defer { terminal.end() }
    let interaction = InteractiveRehearsal(terminal: terminal, provider: provider)
    return try await engine.login(request, interaction: interaction)
  }

  /// Ends the login at once when the practice provider lets nobody back.
  private func logIn(
    _ engine: Engine,
    _ request: LoginRequest,
    _ interaction: RehearsalInteraction
  ) async throws(AuthRunError) -> LoginOutcome {
    let login = Task { () async -> Result<LoginOutcome, AuthRunError> in
      do throws(AuthRunError) {
        return .success(try await engine.login(request, interaction: interaction))
      } catch {
        return .failure(error)
      }
    }
    interaction.whenRefused { login.cancel() }
    let result = await withTaskCancellationHandler {
      await login.value
    } onCancel: {
      login.cancel()
    }
    do throws(AuthRunError) {
      return try result.get()
    } catch {
      guard let reason = interaction.refusedBecause else { throw error }
      throw AuthRunError(
        .protocol,
        "the practice provider refused the authorization: \(reason)",
        provider: id,
        step: "authorize"
      )
    }
  }
}
