import Providers
import Testing

/// What the reference manual says of the functions that are ours and not Lua's own.
@Suite
struct ScriptLibraryTests {
  @Test(arguments: [
    (#"("key = value"):match("^(%w+)%s*=%s*(%w+)$")"#, "key,value"),
    (#"("2026-11-30"):gsub("(%d+)-(%d+)-(%d+)", "%3.%2.%1")"#, "30.11.2026,1"),
    (#"("THE (quick) fox"):find("%((%a+)%)")"#, "5,11,quick"),
    (#"("f(a(b)c)d"):match("%b()")"#, "(a(b)c)"),
    (#"("THE (quick) fox"):gsub("%f[%a]%a+", string.lower)"#, "the (quick) fox,3"),
    (#"([[a "b" 'c']]):match([[(["'])(.-)%1]])"#, #"",b"#),
    (#"("hello"):match("()ll()")"#, "3,5"), (#"("a.b"):find(".", 1, true)"#, "2,2"),
    (#"("x)"):find(")")"#, "2,2"), (#"("abc"):gsub("", "-")"#, "-a-b-c-,4"),
    (#"("abc"):gsub("%w", { a = 1, b = false })"#, "1bc,3"), (#"("abc"):find("b", -1)"#, "nil"),
    (#"("aaa"):gsub("a", "b", 2)"#, "bba,2"), (#"("[]"):match("[]]")"#, "]"),
    (#"("a-z"):gsub("[a%-]", ".")"#, "..z,2"), (#"("%d"):gsub("%%d", "%%x")"#, "%x,1"),
    (#"("äö"):len()"#, "4"), (#"("abc"):match(".-(b?)(c?)$")"#, "b,c"),
  ])
  func `patterns match as the manual says`(expression: String, result: String) async throws {
    let outcome = try await runScript(
      """
      local t = table.pack(\(expression))
      for i = 1, t.n do t[i] = tostring(t[i]) end
      return table.concat(t, ",")
      """
    )
    #expect(outcome.returned.text == result)
  }

  @Test(arguments: ["[a", "%", "(a", "a)", "%1", "()%1", "%b", "%fa", "[%"])
  func `a malformed pattern is an error before anything is matched`(pattern: String) async {
    let error = await scriptError("return ('x'):match('\(pattern)')")
    #expect(error?.kind == .runtime)
    #expect(error?.location == "acme.lua:2")
  }

  @Test
  func `table functions do their work on raw tables`() async throws {
    let outcome = try await runScript(
      #"""
      local t = { 5, 3, 9, 1 }
      table.sort(t) assert(table.concat(t, " ") == "1 3 5 9")
      table.sort(t, function(a, b) return a > b end) assert(table.concat(t, " ") == "9 5 3 1")
      table.insert(t, 7) table.insert(t, 1, 0) assert(table.concat(t, " ") == "0 9 5 3 1 7")
      assert(table.remove(t) == 7 and table.remove(t, 1) == 0 and table.remove({}) == nil)
      table.move(t, 1, 3, 2) assert(table.concat(t, " ") == "9 9 5 3", table.concat(t, " "))
      assert(select("#", table.unpack({ 1, nil, 3 }, 1, 3)) == 3 and table.pack(1, nil).n == 2)
      assert(not pcall(table.sort, { 1, "x" }) and not pcall(table.concat, { {} }))
      assert(("ab"):rep(3, "-") == "ab-ab-ab" and ("x"):rep(0) == "" and "10" + 5 == 15)
      assert(string.format("%s %d %q %5.1f%%", true, 3, "a\n", 2.25) == 'true 3 "a\\\n"   2.2%')
      return "done"
      """#
    )
    #expect(outcome.returned.text == "done")
  }

  @Test(arguments: [
    (#"("x"):rep(2)"#, "xx"), (#""10" + 1"#, "11"), (#"-"2""#, "-2"), (#"math.max(1, 2)"#, "2"),
    (#"utf8.char(228)"#, "ä"), (#"table.concat({ 1, 2 })"#, "12"), (#"string.upper("x")"#, "X"),
    (#"getmetatable("")"#, "false"), (#"("x").none"#, "nil"),
    (#"("x").dump or string == string"#, "true"),
    (#"select(2, pcall(function() return string.dump end))"#, "acme.lua:2: string has no 'dump'"),
    (#"select(2, pcall(function() return math.random end))"#, "acme.lua:2: math has no 'random'"),
    (#"rawequal(math, math) and ("x").len == ("y").len"#, "true"),
  ])
  func `a library is there from its first use on`(expression: String, result: String) async throws {
    #expect(try await runScript("return tostring(\(expression))").returned.text == result)
  }

  @Test
  func `where memory ends while a library is made, nothing of Lua's own is left in its place`()
    async
  {
    let ends = ContiguousArray(stride(from: 16_000, to: 40_000, by: 32))
    var survivors = 0
    for memory in ends {
      var limits = ScriptLimits()
      limits.memory = memory
      let effects = FakeEffects()
      let error = await scriptError(
        """
        local log = ctx.log
        local closing = { __close = function()
          if ("x").dump or ("x").pack then log("!") end
        end }
        return pcall(function()
          local guard <close> = setmetatable({}, closing)
          return ("x"):upper()
        end)
        """,
        effects: effects,
        limits: limits
      )
      #expect(effects.seen.log.isEmpty)
      #expect(error == nil || error?.kind == .limit, "\(memory)")
      if error == nil { survivors += 1 }
    }
    #expect((1..<ends.count).contains(survivors), "the limits are below and above what it takes")
  }
}
