import Foundation
import HTTP
import Login
import Providers
import Rehearsal
import Standards
import TestSupport
import Testing

/// Logins in two halves, each by an engine of its own, against a provider that checks both.
@Suite(.timeLimit(.minutes(1)))
struct BeginRehearsalTests {
  /// A user who answers nothing by hand.
  private struct Nobody: Interaction {
    func show(_ notice: LoginNotice) async {}
    func open(_ url: URI) async -> Bool { false }
    func ask(_ question: Question) async throws(AuthRunError) -> Secret? { nil }
    func lines() -> AsyncStream<String> { AsyncStream { $0.finish() } }
    func standardInput() async -> Secret? { nil }
  }

  /// A provider of these fields, and homes for the engines that log in to it.
  private struct Practice {
    let provider: PracticeProvider
    let settings: EngineSettings
    private let home: TemporaryHome

    init(_ fields: String) async throws {
      home = try TemporaryHome()
      let text = "return provider { api = 1, id = \"shop\", name = \"Shop\", \(fields) }"
      let path = try home.write(text, to: "providers/shop.lua")
      let descriptor = try DescriptorLoader.load(source: Array(text.utf8), path: path)
      provider = try await PracticeProvider.start(descriptor)
      var settings = EngineSettings()
      settings.environment = home.environment
      settings.vault = home.file("vault.db")
      settings.providerDirectories = [home.file("providers")]
      settings.caFile = try home.write(provider.caPEM, to: "ca.pem")
      settings.connectTo = provider.connectTo.map(\.description)
      for option in descriptor.options {
        guard let value = provider.options[option.name] else { continue }
        settings.environment[option.environmentName(provider: "shop")] = value
      }
      self.settings = settings
    }

    /// Another process would have one like it.
    func engine(pause: @escaping Pause = { _ in }) throws -> Engine {
      try Engine(settings, pause: pause)
    }

    func begin(capture: String? = nil) async throws -> BegunLogin {
      var request = LoginRequest(provider: "shop")
      request.capture = capture
      let beginning = try await engine().begin(request, lifetime: 600, interaction: Nobody())
      guard case .begun(let login) = beginning else {
        throw AuthRunError(.internal, "the login was finished at once")
      }
      return login
    }

    func finish(
      _ id: String,
      _ answer: String?,
      pause: @escaping Pause = { _ in }
    ) async throws
      -> LoginOutcome
    {
      try await engine(pause: pause).finish(
        id,
        answer: { () async throws(AuthRunError) in answer },
        interaction: Nobody()
      )
    }

    /// Stops the provider; all that it found wrong.
    func faults() async -> [String] {
      await provider.stop()
      var faults: [String] = []
      for await event in provider.events where !event.passed {
        faults += event.checks.filter { !$0.passed }.map { "\(event.step): \($0.rule)" }
      }
      return faults
    }
  }

  private static let oauth2 = """
    authorize = "https://as.example/authorize", token = "https://as.example/token",
    client_auth = "post", scopes = { "read" },
    """
  private static let api = "request = { base = \"https://api.example/\" }"

  @Test(arguments: [
    "oauth2 = { \(oauth2) }, \(api)",
    "oauth2 = { \(oauth2) par = \"https://as.example/par\" }, \(api)",
    "oauth2 = { \(oauth2) dpop = true }, \(api)",
    "oauth2 = { \(oauth2) par = \"https://as.example/par\", dpop = true }, \(api)",
    "kind = \"oidc\", oauth2 = { issuer = \"https://op.example\", scopes = { \"openid\" } }, \(api)",
    """
    kind = "oidc", oauth2 = {
      issuer = "https://op.example", scopes = { "openid" }, par = "https://op.example/par", dpop = true,
    }, \(api)
    """,
  ])
  func `what one process begins another finishes, whatever the provider wants`(
    fields: String
  ) async throws {
    let practice = try await Practice(fields)
    let login = try await practice.begin()
    guard case .page(let url, _, "paste") = login.destination else {
      Issue.record("the user is sent elsewhere: \(login.destination)")
      return
    }
    if fields.contains("par =") {
      let names = try url.queryParameters().pairs.map(\.nameText)
      #expect(Set(names) == ["client_id", "request_uri"], "the rest was pushed")
    }
    let visit = try await practice.provider.browser.visit(url, isAwaited: false)
    guard case .leftFor(let answer) = visit else {
      Issue.record("the provider refused: \(await practice.faults())")
      return
    }
    let outcome = try await practice.finish(login.id, answer.text)
    #expect(outcome.credential.dpopKey != nil || !fields.contains("dpop"))
    #expect(outcome.credential.idToken != nil || !fields.contains("oidc"))
    let engine = try practice.engine()
    let response = try await practice.provider.callingAPI {
      try await engine.send(APIRequest(method: "GET", target: "/me"), as: outcome.account)
    }
    #expect(response.status == 200)
    var demand = TokenDemand()
    demand.forceRefresh = true
    _ = try await engine.credential(outcome.account, demand)
    await #expect(throws: AuthRunError.self) { try await practice.finish(login.id, answer.text) }
    #expect(await practice.faults() == [])
  }

  private static let device = """
    oauth2 = {
      device = "https://as.example/device", token = "https://as.example/token",
      client_auth = "none", grants = { "device_code" }, dpop = true,
    }, \(api)
    """

  @Test
  func `a login on another device is begun with its code, and finished by asking`() async throws {
    let practice = try await Practice(Self.device)
    let login = try await practice.begin()
    guard case .device(let code, let url, let complete) = login.destination else {
      Issue.record("the user is sent elsewhere: \(login.destination)")
      return
    }
    #expect(!code.isEmpty)
    let provider = practice.provider
    // Nothing is lost by asking before the user has agreed.
    let early = await #expect(throws: AuthRunError.self) {
      try await practice.finish(login.id, nil) { _ in throw CancellationError() }
    }
    #expect(early?.code == .interrupted)
    let outcome = try await practice.finish(login.id, nil) { _ in
      _ = try await provider.browser.visit(complete ?? url)
    }
    #expect(outcome.credential.dpopKey != nil)
    let engine = try practice.engine()
    let response = try await provider.callingAPI {
      try await engine.send(APIRequest(method: "GET", target: "/me"), as: outcome.account)
    }
    #expect(response.status == 200)
    let again = await #expect(throws: AuthRunError.self) {
      try await practice.finish(login.id, nil)
    }
    #expect(again?.code == .inputInvalid)
    #expect(await practice.faults() == [])
  }

  @Test
  func `another device is chosen by name, and refused where the provider knows none`() async throws
  {
    let both = try await Practice(
      """
      oauth2 = {
        \(Self.oauth2) device = "https://as.example/device",
        grants = { "authorization_code", "device_code" },
      }, \(Self.api)
      """
    )
    guard case .device = try await both.begin(capture: "device").destination else {
      Issue.record("the user is sent to a browser")
      return
    }
    guard case .page = try await both.begin().destination else {
      Issue.record("the user is sent to a device unasked")
      return
    }
    await both.provider.stop()
    let neither = try await Practice("oauth2 = { \(Self.oauth2) }, \(Self.api)")
    let error = await #expect(throws: AuthRunError.self) {
      try await neither.begin(capture: "device")
    }
    #expect(error?.code == .usage)
    await neither.provider.stop()
  }
}
