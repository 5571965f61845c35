import Providers
import Testing

/// Loads a declaration and returns the error it ends with.
func declarationError(
  _ source: String,
  isolation: ScriptIsolation = .thread
) -> ScriptError? {
  do throws(ScriptError) {
    _ = try ScriptDeclaration.load(
      source: Array(source.utf8),
      chunkName: "acme.lua",
      isolation: isolation
    )
    return nil
  } catch {
    return error
  }
}

@Suite
struct ScriptDeclarationTests {
  @Test
  func `the declared table comes back as plain data`() throws {
    let source = """
      return provider {
        api = 1, ratio = 0.5, big = 9007199254740993, on = true,
        hosts = { "a.example", "b.example" },
        login = function(ctx) end,
      }
      """
    let table = try ScriptDeclaration.load(
      source: Array(source.utf8),
      chunkName: "/x/acme.lua",
      isolation: .thread
    )
    #expect(
      table.fields == [
        "api": .integer(1), "ratio": .number(0.5), "big": .integer(9_007_199_254_740_993),
        "on": .boolean(true), "login": .function,
        "hosts": .table(
          ScriptTable(sequence: [
            .string(Array("a.example".utf8)), .string(Array("b.example".utf8)),
          ])
        ),
      ]
    )
  }

  @Test(arguments: [
    ("return provider {\n  api = \n}", "acme.lua:3", "unexpected symbol"),
    ("local x = 1\n\nx()", "acme.lua:3", "attempt to call a number value (local 'x')"),
    ("return 1", "acme.lua", "must end with: return provider"),
    ("provider { api = 1 }", "acme.lua", "must return what provider"),
    ("local a = provider {}\nreturn provider {}", "acme.lua:2", "called twice"),
    ("\nreturn provider(1)", "acme.lua:2", "takes one table"),
    ("return provider({}, {})", "acme.lua:1", "takes one table"),
    ("return provider(setmetatable({}, {}))", "acme.lua:1", "metatable"),
    ("local t = {}\nt.t = t\nreturn provider(t)", "acme.lua:3", "nested too deeply"),
    ("return provider { [1.5] = 1 }", "acme.lua:1", "hole"),
    ("return provider { a = { [true] = 1 } }", "acme.lua:1", "a: a table key is neither"),
    ("return provider { a = string }", "acme.lua:1", "a: a table of the host"),
    ("x = 1", "acme.lua:1", "'x' is not declared; write 'local x"),
    ("\nreturn undeclared", "acme.lua:2", "'undeclared' is not declared"),
    ("io.open('x')", "acme.lua:1", "'io' is not available to provider scripts"),
    ("error({})", "acme.lua:1", "(error object is a table value)"),
    ("error()", "acme.lua:1", "(error object is a nil value)"),
    ("error(42)", "acme.lua:1", "42"),
  ])
  func `a wrong file is refused with its line`(source: String, location: String, message: String) {
    let error = declarationError(source)
    #expect(error?.location == location)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "no error")")
  }

  @Test(arguments: ["return ctx.http", "print('x')", "local f = fail"])
  func `host calls while the file loads are phase errors`(source: String) {
    let error = declarationError("\n" + source)
    #expect(error?.kind == .phase)
    #expect(error?.location == "acme.lua:2")
  }

  @Test
  func `an error names the calls that led to it`() {
    let error = declarationError(
      "local function inner()\n error('no')\nend\nlocal function outer()\n inner()\nend\nouter()"
    )
    #expect(
      error?.traceback == [
        "acme.lua:2: in 'inner'", "acme.lua:5: in 'outer'", "acme.lua:7: in the file",
      ]
    )
    #expect(error?.message == "no")
  }

  @Test(arguments: [
    "\u{1B}Lua", "return provider { a = '\0' }", String(repeating: " ", count: 65_537),
  ])
  func `compiled, NUL-bearing and oversized files are refused`(source: String) {
    #expect(declarationError(source)?.kind == .syntax)
  }

  @Test(arguments: ["(", "{", "not ", "::a", "function() return "])
  func `a file nested too deeply is refused without harm`(piece: String) {
    let pieces = (0..<3000).map { piece == "::a" ? "::a\($0)::" : piece }
    let error = declarationError((piece == "::a" ? "" : "return ") + pieces.joined())
    #expect(error?.kind == .syntax)
    #expect(error?.message.isEmpty == false)
  }

  @Test
  func `a byte order mark, a hash-bang line and CRLF are taken`() throws {
    let source = "\u{FEFF}#!/usr/bin/lua\r\nreturn provider {\r\n api = 1 }\r\n"
    let table = try ScriptDeclaration.load(
      source: Array(source.utf8),
      chunkName: "acme.lua",
      isolation: .thread
    )
    #expect(table.fields == ["api": .integer(1)])
  }

  @Test
  func `limits hold while the file loads`() {
    #expect(declarationError("\nwhile true do pcall(error) end")?.kind == .limit)
    #expect(declarationError("local t = {}\nwhile true do t[#t + 1] = {} end")?.kind == .limit)
  }
}
