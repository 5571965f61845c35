extension EditorTypes {
  /// What of Lua's library a script has (reference manual §6.1, §6.4 to §6.7); the rest does not exist.
  static let library = """
    ---@generic T
    ---@param v? T
    ---@param message? any
    ---@return T
    function assert(v, message, ...) end
    ---@param message any
    ---@param level? integer
    function error(message, level) end
    ---@return table
    function getmetatable(object) end
    ---@generic T: table, V
    ---@param t T
    ---@return fun(table: V[], i?: integer): integer, V
    ---@return T
    ---@return integer
    function ipairs(t) end
    ---@return any key
    ---@return any value
    function next(table, index) end
    ---@generic T: table, K, V
    ---@param t T
    ---@return fun(table: table<K, V>, index?: K): K, V
    ---@return T
    function pairs(t) end
    ---Catches errors; the end of a script by a limit passes through.
    ---@return boolean success
    ---@return any result
    function pcall(f, ...) end
    ---Writes to the trace, like `ctx.log`.
    function print(...) end
    ---@return boolean
    function rawequal(v1, v2) end
    ---@return any
    function rawget(table, index) end
    ---@return integer
    function rawlen(v) end
    ---@return table
    function rawset(table, index, value) end
    ---@return any
    function select(index, ...) end
    ---@return table
    function setmetatable(table, metatable) end
    ---@return number?
    function tonumber(e, base) end
    ---@return string
    function tostring(v) end
    ---@return "nil"|"number"|"string"|"boolean"|"table"|"function"|"userdata"
    function type(v) end
    ---@return boolean success
    ---@return any result
    function xpcall(f, msgh, ...) end

    ---@class stringlib
    string = {}
    ---@return integer ...
    function string.byte(s, i, j) end
    ---@return string
    function string.char(...) end
    ---@return integer? start
    ---@return integer? end
    function string.find(s, pattern, init, plain) end
    ---@return string
    function string.format(s, ...) end
    ---@return fun(): string, ...
    function string.gmatch(s, pattern, init) end
    ---@return string
    ---@return integer count
    function string.gsub(s, pattern, repl, n) end
    ---@return integer
    function string.len(s) end
    ---@return string
    function string.lower(s) end
    ---@return any ...
    function string.match(s, pattern, init) end
    ---@return string
    function string.rep(s, n, sep) end
    ---@return string
    function string.reverse(s) end
    ---@return string
    function string.sub(s, i, j) end
    ---@return string
    function string.upper(s) end

    ---@class tablelib
    table = {}
    ---@return string
    function table.concat(list, sep, i, j) end
    function table.insert(list, pos, value) end
    ---@return table
    function table.move(a1, f, e, t, a2) end
    ---@return table
    function table.pack(...) end
    ---@return any
    function table.remove(list, pos) end
    function table.sort(list, comp) end
    ---@return any ...
    function table.unpack(list, i, j) end

    ---@class mathlib
    ---@field huge number
    ---@field maxinteger integer
    ---@field mininteger integer
    ---@field pi number
    math = {}
    ---@return number
    function math.abs(x) end
    ---@return integer
    function math.ceil(x) end
    ---@return number
    function math.exp(x) end
    ---@return integer
    function math.floor(x) end
    ---@return number
    function math.fmod(x, y) end
    ---@return number
    function math.log(x, base) end
    ---@return number
    function math.max(x, ...) end
    ---@return number
    function math.min(x, ...) end
    ---@return integer
    ---@return number
    function math.modf(x) end
    ---@return number
    function math.sqrt(x) end
    ---@return integer?
    function math.tointeger(x) end
    ---@return "integer"|"float"|nil
    function math.type(x) end
    ---@return boolean
    function math.ult(m, n) end

    ---@class utf8lib
    ---@field charpattern string
    utf8 = {}
    ---@return string
    function utf8.char(...) end
    ---@return integer ...
    function utf8.codepoint(s, i, j) end
    ---@return fun(s: string, i: integer): integer, integer
    function utf8.codes(s) end
    ---@return integer?
    ---@return integer?
    function utf8.len(s, i, j) end
    ---@return integer?
    function utf8.offset(s, n, i) end

    """
}
