import Providers
import Standards
import Testing

@Suite
struct ScriptLimitTests {
  @Test(.timeLimit(.minutes(2)), arguments: HostileScript.time)
  func `a script that takes too long is ended at its line`(script: HostileScript) async {
    await check(script)
  }

  @Test(.timeLimit(.minutes(2)), arguments: HostileScript.memory)
  func `a script that wants too much is ended at its line`(script: HostileScript) async {
    await check(script)
  }

  @Test(arguments: HostileScript.reach)
  func `a script reaches nothing but its own`(script: HostileScript) async {
    await check(script)
  }

  private func check(_ script: HostileScript) async {
    let result: Result<ScriptOutcome, ScriptError>
    do throws(ScriptError) {
      result = .success(try await runScript(script.body))
    } catch {
      result = .failure(error)
    }
    switch (script.end, result) {
    case (.limit, .failure(let error)):
      #expect(error.kind == .limit)
      expectPlace(error)
    case (.error(let text), .failure(let error)):
      #expect(error.kind == .runtime)
      #expect(error.message.contains(text), "\(error.message)")
      expectPlace(error)
    case (.text(let text), .success(let outcome)):
      #expect(outcome.returned.text == text)
    default: Issue.record("ended otherwise: \(result)")
    }
  }

  /// The line is one of the script's own, and no text shows an address.
  private func expectPlace(_ error: ScriptError) {
    #expect(error.line.map { $0 >= 1 && $0 <= 5 } == true, "\(error)")
    #expect(!error.description.contains("0x"))
    #expect(error.message.utf8.count <= 1100)
  }

  @Test
  func `a limit cannot be caught, handled or outlived`() async {
    let effects = FakeEffects()
    let error = await scriptError(
      """
      local ok = pcall(function()
        local done = xpcall(function() while true do end end, function() ctx.log("handled") end)
        ctx.log("went on")
      end)
      ctx.log("went on")
      """,
      effects: effects
    )
    #expect(error?.kind == .limit)
    #expect(error?.location == "acme.lua:3")
    #expect(error?.traceback.first == "acme.lua:3: in a function")
    #expect(effects.seen.log.isEmpty)
  }

  @Test
  func `the log is capped and one line each`() async throws {
    let effects = FakeEffects()
    _ = try await runScript(
      "for i = 1, 3000 do ctx.log(('x'):rep(100) .. '\\n') end",
      effects: effects
    )
    let log = effects.seen.log
    #expect(log.joined().utf8.count <= 64 << 10)
    #expect(log.last == "(the log is full)")
    #expect(log.allSatisfy { !$0.contains("\n") })
  }

  @Test
  func `each hook has its whole budget, however long it has waited`() async throws {
    let work = "for i = 1, 1000000 do end "
    let effects = FakeEffects(json: "{}")
    let outcome = try await runScript(
      String(repeating: work + "ctx.http.get(ctx.opt.base) ", count: 3) + "return 'done'",
      effects: effects
    )
    #expect(outcome.returned.text == "done")
  }
}
