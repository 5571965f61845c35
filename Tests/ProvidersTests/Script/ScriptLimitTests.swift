import Providers
import Standards
import Testing

@Suite
struct ScriptLimitTests {
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

  @Test(arguments: [ScriptIsolation.thread, .ownProcess])
  func `processor time ends a script that has instructions left`(isolation: ScriptIsolation) async {
    var limits = ScriptLimits.standard
    limits.instructions = .max
    limits.processorTime = .milliseconds(200)
    let error = await scriptError("while true do end", limits: limits, isolation: isolation)
    #expect(error?.kind == .limit)
    #expect(error?.message == "the script takes too much processor time")
    #expect(error.map { $0.processorTime > .milliseconds(200) } == true)
    #expect(error.map { $0.processorTime < .seconds(2) } == true)
  }

  @Test
  func `the file and its hook share the processor time`() async throws {
    var limits = ScriptLimits.standard
    limits.instructions = .max
    limits.processorTime = .seconds(1)
    let file = { (rounds: Int, hook: String) in
      "for i = 1, \(rounds) do end return provider { test = function() \(hook) end }"
    }
    // About half of what is allowed goes into the file, on a machine of any speed.
    let measured = try await run(file(2_000_000, ""), limits).processorTime
    let rounds = Int(limits.processorTime / 2 / measured * 2_000_000)
    let error = await #expect(throws: ScriptError.self) {
      try await run(file(rounds, "while true do end"), limits)
    }
    #expect(error?.kind == .limit)
    #expect(error.map { $0.processorTime < .milliseconds(1150) } == true)
  }

  private func run(
    _ source: String,
    _ limits: ScriptLimits
  ) async throws(ScriptError) -> ScriptOutcome {
    try await ScriptOperation(
      source: Array(source.utf8),
      chunkName: "acme.lua",
      limits: limits
    ).run(hook: "test", context: scriptContext(FakeEffects()))
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
