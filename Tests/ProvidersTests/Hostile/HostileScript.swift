import Providers
import Standards
import Testing

/// A script that tries to hang, crash, spy or leak, and how it must end.
struct HostileScript: Sendable, CustomTestStringConvertible {
  enum End: Sendable {
    case limit
    /// An error whose text contains this, or where Lua's versions differ, the other.
    case error(String, or: String? = nil)
    /// A failure with this code whose text contains this.
    case failure(ScriptFailureCode, String)
    /// It does no harm and returns this text, or something that is none.
    case text(String?)
  }

  let name: String
  let body: String
  let end: End
  let effects: @Sendable () -> FakeEffects
  /// How many requests leave at most.
  let requests: Int

  var testDescription: String { name }

  init(
    _ name: String,
    _ body: String,
    _ end: End,
    requests: Int = 0,
    effects: @escaping @Sendable () -> FakeEffects = { FakeEffects() }
  ) {
    self.name = name
    self.body = body
    self.end = end
    self.requests = requests
    self.effects = effects
  }

  /// All of them, those for the row `T17` of the list of known attacks by that name.
  static let all =
    time + memory + reach + computing + metatables + borrowed + spying + network + conversations
}

extension HostileScript {
  static let time = [
    HostileScript("T01 loop", "while true do end", .limit),
    HostileScript("T01 goto", "::a:: goto a", .limit),
    HostileScript("T01 for", "for i = 1, math.maxinteger do end", .limit),
    HostileScript(
      "T02 pcall",
      "local function f() while true do end end while true do pcall(f) end",
      .limit
    ),
    HostileScript(
      "T02 xpcall",
      "local function f() while true do end end while true do xpcall(f, f) end",
      .limit
    ),
    HostileScript("T02 pcall of errors", "while true do pcall(error, 'x') end", .limit),
    HostileScript(
      "T10 close",
      """
      local function f() while true do end end
      local t <close> = setmetatable({}, { __close = f }) f()
      """,
      .limit
    ),
    HostileScript("T17 lazy", "return (('a'):rep(3000)):find('.-.-.-.-.-.-.-.-b')", .limit),
    HostileScript(
      "T18 exponential",
      "return (('a'):rep(60)):match(('a?'):rep(60) .. ('a'):rep(60))",
      .limit
    ),
    HostileScript(
      "T19 gsub",
      "local s = ('a'):rep(200000) for i = 1, 1000 do s:gsub('a*b', '') end",
      .limit
    ),
    HostileScript(
      "T19 gmatch",
      "for a in (('a'):rep(100000)):gmatch('(a*)(a*)b') do end",
      .limit
    ),
    HostileScript("T19 balance", "return (('('):rep(500000)):find('%b()x')", .limit),
    HostileScript("T19 again", "return (('a'):rep(100000)):find('^(a+)%1%1b')", .limit),
    HostileScript(
      "T21 next",
      """
      local t = {} for i = 1, 100000 do t[i] = true end
      while true do local k = next(t) if not k then break end t[k] = nil end
      for i = 1, 100000 do local k = next(t) end
      """,
      .limit
    ),
    HostileScript(
      "T22 upper",
      "local s = ('x'):rep(1000000) for i = 1, 5000 do s:upper() end",
      .limit
    ),
    HostileScript(
      "T22 concatenation",
      "local s = ('x'):rep(1000000) while true do local _ = s .. 'x' end",
      .limit
    ),
    HostileScript(
      "T38 len",
      "return #setmetatable({}, { __len = function() while true do end end })",
      .limit
    ),
    HostileScript(
      "T38 call",
      "return setmetatable({}, { __call = function() while true do end end })()",
      .limit
    ),
    HostileScript(
      "T42 format",
      "while true do string.format('%99.99f', 1e308) end",
      .limit
    ),
    HostileScript(
      "varargs",
      "local function f(...) return f(1, ...) end return f()",
      .limit
    ),
    HostileScript(
      "insert at front",
      "local t = {} for i = 1, 9e4 do t[i] = i end while true do table.insert(t, 1, 1) end",
      .limit
    ),
  ]

  static let memory = [
    HostileScript("T24 recursion", "local function f() return 1 + f() end return f()", .limit),
    HostileScript(
      "T24 handler",
      "local function f() return 1 + f() end return xpcall(f, f)",
      .limit
    ),
    HostileScript("T26 doubling", "local s = 'x' while true do s = s .. s end", .limit),
    HostileScript(
      "T27 doubling caught",
      "local function f() local s = 'x' while true do s = s .. s end end while true do pcall(f) end",
      .limit
    ),
    HostileScript(
      "T27 tables caught",
      "local function f() local t = {} while true do t[#t + 1] = {} end end while true do pcall(f) end",
      .limit
    ),
    HostileScript(
      "T36 chain",
      "local t = {} for i = 1, 1e6 do t = setmetatable({}, { __index = t }) end return t.x",
      .limit
    ),
    HostileScript(
      "T48 weak",
      """
      while true do local t = setmetatable({}, { __mode = 'k' })
      for i = 1, 2000 do t[{}] = {} end end
      """,
      .limit
    ),
    HostileScript("T26 rep", "return ('x'):rep(1e9)", .error("too long")),
    HostileScript("T11 empty rep", "return ('').rep('', 1 << 62)", .text("")),
    HostileScript(
      "T12 move",
      "return table.move({}, math.mininteger, math.maxinteger, 1)",
      .error("too many elements")
    ),
    HostileScript("T12 concat", "return table.concat({}, '', 1, 1 << 60)", .error("too many")),
    HostileScript(
      "T15 sort",
      """
      local t = setmetatable({}, { __len = function() return 1 << 31 end })
      table.sort(t, rawlen) return 'done'
      """,
      .text("done")
    ),
    HostileScript("T16 unpack", "return table.unpack({}, 1, 1e7)", .error("too many results")),
    HostileScript(
      "T16 whole range",
      "return table.unpack({}, math.mininteger, math.maxinteger)",
      .error("too many results")
    ),
    HostileScript("T50 select", "return select(-math.maxinteger, 1)", .error("out of range")),
    HostileScript("T50 byte", "return (('x'):rep(1000000)):byte(1, -1)", .error("too long")),
    HostileScript(
      "T25 gsub",
      "local function f(s) return (s:gsub('.', f)) end return f('x')",
      .error("stack overflow")
    ),
    HostileScript(
      "T25 sort",
      "local function f() table.sort({ 1, 2, 3 }, f) end return f()",
      .error("stack overflow")
    ),
    HostileScript(
      "T25 tostring",
      "local t t = setmetatable({}, { __tostring = function() return tostring(t) end }) return tostring(t)",
      .error("stack overflow")
    ),
    HostileScript(
      "T36 cycle",
      "local t = {} setmetatable(t, { __index = t }) return t.x",
      .error("chain too long")
    ),
    HostileScript(
      "T44 deep name",
      "local a = {} a._ENV = a a" + String(repeating: "._ENV", count: 12_000) + "()",
      .error("attempt to call a table value")
    ),
    HostileScript(
      "a table in itself",
      "local t = {} t[1] = t return t",
      .error("nested too deeply")
    ),
  ]

  static let reach =
    [
      "io", "os", "debug", "package", "require", "load", "dofile", "loadfile", "loadstring",
      "coroutine", "collectgarbage", "warn", "_G",
    ].map { name in
      HostileScript(
        "absent \(name)",
        "return \(name).x",
        .error("'\(name)' is not available to provider scripts")
      )
    } + [
      HostileScript("T33 dump", "return string.dump(print)", .error("string has no 'dump'")),
      HostileScript("T30 seed", "return math.randomseed()", .error("math has no 'randomseed'")),
      HostileScript(
        "T06 gc",
        "setmetatable({}, { __gc = print })",
        .error("__gc is not available")
      ),
      HostileScript("T29 %p", "return ('%p'):format({})", .error("'%p' is not available")),
      HostileScript(
        "T29 addresses",
        "return tostring({}) .. tostring(print) .. ('%s%5.3s'):format(print, {})",
        .text("tablefunctionfunction  tab")
      ),
      HostileScript("T31 metatable", "getmetatable('').__index = {}", .error("boolean")),
      HostileScript("T32 string", "string.format = nil", .error("string is read-only")),
      HostileScript("T32 rawset", "rawset(string, 'format', 1)", .error("read-only")),
      HostileScript("T32 insert", "table.insert(string, 1)", .error("read-only")),
      HostileScript("T32 move", "table.move({ 1 }, 1, 1, 1, string)", .error("read-only")),
      HostileScript("T32 setmetatable", "setmetatable(string, nil)", .error("protected")),
      HostileScript("T32 environment", "rawset(_ENV, 'x', 1)", .error("read-only")),
      HostileScript("T32 ctx", "ctx.http = nil", .error("ctx is read-only")),
      HostileScript("T32 opt", "ctx.opt.base = 1", .error("ctx.opt is read-only")),
      HostileScript("T49 read", "return foo", .error("'foo' is not declared")),
      HostileScript("T49 assign", "foo = 1", .error("write 'local foo")),
      HostileScript("T58 provider", "provider {}", .error("cannot be called in a hook")),
      HostileScript(
        "T34 object",
        "error(setmetatable({}, { __tostring = function() while true do end end }))",
        .error("(error object is a table value)")
      ),
      HostileScript(
        "T35 escapes",
        "error('a\\27[2Jb\\u{202E}c')",
        .error("a\\u{1b}[2Jb\\u{202e}c")
      ),
      HostileScript("a colon", "return ctx.http:get('x')", .error("is a ':' meant to be a '.'?")),
      HostileScript("an unknown field", "return ctx.htp", .error("ctx has no 'htp'")),
      HostileScript(
        "an unknown code",
        "ctx.fail('oops')",
        .error("unknown code 'oops'; there are access_denied")
      ),
    ]
}
