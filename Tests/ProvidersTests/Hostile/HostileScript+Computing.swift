extension HostileScript {
  /// More ways to use time and memory, through Lua itself and each function of its libraries.
  static let computing = [
    HostileScript(
      "T03 wrapped",
      "coroutine.wrap(function() while true do end end)()",
      .absent("coroutine")
    ),
    HostileScript("T04 many", "while true do coroutine.create(print) end", .absent("coroutine")),
    HostileScript("T05 resumed", "coroutine.resume(coroutine.create(error))", .absent("coroutine")),
    HostileScript("T08 closed", "coroutine.close(coroutine.create(print))", .absent("coroutine")),
    HostileScript(
      "T43 closing",
      "for i = 1, 20000 do coroutine.wrap(print) end",
      .absent("coroutine")
    ),
    HostileScript("T28 collect", "while true do collectgarbage() end", .absent("collectgarbage")),
    HostileScript("T28 stop", "collectgarbage('stop')", .absent("collectgarbage")),
    HostileScript(
      "T07 finalizer kept",
      "local o = {} setmetatable(o, { __gc = function() while true do end end })",
      .error("__gc is not available")
    ),
    HostileScript(
      "finalizer set later",
      "local m = {} local o = setmetatable({}, m) m.__gc = function() while true do end end return 'safe'",
      .text("safe")
    ),
    HostileScript("repeat", "repeat local x = 1 until x == 2", .limit),
    HostileScript("tail calls", "local function f() return f() end return f()", .limit),
    HostileScript(
      "two that call each other",
      "local g local function f() return g() end g = function() return f() end return f()",
      .limit
    ),
    HostileScript(
      "generic for without end",
      "for _ in function() return 1 end do end",
      .limit
    ),
    HostileScript(
      "pcall of pcall",
      "while true do pcall(pcall, pcall, error) end",
      .limit
    ),
    HostileScript(
      "xpcall whose handler fails",
      "while true do xpcall(error, function() error('again') end) end",
      .limit
    ),
    HostileScript(
      "error chain",
      "local function f(e) error(e, 0) end while true do pcall(f, {}) end",
      .limit
    ),
    HostileScript(
      "nested pcall",
      "local function f() return pcall(f) end while true do f() end",
      .limit
    ),
    HostileScript(
      "close in a loop",
      "while true do local c <close> = setmetatable({}, { __close = function() end }) end",
      .limit
    ),
    HostileScript(
      "close that fails in a close that fails",
      """
      local function bad() error('x') end
      while true do pcall(function()
        local a <close> = setmetatable({}, { __close = bad })
        local b <close> = setmetatable({}, { __close = bad })
        error('y') end) end
      """,
      .limit
    ),
    HostileScript(
      "sort with a liar",
      "local t = {} for i = 1, 9999 do t[i] = i end while true do table.sort(t, function() return true end) end",
      .limit
    ),
    HostileScript(
      "sort that counts",
      "local t = {} for i = 1, 5e4 do t[i] = -i end while true do table.sort(t, function(a, b) return a < b end) end",
      .limit
    ),
    HostileScript(
      "remove from the front",
      "local t = {} for i = 1, 1e5 do t[i] = i end while #t > 0 do table.remove(t, 1) end",
      .limit
    ),
    HostileScript(
      "concat again and again",
      "local t = {} for i = 1, 1e4 do t[i] = 'x' end while true do table.concat(t, ('y'):rep(90)) end",
      .limit
    ),
    HostileScript(
      "T50 unpack far",
      "return table.unpack({}, math.maxinteger - 1, math.maxinteger)",
      .text(nil)
    ),
    HostileScript(
      "T50 insert far",
      "table.insert({}, math.maxinteger, 1)",
      .error("out of bounds")
    ),
    HostileScript("T50 remove far", "table.remove({}, math.mininteger)", .error("out of bounds")),
    HostileScript(
      "T50 select all",
      "return select('#', table.unpack({}, 1, 8000)) .. ''",
      .text("8000")
    ),
    HostileScript(
      "T50 char",
      "return string.char(table.unpack({}, 1, 9000))",
      .error("too many results")
    ),
    HostileScript(
      "T22 reverse",
      "local s = ('x'):rep(9e5) while true do s = s:reverse() end",
      .limit
    ),
    HostileScript(
      "T22 sub",
      "local s = ('x'):rep(9e5) while true do local _ = s:sub(2) end",
      .limit
    ),
    HostileScript(
      "T22 compare",
      "local s = ('x'):rep(9e5) local t = s .. 'y' while true do local _ = s < t end",
      .limit
    ),
    HostileScript("T22 key", "local t = {} while true do t[('x'):rep(9e5)] = 1 end", .limit),
    HostileScript(
      "T26 rep with separator",
      "return ('x'):rep(9e5, ('y'):rep(9e5))",
      .error("too long")
    ),
    HostileScript(
      "T42 wide",
      "return #('%99s'):rep(300):format(table.unpack({}, 1, 300)) .. ''",
      .text("29700")
    ),
    HostileScript("T42 too wide", "return ('%100d'):format(1)", .error("invalid conversion")),
    HostileScript(
      "T42 quoted zeros",
      "local z = ('\\0'):rep(1e6) return ('%q%q'):format(z, z)",
      .error("too long")
    ),
    HostileScript("T17 lazy gmatch", "for _ in (('a'):rep(5000)):gmatch('.-.-.-b') do end", .limit),
    HostileScript(
      "T18 alternating",
      "return (('ab'):rep(3000)):find('(.-)(.-)(.-)%1%2%3x')",
      .limit
    ),
    HostileScript(
      "T19 anchored",
      "local s = ('a'):rep(2e5) while true do s:find('^a-b') end",
      .limit
    ),
    HostileScript(
      "T19 frontier",
      "local s = ('a'):rep(2e5) while true do s:find('%f[b]x') end",
      .limit
    ),
    HostileScript("T19 set", "local s = ('a'):rep(2e5) while true do s:find('[^a]') end", .limit),
    HostileScript(
      "T19 plain",
      "local s = ('a'):rep(9e5) while true do s:find(('a'):rep(9e4) .. 'b', 1, true) end",
      .limit
    ),
    HostileScript(
      "T19 pattern depth",
      "return (('('):rep(40) .. 'x'):find(('('):rep(40))",
      .error("captures")
    ),
    HostileScript("T19 unfinished", "return ('x'):find('[a')", .error("missing ']'")),
    HostileScript("T19 ends in escape", "return ('x'):find('%')", .error("ends with '%'")),
    HostileScript(
      "T19 empty gsub",
      "local s = ('x'):rep(1e5) while true do s:gsub('', 'yy') end",
      .limit
    ),
    HostileScript(
      "T19 gsub that grows",
      "local s = 'x' while true do s = s:gsub('x', 'xx') end",
      .limit
    ),
    HostileScript("utf8 again", "local s = ('é'):rep(1e5) while true do utf8.len(s) end", .limit),
    HostileScript("utf8 far", "return utf8.char(0x7FFFFFFF + 1)", .error("value out of range")),
    HostileScript("utf8 offset", "return utf8.offset('abc', math.mininteger, 4)", .text(nil)),
    HostileScript("number texts", "while true do tonumber(('1'):rep(9e5)) end", .limit),
    HostileScript("number bases", "while true do tonumber(('z'):rep(9e5), 36) end", .limit),
    HostileScript("string arithmetic", "while true do local _ = ('9'):rep(200) + 1 end", .limit),
    HostileScript("power", "local x = 2.0 while true do x = x ^ x end", .limit),
    HostileScript(
      "T36 next",
      "local t = {} for i = 1, 2e5 do t[i] = i end while true do next(t) end",
      .limit
    ),
    HostileScript(
      "length of holes",
      "local t = {} t[1 << 40] = 1 while true do local _ = #t end",
      .limit
    ),
    HostileScript(
      "T41 constructor",
      "while true do local t = { 1, 2, 3, 4, 5, 6, 7, 8, { {}, {}, {} } } end",
      .limit
    ),
    HostileScript(
      "closures",
      "local t = {} while true do t[#t + 1] = function() return t end end",
      .limit
    ),
    HostileScript(
      "upvalues",
      "local f = print while true do local g = f f = function() return g() end end",
      .limit
    ),
    HostileScript(
      "T24 recursion through pcall",
      "local function f() return 1 + select(2, pcall(f)) end return f()",
      .error("attempt to add")
    ),
    HostileScript(
      "T25 next",
      "local function f() for _ in pairs(setmetatable({}, { __pairs = f })) do end end f()",
      .error("stack overflow")
    ),
    HostileScript(
      "T25 concat",
      "local t t = setmetatable({}, { __concat = function() return t .. 'x' end }) return t .. 'x'",
      .error("stack overflow")
    ),
    HostileScript(
      "T25 index",
      "local t t = setmetatable({}, { __index = function(_, k) return t[k .. 'x'] end }) return t.x",
      .error("stack overflow")
    ),
    HostileScript(
      "T25 eq",
      "local m = {} local a, b = setmetatable({}, m), setmetatable({}, m) m.__eq = function() return a == b end return a == b",
      .error("stack overflow")
    ),
  ]

  static let metatables = [
    HostileScript(
      "T38 eq",
      "local m = { __eq = function() while true do end end } return setmetatable({}, m) == setmetatable({}, m)",
      .limit
    ),
    HostileScript(
      "T38 lt",
      "local m = { __lt = function() while true do end end } return setmetatable({}, m) < setmetatable({}, m)",
      .limit
    ),
    HostileScript(
      "T38 index",
      "return setmetatable({}, { __index = function() while true do end end }).x",
      .limit
    ),
    HostileScript(
      "T38 newindex",
      "setmetatable({}, { __newindex = function() while true do end end }).x = 1",
      .limit
    ),
    HostileScript(
      "T38 pairs",
      "for _ in pairs(setmetatable({}, { __pairs = function() while true do end end })) do end",
      .limit
    ),
    HostileScript(
      "T38 tostring",
      "return tostring(setmetatable({}, { __tostring = function() while true do end end }))",
      .limit
    ),
    HostileScript(
      "T38 unary",
      "return -setmetatable({}, { __unm = function() while true do end end })",
      .limit
    ),
    HostileScript(
      "T38 name",
      "return tostring(setmetatable({}, { __name = 'x' }))",
      .text("table")
    ),
    HostileScript(
      "T38 tostring of a number",
      "return tostring(setmetatable({}, { __tostring = function() return 1 end }))",
      .error("must return a string")
    ),
    HostileScript(
      "T31 rawset of it",
      "rawset(getmetatable(''), '__index', {})",
      .error("table expected")
    ),
    HostileScript(
      "T31 method",
      "local s = '' s.upper = print",
      .error("attempt to index a string value")
    ),
    HostileScript("T32 math", "math.huge = 1", .error("math is read-only")),
    HostileScript("T32 utf8", "utf8.char = print", .error("utf8 is read-only")),
    HostileScript("T32 sort", "table.sort(string)", .error("read-only")),
    HostileScript(
      "T32 pairs gives a copy",
      "for k in pairs(string) do if k == 'rep' then return k end end",
      .text("rep")
    ),
    HostileScript("T32 next", "return tostring(next(string))", .text("nil")),
    HostileScript(
      "T32 response",
      "local r = ctx.http.get(ctx.opt.base) r.status = 1",
      .error("read-only"),
      requests: 1
    ),
    HostileScript("T32 a global function", "pcall = error", .error("'pcall' is not declared")),
    HostileScript("T49 _ENV replaced", "local _ENV = { ctx = ctx } return print", .text(nil)),
    HostileScript(
      "T49 _ENV emptied",
      "local _ENV = nil return x",
      .error("upvalue '_ENV'", or: "local '_ENV'")
    ),
    HostileScript(
      "T34 handler object",
      "return select(2, xpcall(error, function(e) return e end, setmetatable({}, { __tostring = error }))) and 'calm'",
      .text("calm")
    ),
    HostileScript("T35 nil", "error()", .error("(error object is a nil value)")),
    HostileScript("T35 number", "error(42)", .error("42")),
    HostileScript("T35 long", "error(('x'):rep(4e6 // 8))", .error("xxxx")),
    HostileScript("T35 NUL", "error('a\\0b')", .error("a?b")),
    HostileScript("T35 lines", "error('a\\nauthrun: forged: line')", .error("a\\nauthrun")),
    HostileScript(
      "T29 in errors",
      "error(tostring(print) .. tostring(ctx.http.get))",
      .error("functionfunction")
    ),
    HostileScript("T29 concat", "return 'x' .. {}", .error("attempt to concatenate a table value")),
    HostileScript("T33 loadstring", "loadstring('return 1')()", .absent("loadstring")),
    HostileScript("T33 load", "load('\\27Lua')()", .absent("load")),
    HostileScript("T30 random", "return math.random()", .error("math has no 'random'")),
    HostileScript("string.pack", "return string.pack('i16', 1)", .error("string has no 'pack'")),
  ]
}

extension HostileScript.End {
  static func absent(_ name: String) -> Self {
    .error("'\(name)' is not available to provider scripts")
  }
}
