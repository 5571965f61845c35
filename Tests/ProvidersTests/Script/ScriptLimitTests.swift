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
