import Providers
import Standards
import Testing

/// A function of `ctx` called wrongly, and what its error says after the function's name.
struct WrongCall: Sendable, CustomTestStringConvertible {
  let body: String
  let function: String
  let expected: String
  /// Whether it fails with a code, as what a server answers does, and not as a fault of the file.
  let isFailure: Bool

  var testDescription: String { body }

  init(_ body: String, _ function: String, _ expected: String, isFailure: Bool = false) {
    self.body = body
    self.function = function
    self.expected = expected
    self.isFailure = isFailure
  }

  static let all = http + requests + tokens + digests + signatures + browser + others

  /// Every function that sends, with what is no request.
  static let http = ["get", "post", "put", "patch", "delete", "request"].flatMap { name in
    [
      WrongCall("ctx.http.\(name)()", "http.\(name)", "takes a URL or a table, not nil"),
      WrongCall("ctx.http.\(name)(7)", "http.\(name)", "takes a URL or a table, not number"),
      WrongCall("ctx.http.\(name)({}, 1)", "http.\(name)", "takes at most 1 argument"),
      WrongCall("ctx.http.\(name) {}", "http.\(name)", "url must be text, not nil"),
    ]
  }

  static let requests =
    [
      ("url = 'no url'", "url: "),
      ("url = ctx.opt.base, ulr = 1", "unknown field 'ulr'; there are"),
      ("url = ctx.opt.base, method = 'GET'", "method must be a method in capitals, and only for"),
      ("url = ctx.opt.base, headers = 'a'", "headers must be a table of names and values"),
      ("url = ctx.opt.base, headers = { a = {} }", "headers.a must be text, a number or a secret"),
      ("url = ctx.opt.base, headers = { ['a b'] = 1 }", "'a b' is no header name"),
      ("url = ctx.opt.base, headers = { Host = 'a' }", "'Host' is not for scripts to set"),
      ("url = ctx.opt.base, headers = {}, header = {}", "headers and header are the same"),
      ("url = ctx.opt.base, headers = { a = 'b\\n' }", "headers.a contains a line break"),
      ("url = ctx.opt.base, query = 'a'", "query must be a table"),
      ("url = ctx.opt.base, query = { a = { b = 1 } }", "query.a must be text, or a list of texts"),
      ("url = ctx.opt.base, form = 7", "form must be a table"),
      ("url = ctx.opt.base, form = { { 'a' } }", "form[1] must be a pair { name, value }"),
      ("url = ctx.opt.base, form = {}, json = {}", "form and json exclude each other"),
      ("url = ctx.opt.base, json = { a = 0/0 }", "json.a: this number has no JSON form"),
      ("url = ctx.opt.base, json = { 1, a = 2 }", "a table with positions and names has no JSON"),
      ("url = ctx.opt.base, body = {}", "body must be text, not table"),
      ("url = ctx.opt.base, auth = {}", "auth takes a secret, { basic"),
      (
        "url = ctx.opt.base, auth = { scheme = 'a b', value = 'c' }",
        "auth takes { scheme = \"name\""
      ),
      ("url = ctx.opt.base, auth = { basic = { 'a:b', 'c' } }", "auth.basic[1] cannot contain a"),
      ("url = ctx.opt.base, take = 'a'", "take must be a table of names and JSON pointers"),
      ("url = ctx.opt.base, take = { a = 'b' }", "take.a must be a JSON pointer such as"),
      ("url = ctx.opt.base, expect = 'ok'", "expect must be a status, a list of them, or true"),
      ("url = ctx.opt.base, timeout = 0", "timeout must be whole seconds from 1 to 600"),
    ].map { WrongCall("ctx.http.post { \($0.0) }", "http.post", $0.1) } + [
      WrongCall(
        "ctx.http.request { url = ctx.opt.base, method = 'get' }",
        "http.request",
        "method must"
      ),
      WrongCall(
        "ctx.http.get 'https://c.example/'",
        "http.get",
        "c.example is not among the descriptor's hosts",
        isFailure: true
      ),
      WrongCall(
        "ctx.http.get 'http://a.example/'",
        "http.get",
        "http://a.example/: only https",
        isFailure: true
      ),
      WrongCall("ctx.http.get 'https://u@a.example/'", "http.get", "", isFailure: true),
      WrongCall(
        "ctx.http.post { url = 'https://b.example/', form = { k = ctx.opt.app_key } }",
        "http.post",
        "secret 'app_key' is not bound to b.example",
        isFailure: true
      ),
    ]

  static let tokens = [
    WrongCall("ctx.jwt.claims()", "jwt.claims", "takes a token, and there is none (nil)"),
    WrongCall("ctx.jwt.claims({})", "jwt.claims", "the token must be text, not table"),
    WrongCall("ctx.jwt.claims('a', 'b')", "jwt.claims", "takes at most 1 argument"),
    WrongCall(
      "ctx.jwt.claims('a.b')",
      "jwt.claims",
      "the text is not a JWT: it does not have three",
      isFailure: true
    ),
    WrongCall(
      "ctx.jwt.claims(ctx.opt.app_key)",
      "jwt.claims",
      "token 'app_key' is not a JWT",
      isFailure: true
    ),
    WrongCall("ctx.jwt.header()", "jwt.header", "takes a token, and there is none (nil)"),
    WrongCall("ctx.jwt.header(7)", "jwt.header", "the token must be text, not number"),
    WrongCall(
      "ctx.jwt.header('!.e30.')",
      "jwt.header",
      "the text is not a JWT: a part is not base64url",
      isFailure: true
    ),
    WrongCall("ctx.jwt.sign()", "jwt.sign", "takes a table, not nil"),
    WrongCall("ctx.jwt.sign { 'RS256' }", "jwt.sign", "the table must have names only"),
    WrongCall("ctx.jwt.sign { algo = 'RS256' }", "jwt.sign", "unknown field 'algo'; there are alg"),
    WrongCall("ctx.jwt.sign {}", "jwt.sign", "alg must be one of "),
    WrongCall("ctx.jwt.sign { alg = 'none' }", "jwt.sign", "alg must be one of "),
    WrongCall("ctx.jwt.sign { alg = 'HS256' }", "jwt.sign", "key must be a secret, such as"),
    WrongCall(
      "ctx.jwt.sign { alg = 'HS256', key = 'k' }",
      "jwt.sign",
      "key must be a secret, such as"
    ),
    WrongCall(
      "ctx.jwt.sign { alg = 'HS256', key = ctx.opt.app_key, claims = 1 }",
      "jwt.sign",
      "claims must be a table"
    ),
    WrongCall(
      "ctx.jwt.sign { alg = 'HS256', key = ctx.opt.app_key, claims = { k = ctx.opt.app_key } }",
      "jwt.sign",
      "claims cannot hold a secret"
    ),
    WrongCall(
      "ctx.jwt.sign { alg = 'HS256', key = ctx.opt.app_key, header = { alg = 'x' } }",
      "jwt.sign",
      "header: 'alg' is not for scripts to set"
    ),
    WrongCall(
      "ctx.jwt.sign { alg = 'HS256', key = ctx.opt.app_key }",
      "jwt.sign",
      "secret 'app_key': ",
      isFailure: true
    ),
  ]

  static let digests =
    ["md5", "sha1", "sha256", "sha384", "sha512"].flatMap { name in
      [
        WrongCall(
          "ctx.hash.\(name)()",
          "hash.\(name)",
          "takes text, a secret or a list of them, not nil"
        ),
        WrongCall(
          "ctx.hash.\(name)({ a = 1 })",
          "hash.\(name)",
          "takes text, a secret or a list of them, not table"
        ),
        WrongCall("ctx.hash.\(name)('a', 'octal')", "hash.\(name)", "the format is one of hex, "),
        WrongCall("ctx.hash.\(name)('a', 'hex', 1)", "hash.\(name)", "takes at most 2 arguments"),
      ]
    }
    + ["hmac_sha1", "hmac_sha256", "hmac_sha384", "hmac_sha512"].flatMap { name in
      [
        WrongCall(
          "ctx.hash.\(name)('a')",
          "hash.\(name)",
          "takes text, a secret or a list of them, not nil"
        ),
        WrongCall(
          "ctx.hash.\(name)({ { } }, 'a')",
          "hash.\(name)",
          "takes text, a secret or a list of them, not table"
        ),
        WrongCall("ctx.hash.\(name)('a', 'b', {})", "hash.\(name)", "the format is one of hex, "),
        WrongCall(
          "ctx.hash.\(name)('a', 'b', 'hex', 1)",
          "hash.\(name)",
          "takes at most 3 arguments"
        ),
      ]
    }
    + [
      WrongCall("ctx.hash.random()", "hash.random", "takes a number of bytes from 1 to 256"),
      WrongCall("ctx.hash.random(257)", "hash.random", "takes a number of bytes from 1 to 256"),
      WrongCall("ctx.hash.random(8, 'b64')", "hash.random", "the format is one of hex, "),
      WrongCall("ctx.hash.random(8, 'hex', 1)", "hash.random", "takes at most 2 arguments"),
    ]

  static let browser =
    [
      ("()", "takes a table, not nil"), ("('https://a.example/')", "takes a table, not string"),
      ("({}, 1)", "takes at most 1 argument"), (" {}", "url must be text, not nil"),
      (" { url = 'https://a.example/', qeury = {} }", "unknown field 'qeury'; there are url"),
      (" { url = 'https://a.example/', query = 1 }", "query must be a table"),
      (" { url = 'https://a.example/' }", "the URL has no state"),
      (" { url = 'https://a.example/', state = 's' }", "state can only be false"),
      (
        " { url = 'https://a.example/', query = { k = ctx.opt.app_key } }",
        "a secret cannot be part of a browser's URL"
      ),
    ].map { WrongCall("ctx.browser.authorize\($0.0)", "browser.authorize", $0.1) } + [
      WrongCall(
        "ctx.browser.authorize { url = 'https://c.example/' }",
        "browser.authorize",
        "c.example is not among the descriptor's hosts",
        isFailure: true
      )
    ]

  static let others = [
    WrongCall("ctx.prompt()", "prompt", "takes text, or { text = …, secret = true }, not nil"),
    WrongCall("ctx.prompt {}", "prompt", "text must be text, not nil"),
    WrongCall(
      "ctx.prompt { text = 'a', secret = 1 }",
      "prompt",
      "secret must be true or false, not number"
    ),
    WrongCall("ctx.prompt { txt = 'a' }", "prompt", "unknown field 'txt'; there are text, secret"),
    WrongCall("ctx.prompt('a', true)", "prompt", "takes at most 1 argument"),
    WrongCall("ctx.now(1)", "now", "takes no argument"),
    WrongCall("ctx.fail()", "fail", "the code must be text, not nil"),
    WrongCall("ctx.fail('oops')", "fail", "unknown code 'oops'; there are access_denied"),
    WrongCall("ctx.fail('network', 'a', 'b', 'c')", "fail", "takes at most 3 arguments"),
  ]
}

@Suite
struct HostCallErrorTests {
  @Test(arguments: WrongCall.all)
  func `a wrong call is told with its line, its function and what was expected`(
    call: WrongCall
  ) async {
    // As a statement and as a tail call, whose frame Lua may give up, and where the script has caught it.
    for (body, line) in [
      ("\n\(call.body)\nreturn 1", 3), ("\n\nreturn \(call.body)", 4),
      ("local ok, e = pcall(function()\n  \(call.body)\nend)\nerror(e, 0)", 3),
    ] {
      let error = await scriptError(body)
      #expect(error?.location == "acme.lua:\(line)", "\(String(describing: error)) in \(body)")
      #expect(
        error?.message.hasPrefix("\(call.function): \(call.expected)") == true
          || error?.message.hasPrefix("\(call.function): ") == true
            && error?.message.contains(call.expected) == true,
        "\(String(describing: error))"
      )
      guard case .failed = error?.kind else {
        #expect(error?.kind == .runtime && !call.isFailure)
        continue
      }
      #expect(call.isFailure && error?.isVerdict == false)
    }
  }

  @Test
  func `there is a wrong call of every function of ctx`() async throws {
    let outcome = try await runScript(
      """
      local names = {}
      for group, functions in pairs(ctx) do
        if type(functions) == "function" then names[#names + 1] = group
        elseif group ~= "opt" then
          for name, value in pairs(functions) do
            if type(value) == "function" then names[#names + 1] = group .. "." .. name end
          end
        end
      end
      return table.concat(names, " ")
      """
    )
    let names = Set(try #require(outcome.returned.text).split(separator: " ").map(String.init))
    // Any values make a line of the log.
    #expect(names.subtracting(WrongCall.all.map(\.function)) == ["log"])
  }

  @Test
  func `what the script says itself is told apart`() async {
    let error = await scriptError("ctx.fail('network', 'no luck')")
    #expect(error?.isVerdict == true && error?.message == "no luck")
    #expect(await scriptError("ctx.jwt.claims('a')")?.isVerdict == false)
  }
}
