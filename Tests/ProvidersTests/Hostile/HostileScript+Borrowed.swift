extension HostileScript {
  /// Values of every kind, `n` of them, with a hole for `nil`.
  private static let kinds = """
    local kinds = { true, 0, -1, 0x41414141, 1.5, math.huge, math.mininteger, 'x', ('%z'):rep(200), {}, print,
      setmetatable({}, { __index = function() return 1 end, __len = function() return -1 end }),
      ctx.opt.app_key, ctx.opt.base, string, ctx, n = 17 }

    """

  /// Calls each function of `given` with two values of every kind, which ends in a value or in an error.
  private static func calls(_ name: String, _ given: String, requests: Int = 0) -> HostileScript {
    HostileScript(
      "every kind of value for \(name)",
      kinds + """
        local given, count = \(given), 0
        for _, f in ipairs(given) do
          for i = 1, kinds.n do
            for j = 1, kinds.n do
              pcall(f, kinds[i], kinds[j], 'x') count = count + 1
            end
          end
        end
        return count == #given * kinds.n * kinds.n and #given > 0 and 'calm'
        """,
      .text("calm"),
      requests: requests
    )
  }

  private static func functions(of table: String) -> String {
    "(function() local all = {} for _, f in pairs(\(table)) do if type(f) == 'function' then all[#all + 1] = f end end "
      + "return all end)()"
  }

  /// Functions taken from where they stand, and called with what they are not made for.
  static let borrowed =
    [
      calls("the iterators", "{ (pairs(string)), (pairs(ctx)), (pairs {}), (ipairs {}), next }"),
      calls("iterators of texts", "{ (('abc'):gmatch('.')), (utf8.codes('abc')) }"),
      calls("string", functions(of: "string")),
      calls("table", functions(of: "table")),
      calls("math", functions(of: "math")),
      calls("utf8", functions(of: "utf8")),
      calls(
        "basic functions",
        "{ assert, error, getmetatable, ipairs, pairs, pcall, rawequal, rawget, rawlen, select, tonumber, type }"
      ),
      calls("those that change", "{ rawset, setmetatable, tostring, xpcall, provider }"),
      calls("hashing", functions(of: "ctx.hash")),
      calls("tokens", functions(of: "ctx.jwt")),
    ]
    + ["string", "math", "utf8", "ctx", "ctx.opt", "ctx.http"].map { name in
      HostileScript(
        "the iterator of \(name) with a number",
        "local f = pairs(\(name)) return f(0x41414141)",
        .error("table expected, got number")
      )
    }
    + ["nil", "('x'):rep(64)", "ctx.opt.app_key", "ctx.opt.base", "print"].map { value in
      HostileScript(
        "the iterator of string with \(value)",
        "local f = pairs(string) return f(\(value))",
        .error("table expected, got")
      )
    }
    + [250, 500, 1000, 2000, 4000, 8000].map { count in
      HostileScript(
        "print of \(count) values",
        "local t = {} for i = 1, \(count) do t[i] = i end print(table.unpack(t)) return 'calm'",
        .text("calm")
      )
    }
    + [250, 1000, 8000].flatMap { count in
      ["pcall(table.unpack, t)", "xpcall(table.unpack, print, t)"].map { call in
        HostileScript(
          "\(count) results of \(call)",
          "local t = {} for i = 1, \(count) do t[i] = i end "
            + "return select('#', \(call)) == \(count + 1) and select(\(count + 1), \(call)) == \(count) and 'calm'",
          .text("calm")
        )
      }
    }
    + [
      HostileScript(
        "print of more values than fit",
        """
        local t = {} for i = 1, 8000 do t[i] = i end
        local function twice(...) return print(table.unpack(t), ...) end
        local function all(...) print(...) end
        local function more(a, ...) return all(a, ...) end
        local u = table.pack(table.unpack(t)) for i = 8001, 12000 do u[i] = i end
        print(select('#', table.unpack(u, 1, 8192))) return twice(table.unpack(u, 1, 100)) or 'calm'
        """,
        .text("calm")
      )
    ]
}
