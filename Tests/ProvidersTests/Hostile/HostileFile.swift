import Providers
import Testing

/// A descriptor file that does harm while it loads, and how it must be refused.
struct HostileFile: Sendable, CustomTestStringConvertible {
  let name: String
  let source: String
  let kind: ScriptError.Kind
  let message: String

  var testDescription: String { name }

  init(_ name: String, _ source: String, _ kind: ScriptError.Kind, _ message: String) {
    self.name = name
    self.source = source
    self.kind = kind
    self.message = message
  }

  static let all = [
    HostileFile("T01 loop", "\nwhile true do end", .limit, "runs too long"),
    HostileFile("T02 pcall", "\nwhile true do pcall(error) end", .limit, "runs too long"),
    HostileFile("T26 memory", "local s = 'x'\nwhile true do s = s .. s end", .limit, "memory"),
    HostileFile(
      "memory in the table",
      "local t = {}\nfor i = 1, 1e6 do t[i] = {} end\nreturn provider(t)",
      .limit,
      "memory"
    ),
    HostileFile(
      "a table too large",
      "local s, t = ('x'):rep(1e6), {}\nfor i = 1, 5 do t[i] = s end\nreturn provider(t)",
      .runtime,
      "too much data"
    ),
    HostileFile("T33 compiled", "\u{1B}Lua\u{54}", .syntax, "compiled"),
    HostileFile("T39 parentheses", "return " + String(repeating: "(", count: 30_000), .syntax, ""),
    HostileFile("T39 braces", "return " + String(repeating: "{", count: 30_000), .syntax, ""),
    HostileFile("T39 brackets", "return a" + String(repeating: "[a", count: 20_000), .syntax, ""),
    HostileFile(
      "T39 unary",
      "return " + String(repeating: "-", count: 200) + String(repeating: " not", count: 9000)
        + " 1",
      .runtime,
      "must end with"
    ),
    HostileFile(
      "T39 functions",
      String(repeating: "local function f() ", count: 3000),
      .syntax,
      ""
    ),
    HostileFile("T39 blocks", String(repeating: "do ", count: 20_000), .syntax, ""),
    HostileFile(
      "T39 concatenations",
      "return 'a'" + String(repeating: "..'a'", count: 12_000),
      .syntax,
      ""
    ),
    HostileFile(
      "T39 long bracket",
      "return [" + String(repeating: "=", count: 60_000),
      .syntax,
      ""
    ),
    HostileFile(
      "T39 unfinished text",
      "return '" + String(repeating: "x", count: 60_000),
      .syntax,
      "unfinished"
    ),
    HostileFile("T39 escapes", "return '\\u{FFFFFFFFFF}'", .syntax, "UTF-8"),
    HostileFile("T40 size", String(repeating: " ", count: 65_537), .syntax, "larger than 65536"),
    HostileFile("T40 NUL", "return provider { a = '\0' }", .syntax, "NUL"),
    HostileFile(
      "T41 labels",
      (0..<6000).map { "::a\($0)::" }.joined() + "x()",
      .syntax,
      "nested too deeply"
    ),
    HostileFile(
      "T41 gotos",
      "goto a " + String(repeating: "goto a ", count: 8000),
      .syntax,
      "label"
    ),
    HostileFile(
      "T41 constructor",
      "return {" + String(repeating: "{},", count: 21_000) + "}",
      .runtime,
      "must"
    ),
    HostileFile(
      "T41 locals",
      (0..<300).map { "local a\($0) = 1" }.joined(separator: "\n"),
      .syntax,
      "local variables"
    ),
    HostileFile("T41 upvalues", "local a = 1\nreturn a", .runtime, "must end with"),
    HostileFile(
      "T44 names",
      "local a = {} a._ENV = a a" + String(repeating: "._ENV", count: 12_000) + "()",
      .runtime,
      "attempt to call a table value"
    ),
    HostileFile(
      "T47 http",
      "\nctx.http.get('https://a.example/')",
      .phase,
      "not available while a descriptor loads"
    ),
    HostileFile("T47 print", "\nprint('x')", .phase, "not available while a descriptor loads"),
    HostileFile("T47 fail", "\nfail('network')", .phase, "not available while a descriptor loads"),
    HostileFile("T58 twice", "provider {}\nreturn provider {}", .runtime, "called twice"),
    HostileFile("T58 never", "return {}", .runtime, "must end with"),
    HostileFile("T58 other", "provider {}\nreturn {}", .runtime, "must return what provider"),
    HostileFile(
      "T58 metatable",
      "return provider(setmetatable({}, { __index = { api = 1 } }))",
      .runtime,
      "metatable"
    ),
    HostileFile(
      "T58 in pcall",
      "pcall(provider, {})\nreturn provider {}",
      .runtime,
      "called twice"
    ),
    HostileFile(
      "T58 computed from the time",
      "return provider { hosts = { os.date() } }",
      .runtime,
      "'os' is not available"
    ),
    HostileFile(
      "T58 of the host",
      "return provider { a = { string } }",
      .runtime,
      "a table of the host"
    ),
    HostileFile(
      "error object",
      "\nerror(setmetatable({}, { __tostring = function() while true do end end }))",
      .runtime,
      "error object is a table"
    ),
    HostileFile(
      "close that never ends",
      "local c <close> = setmetatable({}, { __close = function() while true do end end })\nreturn provider {}",
      .limit,
      "runs too long"
    ),
  ]
}
