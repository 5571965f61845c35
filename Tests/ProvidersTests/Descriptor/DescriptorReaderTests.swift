import Providers
import Standards
import Testing

/// A change to a sample and what the author is told about it.
struct Mistake: Sendable, CustomTestStringConvertible {
  let name: String
  let table: ScriptValue
  let message: String

  init(_ name: String, _ table: ScriptValue, _ message: String) {
    self.name = name
    self.table = table
    self.message = message
  }

  var testDescription: String { name }
}

@Suite
struct DescriptorReaderTests {
  private static let one = Sample.oauth1
  private static let two = Sample.oauth2
  private static let own = Sample.custom

  private func expectOnly(_ mistake: Mistake) {
    #expect(problems(mistake.table) == [mistake.message])
  }

  @Test
  func `the id must be the file's name`() {
    #expect(
      problems(Self.two, file: "three.lua") == ["id is \"two\", but the file is called three.lua"]
    )
  }

  @Test(arguments: [
    Mistake(
      "none",
      ["api": 1, "id": "x"],
      "one of \"oauth1\", \"oauth2\", \"oidc\", \"jwt\", \"api_key\", \"basic\", \"login\" is "
        + "needed"
    ),
    Mistake(
      "table of another kind",
      two.setting("kind", "oauth1").setting("oauth1", ["access_token": "https://a.example/t"])
        .setting("oauth1.xauth", true),
      "\"oauth2\" has no place in kind \"oauth1\""
    ),
    Mistake("custom without login", own.setting("login", nil), "kind \"custom\" needs \"login\""),
    Mistake(
      "refresh hook for OAuth",
      two.setting("refresh", .function),
      "\"refresh\" is never called for kind \"oauth2\""
    ),
    Mistake(
      "token hook for OAuth 1.0a",
      one.setting("on_token_request", .function),
      "\"on_token_request\" is never called for kind \"oauth1\""
    ),
    Mistake(
      "authorize hook for OAuth 1.0a",
      one.setting("on_authorize", .function),
      "\"on_authorize\" is never called for kind \"oauth1\""
    ),
  ])
  func `kind, tables and hooks must belong together`(mistake: Mistake) { expectOnly(mistake) }

  @Test
  func `the kind may be left to the tables`() throws {
    #expect(try load(Self.one.setting("kind", nil)).kind == .oauth1)
    #expect(try load(Self.two.setting("kind", nil)).kind == .oauth2)
    #expect(try load(Self.own.setting("kind", nil)).kind == .custom)
    let grants = Self.two.setting("kind", nil).setting("oauth2.authorize", nil)
      .setting("oauth2.grants", ["client_credentials"])
    #expect(try load(grants).kind == .clientCredentials)
    let machine = Self.two.setting("kind", "client_credentials").setting("oauth2.authorize", nil)
    #expect(try load(machine).oauth2?.grants == [.clientCredentials])
    #expect(try load(machine).capture.isEmpty)
  }

  @Test(arguments: [
    Mistake(
      "http",
      two.setting("oauth2.token", "http://login.two.example/token"),
      "oauth2.token: \"http://login.two.example/token\" is not https; http is allowed to this machine "
        + "only"
    ),
    Mistake(
      "http with a suffix that looks like this machine",
      two.setting("oauth2.token", "http://127.0.0.1.two.example/token"),
      "oauth2.token: \"http://127.0.0.1.two.example/token\" is not https; http is allowed to this "
        + "machine only"
    ),
    Mistake(
      "another scheme",
      two.setting("oauth2.token", "ftp://login.two.example/token"),
      "oauth2.token: \"ftp://login.two.example/token\" must begin with https://"
    ),
    Mistake(
      "user name",
      two.setting("oauth2.token", "https://a@login.two.example/token"),
      "oauth2.token: \"https://a@login.two.example/token\" has a user name in front of the host"
    ),
    Mistake(
      "fragment",
      two.setting("oauth2.token", "https://login.two.example/token#x"),
      "oauth2.token: \"https://login.two.example/token#x\" has a fragment"
    ),
    Mistake(
      "final dot",
      two.setting("oauth2.token", "https://login.two.example./token"),
      "oauth2.token: \"https://login.two.example./token\" makes no valid URL: a host that ends in a "
        + "dot (byte 8)"
    ),
    Mistake(
      "unknown option",
      two.setting("oauth2.token", "https://login.two.example/{client_i}/token"),
      "oauth2.token names the option {client_i}, which does not exist; did you mean \"client_id\"?"
    ),
    Mistake(
      "secret in a URL",
      two.setting("oauth2.token", "https://login.two.example/token?s={client_secret}"),
      "oauth2.token: the secret {client_secret} cannot be part of a URL"
    ),
    Mistake(
      "whole host",
      two.setting("options", ["host": ["required": true]])
        .setting("oauth2.token", "https://{host}/token"),
      "oauth2.token: {host} decides the whole host; give the option a pattern or a list of values"
    ),
    Mistake(
      "whole domain",
      two.setting("options", ["tenant": ["required": true]])
        .setting("oauth2.token", "https://login.{tenant}.example/token"),
      "oauth2.token: {tenant} decides the whole host; give the option a pattern or a list of values"
    ),
    Mistake(
      "origin that is no URL",
      own.setting("options.text", ["type": "string"]).setting("request", ["base": "{text}/v1"]),
      "request.base begins with {text}, so that option must have type = \"url\""
    ),
    Mistake(
      "URL within a host",
      own.setting("request", ["base": "https://{base}/v1"]),
      "request.base: {base} is a URL and can only stand at the beginning"
    ),
    Mistake(
      "brace without partner",
      two.setting("oauth2.token", "https://login.two.example/{x"),
      "oauth2.token: \"{\" without \"}\" in \"https://login.two.example/{x\""
    ),
  ])
  func `a URL that could lead a secret astray is refused`(mistake: Mistake) { expectOnly(mistake) }

  @Test
  func `a placeholder that decides the host needs a limit`() throws {
    let table = Self.two.setting("oauth2.token", "https://{host}/token")
    for limit: (String, ScriptValue) in [
      ("pattern", "[a-z]+[.]two[.]example"), ("values", ["a.two.example"]),
    ] {
      _ = try load(
        table.setting("options.host", ["required": true]).setting(
          "options.host.\(limit.0)",
          limit.1
        )
      )
    }
    let label = Self.two.setting("oauth2.token", "https://{tenant}.two.example/token")
    _ = try load(label.setting("options.tenant", ["required": true]))
  }

  @Test(arguments: [
    Mistake(
      "placeholder",
      two.setting(
        "oauth2.authorize",
        [
          "url": "https://login.two.example/a", "params": ["x": "{client_secret}"],
        ]
      ),
      "oauth2.authorize.params.x: the secret {client_secret} would show in the browser's address"
    ),
    Mistake(
      "name",
      two.setting(
        "oauth2.authorize",
        [
          "url": "https://login.two.example/a", "params": ["client_secret": "abc"],
        ]
      ),
      "oauth2.authorize.params.client_secret: a secret in the browser's address is a secret no more"
    ),
    Mistake(
      "secret of the descriptor's own",
      one.setting("options.key", ["type": "secret"]).setting(
        "oauth1.authorize",
        [
          "url": "https://api.one.example/a", "params": ["k": "x{key}"],
        ]
      ),
      "oauth1.authorize.params.k: the secret {key} would show in the browser's address"
    ),
    Mistake(
      "identity path",
      two.setting("identity", ["get": "/me?s={client_secret}", "id": "/id"]),
      "identity.get: the secret {client_secret} would show in the browser's address"
    ),
  ])
  func `a secret in what a browser is shown is refused`(mistake: Mistake) { expectOnly(mistake) }

  @Test(arguments: [
    Mistake(
      "state",
      two.setting(
        "oauth2.authorize",
        [
          "url": "https://login.two.example/a", "drop": ["state"],
        ]
      ),
      "oauth2.authorize.drop[1]: \"state\" stays as it is: the callback is known by it"
    ),
    Mistake(
      "own state",
      two.setting(
        "oauth2.authorize",
        [
          "url": "https://login.two.example/a", "params": ["state": "1"],
        ]
      ),
      "oauth2.authorize.params.state: the value of \"state\" is made by authrun"
    ),
    Mistake(
      "unknown parameter",
      two.setting(
        "oauth2.token",
        [
          "url": "https://login.two.example/t", "rename": ["cleint_id": "app"],
        ]
      ),
      "oauth2.token.rename.cleint_id: \"cleint_id\" is no standard parameter of this step; did you "
        + "mean \"client_id\"?"
    ),
    Mistake(
      "same name twice",
      two.setting(
        "oauth2.token",
        [
          "url": "https://login.two.example/t", "rename": ["client_id": "app", "code": "app"],
        ]
      ),
      "oauth2.token.rename.code: a second parameter called \"app\""
    ),
    Mistake(
      "GET with a body",
      two.setting(
        "oauth2.token",
        [
          "url": "https://login.two.example/t", "method": "GET", "body": "json",
        ]
      ),
      "oauth2.token.body: a GET has no body; leave this out"
    ),
    Mistake(
      "connection's header",
      two.setting("request.headers", ["Host": "x"]),
      "the header field \"Host\" is set by authrun"
    ),
    Mistake(
      "token's header",
      two.setting("request.headers", ["authorization": "x"]),
      "the header field \"authorization\" is set by authrun"
    ),
    Mistake(
      "no header",
      two.setting("request.headers", ["a b": "x"]),
      "\"a b\" is no header field's name"
    ),
    Mistake(
      "authorize missing",
      two.setting("oauth2.authorize", nil),
      "\"authorize\" is missing in oauth2"
    ),
    Mistake(
      "public machine",
      two.setting("oauth2.grants", ["authorization_code", "client_credentials"])
        .setting("oauth2.client_auth", "none"),
      "client_credentials needs a client that authenticates"
    ),
    Mistake(
      "both expiries",
      two.setting("oauth2.response", ["expires_in": "/a", "expires_at": "/b"]),
      "oauth2.response has both \"expires_in\" and \"expires_at\""
    ),
    Mistake(
      "no pointer",
      two.setting("oauth2.response", ["access_token": "token"]),
      "oauth2.response.access_token: \"token\" is no JSON pointer, which is empty or begins with \"/\""
    ),
    Mistake(
      "second scope",
      two.setting("oauth2.scopes", ["a", "a"]),
      "oauth2.scopes[2]: \"a\" for the second time"
    ),
    Mistake(
      "one leg",
      one.setting("oauth1.authorize", nil),
      "\"authorize\" is missing in oauth1"
    ),
    Mistake(
      "identity from nowhere",
      two.setting("identity", ["id": "/id"]),
      "identity needs exactly one of \"get\", \"post\" and \"from\""
    ),
    Mistake(
      "identity of nothing",
      two.setting("identity", ["get": "/me"]),
      "identity needs at least one of \"id\", \"login\", \"name\" and \"email\""
    ),
    Mistake(
      "path without base",
      two.setting("request", nil).setting("identity", ["get": "/me", "id": "/id"]),
      "identity.get is a path, and there is no request.base"
    ),
    Mistake(
      "loopback elsewhere",
      two.setting("capture", [["via": "loopback", "redirect_uri": "https://two.example/cb"]]),
      "capture[1].redirect_uri must be http to this machine (127.0.0.1, [::1] or localhost) for "
        + "loopback"
    ),
    Mistake(
      "port out of place",
      two.setting("capture", [["via": "loopback", "redirect_uri": "http://127.0.0.1/{port}"]]),
      "capture[1].redirect_uri has {port} where no port can be"
    ),
    Mistake(
      "replies for OAuth",
      two.setting("rehearsal", ["replies": [["path": "/"]]]),
      "replies are for kind \"custom\"; OAuth is played by itself"
    ),
    Mistake(
      "rehearsal of an unknown option",
      own.setting("rehearsal", ["options": ["bse": "https://a.example"]]),
      "rehearsal.options.bse: there is no option \"bse\"; did you mean \"base\"?"
    ),
    Mistake(
      "secret with a default",
      own.setting("options.key.default", "x"),
      "options.key.default: a secret in a descriptor is no secret; leave out its default"
    ),
    Mistake(
      "enum of nothing",
      own.setting("options.e", ["type": "enum"]),
      "options.e is an enum without values"
    ),
    Mistake(
      "bad pattern",
      own.setting("options.p", ["pattern": "a("]),
      "options.p.pattern: \"(\" without \")\""
    ),
    Mistake(
      "bound to a URL",
      own.setting("options.key.bind", ["https://a.example"]),
      "options.key.bind[1]: \"https://a.example\" is a URL; write the host alone"
    ),
    Mistake(
      "bound text",
      own.setting("options.t", ["bind": ["a.example"]]),
      "bind is for secrets; t is none"
    ),
    Mistake(
      "client secret that is no secret",
      two.setting("options", ["client_secret": ["type": "string"]]),
      "client_secret is a secret and cannot be anything else"
    ),
    Mistake(
      "any host",
      two.setting("hosts", ["*.two.example"]),
      "hosts[1]: \"*.two.example\" is no host"
    ),
  ])
  func `what cannot work is refused`(mistake: Mistake) { expectOnly(mistake) }

  @Test
  func `each loosened check is named`() throws {
    let loose = Self.two
      .setting("oauth2.pkce", "forbidden").setting("oauth2.client_auth", "basic_raw")
      .setting("oauth2.token", ["url": "http://127.0.0.1:8080/t", "method": "GET"])
      .setting("request.token", ["query": "access_token"])
      .setting("request.query", ["key": "{client_secret}"])
    #expect(
      Set(try load(loose).loosened.map(\.field)) == [
        "oauth2.pkce", "oauth2.client_auth", "oauth2.token.url", "oauth2.token",
        "request.token.query", "request.query",
      ]
    )
    let old = Self.one
      .setting("oauth1.callback_confirmed", "optional").setting("oauth1.verifier", "optional")
      .setting("oauth1.signature", "PLAINTEXT").setting("oauth1.transport", "query")
      .setting("oauth1.xauth", true)
    #expect(
      Set(try load(old).loosened.map(\.field)) == [
        "oauth1.callback_confirmed", "oauth1.verifier", "oauth1.signature", "oauth1.transport",
        "oauth1.xauth",
      ]
    )
    #expect(try load(Self.one).loosened.isEmpty && load(Self.two).loosened.isEmpty)
  }

  @Test
  func `the options of the protocol exist and can be refined`() throws {
    let table = Self.two.setting(
      "options",
      [
        "client_secret": ["required": false, "help": "only for old apps"]
      ]
    )
    let secret = try #require(try load(table).option("client_secret"))
    #expect(secret.type == .secret && !secret.isRequired && secret.help == "only for old apps")
    #expect(try load(Self.two.setting("oauth2.client_auth", "none")).option("client_secret") == nil)
    #expect(
      try load(Self.one.setting("oauth1.xauth", true)).options.map(\.name)
        == ["consumer_key", "consumer_secret", "password", "username"]
    )
  }

  @Test
  func `a base from the token response is kept with the token`() throws {
    let table = Self.two.setting("request.base", ["from": "/data/api_url"])
    let descriptor = try load(table)
    #expect(descriptor.oauth2?.response.keep.map(\.name) == ["api_url"])
    #expect(descriptor.request.base == .tokenResponse(try JSONPointer("/api_url")))
  }

  @Test
  func `the identity's base stands before its pointers`() throws {
    let table = Self.two.setting("identity", ["get": "/me", "base": "/data/0", "id": "/id"])
    #expect(try load(table).identity?.id == JSONPointer("/data/0/id"))
  }
}
