import Foundation
import Standards
import Testing

@testable import Providers

/// Where the hostile suite runs: once in this process, once behind the wall.
enum Place: String, CaseIterable, Sendable {
  case thread
  case process

  var isolation: ScriptIsolation { self == .thread ? .thread : .ownProcess }
}

/// Every script that means harm ends as it should, its neighbours work on, and nothing secret is said.
@Suite(.serialized)
struct HostileThreadTests {
  @Test(.timeLimit(.minutes(10)), arguments: HostileScript.all)
  func `a hostile hook ends as it should`(script: HostileScript) async {
    await HostileCheck(place: .thread).run(script)
  }

  @Test(.timeLimit(.minutes(10)), arguments: HostileFile.all)
  func `a hostile file is refused while it loads`(file: HostileFile) async {
    await HostileCheck(place: .thread).run(file)
  }
}

/// The same in a helper process.
@Suite(.serialized)
struct HostileProcessTests {
  @Test(.timeLimit(.minutes(10)), arguments: HostileScript.all)
  func `a hostile hook ends as it should`(script: HostileScript) async {
    await HostileCheck(place: .process).run(script)
  }

  @Test(.timeLimit(.minutes(10)), arguments: HostileFile.all)
  func `a hostile file is refused while it loads`(file: HostileFile) async {
    await HostileCheck(place: .process).run(file)
  }
}

struct HostileListTests {
  @Test
  func `every known attack has its test`() {
    let names = HostileScript.all.map(\.name) + HostileFile.all.map(\.name)
    let rows = Set(names.compactMap { $0.split(separator: " ").first }.map(String.init))
    // T59, a descriptor that changes after approval, is the engine's: `TrustTests`.
    let known = [
      1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 15, 16, 17, 18, 19, 21, 22, 24, 25, 26, 27, 28, 29, 30,
      31,
      32, 33, 34, 35, 36, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 53, 54, 55, 56,
      58,
    ].map { $0 < 10 ? "T0\($0)" : "T\($0)" }
    #expect(known.filter { !rows.contains($0) } == [])
    #expect(Set(HostileScript.all.map(\.name)).count == HostileScript.all.count)
    #expect(names.count >= 50 + 60)
  }
}

/// What holds for each of them.
private struct HostileCheck {
  let place: Place

  /// What each may take at most.
  ///
  /// Not measured by the wall's clock, which on a busy machine tells of its neighbours: a case takes so
  /// much processor time of its own, on whatever thread or process, and a helper is killed when so much
  /// real time is over.
  private static let most = Duration.seconds(2)

  private var limits: ScriptLimits {
    var limits = ScriptLimits.standard
    limits.wallTime = Self.most
    return limits
  }

  func run(_ script: HostileScript) async {
    async let neighbour = honest()
    var effects = script.effects()
    var result = await run(script, effects, limits)
    expectTime(result)
    if Self.isKilled(result) {
      // It has ended in time. How it ends by itself is seen with time to spare.
      effects = script.effects()
      result = await run(script, effects, .standard)
      expectTime(result)
    }
    check(result, script.end)
    expectNoSecret(result, effects)
    #expect(effects.seen.requests.count <= script.requests)
    #expect(await neighbour == "done")
  }

  private func run(
    _ script: HostileScript,
    _ effects: FakeEffects,
    _ limits: ScriptLimits
  ) async -> Result<ScriptOutcome, ScriptError> {
    do throws(ScriptError) {
      return .success(
        try await runScript(
          script.body,
          effects: effects,
          limits: limits,
          isolation: place.isolation
        )
      )
    } catch {
      return .failure(error)
    }
  }

  private static func isKilled<Success>(_ result: Result<Success, ScriptError>) -> Bool {
    guard case .failure(let error) = result else { return false }
    return error.message == "the script takes too long"
  }

  private func expectTime(_ result: Result<ScriptOutcome, ScriptError>) {
    switch result {
    case .success(let outcome): expectTime(outcome.processorTime)
    case .failure(let error): expectTime(error.processorTime)
    }
  }

  private func expectTime(_ processorTime: Duration) {
    #expect(processorTime > .zero)
    #expect(processorTime < Self.most)
  }

  func run(_ file: HostileFile) async {
    async let neighbour = honest()
    var result = load(file, limits)
    if Self.isKilled(result) { result = load(file, .standard) }
    guard case .failure(let error) = result else {
      Issue.record("it was loaded")
      return
    }
    expectTime(error.processorTime)
    check(error, file)
    #expect(await neighbour == "done")
  }

  private func load(
    _ file: HostileFile,
    _ limits: ScriptLimits
  ) -> Result<ScriptTable, ScriptError> {
    do throws(ScriptError) {
      return .success(
        try ScriptDeclaration.load(
          source: Array(file.source.utf8),
          chunkName: "acme.lua",
          limits: limits,
          isolation: place.isolation
        )
      )
    } catch {
      return .failure(error)
    }
  }

  private func check(_ error: ScriptError, _ file: HostileFile) {
    #expect(error.kind == file.kind, "\(error)")
    #expect(file.message.isEmpty || error.message.contains(file.message), "\(error)")
    #expect(error.location.hasPrefix("acme.lua"))
    #expect(!error.description.contains("0x"))
  }

  private func honest() async -> String? {
    let effects = FakeEffects(json: #"{"say":"done"}"#)
    let body = "return ctx.http.get(ctx.opt.base).json.say"
    return try? await runScript(body, effects: effects, isolation: place.isolation).returned.text
  }

  private func check(_ result: Result<ScriptOutcome, ScriptError>, _ end: HostileScript.End) {
    switch (end, result) {
    case (.limit, .failure(let error)):
      #expect(error.kind == .limit, "\(error)")
      expectPlace(error)
    case (.error(let text, let other), .failure(let error)):
      let isKnown = error.message.contains(text) || other.map(error.message.contains) == true
      #expect(isKnown, "\(error)")
      expectPlace(error)
    case (.failure(let code, let text), .failure(let error)):
      guard case .failed(code, _) = error.kind else {
        Issue.record("ended as \(error.kind): \(error)")
        return
      }
      #expect(error.message.contains(text), "\(error)")
      expectPlace(error)
    case (.text(let text), .success(let outcome)):
      #expect(outcome.returned.text == text)
    default: Issue.record("ended otherwise: \(result)")
    }
  }

  /// The line is one of the script's own, and no text shows an address.
  private func expectPlace(_ error: ScriptError) {
    #expect(error.line.map { $0 >= 1 && $0 <= 8 } == true, "\(error)")
    #expect(!error.description.contains("0x"))
    #expect(error.message.utf8.count <= 1100)
    #expect(!error.description.contains("\u{1B}"))
  }

  private func expectNoSecret(
    _ result: Result<ScriptOutcome, ScriptError>,
    _ effects: FakeEffects
  ) {
    var shown = effects.seen.log + effects.seen.prompts + effects.seen.authorized.map(\.text)
    switch result {
    case .success(let outcome): shown.append("\(outcome.returned)")
    case .failure(let error):
      shown += [error.description, "\(error.kind)"] + error.traceback
    }
    for spelling in ["k3y/s3cret", "k3y%2Fs3cret", "azN5L3MzY3JldA", "6b33792f733363726574"] {
      #expect(!shown.contains { $0.contains(spelling) })
    }
    #expect(effects.seen.log.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\n") })
    #expect(effects.seen.log.reduce(0) { $0 + $1.utf8.count } <= 64 << 10)
  }
}
