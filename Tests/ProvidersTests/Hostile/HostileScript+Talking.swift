import Providers
import Standards

extension HostileScript {
  /// Attempts to reach what is not declared, or to send what is not a request's to set.
  static let network = [
    HostileScript(
      "another host",
      "ctx.http.get('https://evil.example/')",
      .failure(.hostNotAllowed, "evil.example is not among")
    ),
    HostileScript(
      "suffix",
      "ctx.http.get('https://a.example.evil.example/')",
      .failure(.hostNotAllowed, "not among")
    ),
    HostileScript(
      "prefix",
      "ctx.http.get('https://evila.example/')",
      .failure(.hostNotAllowed, "not among")
    ),
    HostileScript(
      "subdomain",
      "ctx.http.get('https://x.a.example/')",
      .failure(.hostNotAllowed, "not among")
    ),
    HostileScript(
      "user information",
      "ctx.http.get('https://a.example@evil.example/')",
      .failure(.hostNotAllowed, "user information")
    ),
    HostileScript(
      "user information of ours",
      "ctx.http.get('https://me:pw@a.example/')",
      .failure(.hostNotAllowed, "user information")
    ),
    HostileScript("trailing dot", "ctx.http.get('https://a.example./')", .error("ends in a dot")),
    HostileScript(
      "case",
      "return ctx.http.get('https://A.EXAMPLE/').status .. ''",
      .text("204"),
      requests: 1
    ),
    HostileScript("full-width dot", "ctx.http.get('https://a\u{FF0E}example/')", .error("ASCII")),
    HostileScript("ideographic dot", "ctx.http.get('https://a\u{3002}example/')", .error("ASCII")),
    HostileScript(
      "escaped dot",
      "ctx.http.get('https://a%2Eexample/')",
      .error("percent escape in the host")
    ),
    HostileScript(
      "backslash",
      "ctx.http.get('https://a.example\\\\@evil.example/')",
      .error("backslash")
    ),
    HostileScript(
      "backslash in the path",
      "ctx.http.get('https://a.example/\\\\evil.example')",
      .error("backslash")
    ),
    HostileScript(
      "tab in the host",
      "ctx.http.get('https://a.exa\\tmple/')",
      .error("malformed host")
    ),
    HostileScript(
      "line break in the URL",
      "ctx.http.get('https://a.example/\\r\\nX: y')",
      .error("percent-encoded")
    ),
    HostileScript(
      "NUL in the URL",
      "ctx.http.get('https://a.example/\\0.evil.example')",
      .error("percent-encoded")
    ),
    HostileScript(
      "another scheme",
      "ctx.http.get('file:///etc/passwd')",
      .error("https", or: "host")
    ),
    HostileScript(
      "gopher",
      "ctx.http.get('gopher://a.example/')",
      .failure(.hostNotAllowed, "only https")
    ),
    HostileScript(
      "http",
      "ctx.http.get('http://a.example/')",
      .failure(.hostNotAllowed, "only https")
    ),
    HostileScript("no scheme", "ctx.http.get('//a.example/')", .error("scheme")),
    HostileScript(
      "port of five digits and more",
      "ctx.http.get('https://a.example:443443/')",
      .error("port")
    ),
    HostileScript("IPv6 zone", "ctx.http.get('https://[fe80::1%25eth0]/')", .error("zone")),
    HostileScript("numeric host", "ctx.http.get('https://0x7f.1/')", .error("IPv4")),
    HostileScript("decimal host", "ctx.http.get('https://2130706433/')", .error("IPv4")),
    HostileScript(
      "metadata service",
      "ctx.http.get('http://169.254.169.254/latest')",
      .failure(.hostNotAllowed, "only https")
    ),
    HostileScript(
      "T53 redirect",
      "return ctx.http.get(ctx.opt.base).status .. ''",
      .text("302"),
      requests: 1
    ) {
      FakeEffects { _ in
        HTTPResponse(
          status: 302,
          headers: HTTPFields([HTTPField("Location", "http://127.0.0.1/steal")])
        )
      }
    },
    HostileScript(
      "T53 temporary redirect",
      "return ctx.http.post { url = ctx.opt.base, auth = ctx.opt.app_key }.status .. ''",
      .text("307"),
      requests: 1
    ) {
      FakeEffects { _ in
        HTTPResponse(
          status: 307,
          headers: HTTPFields([HTTPField("Location", "https://evil.example/")])
        )
      }
    },
    HostileScript("T54 line break", header("['X-A'] = 'a\\r\\nX-B: c'"), .error("line break")),
    HostileScript(
      "T54 line break in a name",
      header("['X-A\\r\\nX-B'] = 'c'"),
      .error("no header name")
    ),
    HostileScript("T54 colon in a name", header("['Host: evil'] = 'c'"), .error("no header name")),
    HostileScript("T54 Authorization", header("Authorization = 'x'"), .error("use auth")),
    HostileScript("T54 Host", header("hOsT = 'x'"), .error("not for scripts")),
    HostileScript(
      "T54 Content-Length",
      header("['content-length'] = 0"),
      .error("not for scripts")
    ),
    HostileScript(
      "T54 Transfer-Encoding",
      header("['Transfer-Encoding'] = 'chunked'"),
      .error("not for scripts")
    ),
    HostileScript("T54 Cookie", header("Cookie = 'x'"), .error("not for scripts")),
    HostileScript("T54 Expect", header("Expect = '100-continue'"), .error("not for scripts")),
    HostileScript(
      "T54 in auth",
      "ctx.http.get { url = ctx.opt.base, auth = { scheme = 'X\\r\\nY:', value = 'z' } }",
      .error("auth takes")
    ),
    HostileScript(
      "T54 method",
      "ctx.http.request { url = ctx.opt.base, method = 'GET / HTTP/1.1' }",
      .error("method")
    ),
    HostileScript(
      "T54 trace",
      "ctx.http.request { url = ctx.opt.base, method = 'TRACE' }",
      .error("method")
    ),
  ]

  private static func header(_ field: String) -> String {
    "ctx.http.get { url = ctx.opt.base, headers = { \(field) } }"
  }

  /// Host calls at the wrong time, in the wrong way, too often.
  static let conversations = [
    HostileScript(
      "T45 in gsub",
      "('x'):gsub('x', function() ctx.http.get(ctx.opt.base) end)",
      .error("cannot be called inside")
    ),
    HostileScript(
      "T45 in sort",
      "table.sort({ 1, 2 }, function() ctx.http.get(ctx.opt.base) end)",
      .error("cannot be called inside")
    ),
    HostileScript(
      "T45 in tostring",
      "tostring(setmetatable({}, { __tostring = function() ctx.prompt('x') end }))",
      .error("cannot be called inside")
    ),
    HostileScript(
      "T46 in pcall",
      "return select(2, pcall(ctx.http.get, ctx.opt.base)).status .. ''",
      .text("204"),
      requests: 1
    ),
    HostileScript(
      "T46 that fails",
      "return tostring((pcall(ctx.http.get, ctx.opt.base)))",
      .text("false"),
      requests: 1
    ) {
      FakeEffects { _ in throw ScriptEffectError(.timeout, "too slow") }
    },
    HostileScript(
      "T46 not caught",
      "ctx.http.get(ctx.opt.base)",
      .failure(.timeout, "too slow"),
      requests: 1
    ) {
      FakeEffects { _ in throw ScriptEffectError(.timeout, "too slow") }
    },
    HostileScript("T51 many lines", "while true do ctx.log(('x'):rep(1000)) end", .limit),
    HostileScript("T51 one long line", "ctx.log(('x'):rep(1e6)) return 'said'", .text("said")),
    HostileScript(
      "T51 escapes",
      "ctx.log('\\27[2J', '\\u{202E}') print('\\r\\n\\27]0;x\\7') return 'said'",
      .text("said")
    ),
    HostileScript("T51 tables", "local t = {} t.t = t ctx.log(t)", .error("nested too deeply")),
    HostileScript(
      "requests without end",
      "while true do ctx.http.get(ctx.opt.base) end",
      .limit,
      requests: 20
    ),
    HostileScript(
      "requests in pcall",
      "while true do pcall(ctx.http.get, ctx.opt.base) end",
      .limit,
      requests: 20
    ),
    HostileScript(
      "hashes without end",
      "while true do ctx.hash.sha512(('x'):rep(1e5)) end",
      .limit
    ),
    HostileScript("random without end", "while true do ctx.hash.random(256) end", .limit),
    HostileScript(
      "claims without end",
      "while true do pcall(ctx.jwt.claims, ('x'):rep(1e5)) end",
      .limit
    ),
    HostileScript(
      "failures without end",
      "while true do pcall(ctx.fail, 'network', ('x'):rep(1e5)) end",
      .limit
    ),
    HostileScript("time without end", "while true do ctx.now() end", .limit),
    HostileScript(
      "a large message",
      "local s = ('x'):rep(1e6) ctx.log(s, s, s, s, s)",
      .error("too much data", or: "memory")
    ),
    HostileScript(
      "a large JSON",
      "local t = {} for i = 1, 1e5 do t[i] = { i } end ctx.http.post { url = ctx.opt.base, json = t }",
      .error("too much", or: "memory")
    ),
    HostileScript(
      "a large answer",
      "ctx.http.get(ctx.opt.base)",
      .failure(.protocol, "larger than 1048576"),
      requests: 1
    ) {
      FakeEffects { _ in
        HTTPResponse(status: 200, body: Array(repeating: 0x20, count: (1 << 20) + 1))
      }
    },
    HostileScript(
      "a deep answer",
      "return ctx.http.get(ctx.opt.base).json",
      .failure(.protocol, "is not JSON"),
      requests: 1
    ) {
      FakeEffects(json: String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000))
    },
    HostileScript(
      "a wide answer",
      "local r = ctx.http.get(ctx.opt.base) return type(r.json)",
      .limit,
      requests: 1
    ) {
      FakeEffects(json: "[" + String(repeating: "[],", count: 300_000) + "[]]")
    },
    HostileScript(
      "an answer that is no JSON",
      "return ctx.http.get(ctx.opt.base).json.x",
      .failure(.protocol, "is not JSON"),
      requests: 1
    ) {
      FakeEffects(json: "{\"x\":1,\"x\":2}")
    },
    HostileScript(
      "a function as argument",
      "ctx.http.post { url = ctx.opt.base, json = { f = print } }",
      .error("function")
    ),
    HostileScript(
      "a number that JSON has not",
      "ctx.http.post { url = ctx.opt.base, json = { 0 / 0 } }",
      .error("no JSON form")
    ),
    HostileScript(
      "bytes that JSON has not",
      "ctx.http.post { url = ctx.opt.base, json = { '\\255' } }",
      .error("not UTF-8")
    ),
    HostileScript("a function as result", "return print", .error("function", or: "cannot")),
    HostileScript(
      "a deep result",
      "local t = {} for i = 1, 100 do t = { t } end return t",
      .error("nested too deeply")
    ),
    HostileScript("an unknown function", "ctx.http.delet(ctx.opt.base)", .error("has no 'delet'")),
    HostileScript(
      "T58 in a hook",
      "return provider { api = 1 }",
      .error("cannot be called in a hook")
    ),
    HostileScript(
      "a browser without state",
      "ctx.browser.authorize { url = ctx.opt.base }",
      .error("the URL has no state")
    ),
    HostileScript(
      "an empty state",
      "ctx.browser.authorize { url = ctx.opt.base, query = { state = '' } }",
      .error("the URL has no state")
    ),
    HostileScript(
      "a state that is switched off and given",
      "ctx.browser.authorize { url = ctx.opt.base, state = false, query = { state = 's' } }",
      .error("state can only be false")
    ),
    HostileScript(
      "another's state",
      "ctx.browser.authorize { url = ctx.opt.base, query = { state = 'mine' } }",
      .failure(.stateMismatch, "state")
    ) {
      FakeEffects(callback: Parameters([("state", "theirs"), ("code", "c")]))
    },
    HostileScript(
      "two states",
      "ctx.browser.authorize { url = ctx.opt.base, query = { state = 'mine' } }",
      .failure(.stateMismatch, "state")
    ) {
      FakeEffects(callback: Parameters([("state", "mine"), ("state", "theirs")]))
    },
  ]
}
