package import Login
package import Providers
import Standards

/// Runs recorded cases of a descriptor, with no network and at a time that stands still.
package struct CaseRun: Sendable {
  private let file: CaseFile
  private let descriptor: Descriptor
  private let settings: EngineSettings
  private let isLearning: Bool

  /// The settings name a vault of the run's own, and a catalogue in which the descriptor is found.
  ///
  /// A case that says nothing of its end fails, unless the run is there to learn it.
  package init(
    _ file: CaseFile,
    _ descriptor: Descriptor,
    _ settings: EngineSettings,
    isLearning: Bool = false
  ) {
    self.file = file
    self.descriptor = descriptor
    self.isLearning = isLearning
    var settings = settings
    for option in descriptor.options {
      guard let value = file.options[option.name] else { continue }
      settings.environment[option.environmentName(provider: descriptor.id)] = value
    }
    self.settings = settings
  }

  /// What came of one case.
  package struct Outcome: Sendable {
    package let name: String
    /// What was not as recorded; empty when the case passed.
    package let faults: [CaseFault]
    /// The case as it happened this time.
    package let observed: ProviderCase

    package var passed: Bool { faults.isEmpty }
  }

  /// Runs the case, and before it those that it comes after.
  package func run(_ wanted: ProviderCase) async -> Outcome {
    guard let chain = file.chain(to: wanted.name) else {
      let fault = CaseFault(
        step: nil,
        "comes after “\(wanted.after ?? "")”, which is no case of this file or comes after it"
      )
      return Outcome(name: wanted.name, faults: [fault], observed: wanted)
    }
    let script = CaseScript()
    let clock = FrozenClock(file.now)
    var observed = wanted
    do throws(AuthRunError) {
      let engine = try Engine(settings, clock: clock, random: FrozenRandom()) { _ in script }
      let account = AccountID(provider: descriptor.id, name: "case-\(number(of: wanted))")
      for link in chain {
        clock.set(link.now ?? clock.now())
        script.begin(link.steps)
        let result = await perform(link, engine, account, script)
        let (steps, faults) = script.end()
        guard link.name == wanted.name else {
          guard faults.isEmpty else {
            let fault = CaseFault(step: nil, "“\(link.name)”, after which it comes, fails")
            return Outcome(name: wanted.name, faults: [fault], observed: wanted)
          }
          continue
        }
        observed.steps = steps
        observed.result = result
        return Outcome(
          name: wanted.name,
          faults: faults + self.faults(of: wanted, in: result),
          observed: observed
        )
      }
    } catch {
      observed.result = .failure(Self.object(error, rejection: nil))
    }
    return Outcome(
      name: wanted.name,
      faults: faults(of: wanted, in: observed.result),
      observed: observed
    )
  }

  private func faults(of wanted: ProviderCase, in result: CaseResult) -> [CaseFault] {
    guard !isLearning, wanted.result == .unknown else { return wanted.result.faults(in: result) }
    return [
      CaseFault(
        step: nil,
        "says nothing of its end: give it \"expect\" or \"error\", or let --record complete it"
      )
    ]
  }

  private func number(of wanted: ProviderCase) -> Int {
    (file.cases.firstIndex { $0.name == wanted.name } ?? 0) + 1
  }

  private func perform(
    _ link: ProviderCase,
    _ engine: Engine,
    _ account: AccountID,
    _ script: CaseScript
  ) async -> CaseResult {
    var rejection: () -> String? = { nil }
    do throws(AuthRunError) {
      switch link.action {
      case .login(let login):
        let request = request(login, account)
        let interaction = CaseInteraction(script, answers: login.answers)
        rejection = { interaction.rejection }
        let outcome = try await engine.login(request, interaction: interaction)
        return .success(outcome.credential.caseObject)
      case .refresh:
        var demand = TokenDemand()
        demand.forceRefresh = true
        return .success(try await engine.credential(account, demand).caseObject)
      case .request(let request):
        let response = try await engine.send(request.apiRequest, as: account)
        return .success(["status": .integer(Int64(response.status))])
      case .sign(let request):
        return .success(try await engine.sign(request.apiRequest, as: account).caseObject)
      case .logout:
        let revocation = try await engine.logout(account, local: false)
        return .success(["revoked": .bool(revocation == .revoked)])
      }
    } catch {
      return .failure(Self.object(error, rejection: rejection()))
    }
  }

  private func request(_ login: CaseLogin, _ account: AccountID) -> LoginRequest {
    var request = LoginRequest(provider: descriptor.id)
    request.account = account.name
    request.scopes = login.scopes
    request.options = login.options
    request.timeout = 30
    let first = descriptor.capture.first
    let way = login.capture.flatMap(CaptureWay.init(rawValue:)) ?? first?.way ?? .loopback
    // Nobody listens for a browser that does not come; the address is given as if it were pasted.
    request.capture = way == .loopback ? CaptureWay.paste.rawValue : way.rawValue
    let declared = descriptor.capture.first { $0.way == way }
    let uri = declared ?? .standard(way, for: descriptor.kind)
    request.redirectURI = login.redirectURI ?? uri.redirectURI(port: 8910)
    return request
  }

  /// The members of an error that cases compare.
  private static func object(_ error: AuthRunError, rejection: String?) -> JSONObject {
    var object = JSONObject([("code", .string(error.code.rawValue))])
    if let step = error.step { object["step"] = .string(step) }
    if let code = error.providerError { object["provider_error"] = .string(code) }
    if let rejection { object["rejected"] = .string(rejection) }
    if let location = error.location { object["location"] = .string(location) }
    object["message"] = .string(error.message)
    return object
  }
}

extension CaseRequest {
  fileprivate var apiRequest: APIRequest {
    APIRequest(method: method, target: target, headers: headers, body: body)
  }
}
