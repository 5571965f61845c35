extension ScriptInterface {
  static let context = Table(
    name: "ctx",
    doc: "What every hook is given first.",
    members: [
      Member(
        "opt",
        "table<string, any>",
        "The user's options; secrets are handles, a URL joins paths with `/`."
      ),
      Member("http", "authrun.http", "Sends requests."),
      Member("jwt", "authrun.jwt", "Reads and signs JWTs."),
      Member("hash", "authrun.hash", "Digests and random bytes."),
      Member("browser", "authrun.browser", "Sends the user to a page; in `login` alone."),
      Member(
        "prompt",
        "fun(question: string|{ text: string, secret?: boolean }): string|authrun.secret",
        "Asks the user, in the provider's name; the answer is a handle where it is `secret`. In `login` alone."
      ),
      Member("now", "fun(): integer", "The time in seconds since 1970."),
      Member(
        "date",
        "fun(seconds: number, format?: authrun.date_format): string|table<string, integer>",
        "A time in UTC as services write it; `rfc3339` where no format is given."
      ),
      Member(
        "time",
        "fun(date: string): integer",
        "The seconds since 1970 of a date in any of the text forms of `date`; an error, `protocol`, where it is none."
      ),
      Member("log", "fun(...: any)", "A line for `--trace`; secrets print as their names."),
      Member(
        "fail",
        "fun(code: authrun.code, message: string, provider_code?: string|integer)",
        "Ends the hook with an error; the provider's own code is shown with it."
      ),
    ]
  )

  private static let send = "fun(request: authrun.request_table|string): authrun.response"

  static let http = Table(
    name: "http",
    doc:
      "Each takes a URL, or a table, and answers with the whole response; a failed connection is an error, "
      + "an HTTP status is none unless `expect` says so. Redirects are not followed.",
    members: ContextTable.httpNames.map { name in
      Member(
        name,
        send,
        name == "request" ? "By the method that the table names." : "By \(name.uppercased())."
      )
    }
  )

  static let request = Table(
    name: "request_table",
    doc:
      "A request of a script. Wherever a value can be text it can be a handle, which goes only to hosts that it "
      + "is bound to.",
    members: [
      Member("url", "string|authrun.url", "Where to; its host must be one of the descriptor's."),
      Member("method?", "string", "In capitals, for `ctx.http.request`; `GET` where absent."),
      Member(
        "query?",
        "table<string, any>",
        "Parameters to add to the URL; a list as a value repeats the name, `{ { \"a\", 1 }, … }` keeps an order. "
          + "A secret in it is a loosened check, for URLs end up in logs."
      ),
      Member(
        "headers?",
        "table<string, any>",
        "Header fields; a value may be a list of parts that stand together, such as `{ \"Key \", ctx.opt.key }`. "
          + "`Authorization` and `Cookie` have slots of their own."
      ),
      Member("header?", "table<string, any>", "The same as `headers`."),
      Member(
        "cookies?",
        "table<string, authrun.text>",
        "Cookies with their values (RFC 6265 §4.1.1)."
      ),
      Member("form?", "table<string, any>", "The body as form fields, as in `query`."),
      Member("json?", "any", "The body as JSON; handles may stand anywhere in it."),
      Member("body?", "string", "The body as it is; plain text or bytes."),
      Member("auth?", "authrun.auth", "The `Authorization` field."),
      Member(
        "take?",
        "table<string, string|{ cookie: string }|{ header: string }>",
        "Names with what is cut out of the answer as handles: a JSON pointer such as `\"/token\"`, a cookie that it "
          + "sets, or a header field."
      ),
      Member(
        "expect?",
        "integer|integer[]|boolean",
        "Which statuses are no error; `true` is every 2xx."
      ),
      Member("timeout?", "integer", "Whole seconds, 1 to 600."),
    ]
  )

  static let response = Table(
    name: "response",
    doc: "The answer to a request of a script, read-only.",
    members: [
      Member("status", "integer", "The HTTP status."),
      Member(
        "headers",
        "table<string, string>",
        "Names in lower case, several of one name joined; `set-cookie` is not among them: `take` gets cookies."
      ),
      Member("body", "string", "The body as it came, without what `take` cut out."),
      Member(
        "json",
        "any",
        "The body as JSON, or as a table of its form fields; reading it is an error where the answer is neither."
      ),
      Member(
        "taken",
        "table<string, authrun.secret>",
        "What `take` cut out; nil where the answer had none."
      ),
    ]
  )

  static let jwt = Table(
    name: "jwt",
    doc: "JSON Web Tokens (RFC 7519).",
    members: ContextTable.jwtNames.map { name in
      switch name {
      case "sign":
        Member(name, "fun(order: authrun.jwt_order): authrun.secret", "A new token, signed.")
      case "claims":
        Member(
          name,
          "fun(token: authrun.text): table<string, any>",
          "What a token says, not verified; an error where it is none."
        )
      default:
        Member(
          name,
          "fun(token: authrun.text): table<string, any>",
          "What its header says, likewise."
        )
      }
    }
  )

  static let jwtOrder = Table(
    name: "jwt_order",
    doc: "A JWT to sign.",
    members: [
      Member("alg", "string", "Such as `\"RS256\"` (RFC 7518 §3.1)."),
      Member("key", "authrun.secret", "PEM or a JWK; for HS256 and its like the secret itself."),
      Member("claims?", "table<string, any>", "Plain data; nothing is added."),
      Member("header?", "table<string, any>", "Members beside `alg`; `typ` is `JWT` where absent."),
    ]
  )

  static let hash = Table(
    name: "hash",
    doc:
      "A text may be a list of parts, handles among them: `ctx.hash.md5 { ctx.opt.key, text }`. A digest of which "
      + "a secret is a part is a handle. A keyed digest of plain parts is text, as signatures are, unless the key can be guessed.",
    members: HashCalls.names.map { name in
      if name == "random" {
        return Member(
          name,
          "fun(bytes: integer, format?: authrun.format): string",
          "1 to 256 random bytes, as text."
        )
      }
      let isKeyed = name.hasPrefix("hmac_")
      let shown = (isKeyed ? name.dropFirst(5) : name[...]).uppercased()
        .replacing("SHA", with: "SHA-")
      return Member(
        name,
        isKeyed
          ? "fun(key: any, text: any, format?: authrun.format): string|authrun.secret"
          : "fun(text: any, format?: authrun.format): string|authrun.secret",
        isKeyed ? "HMAC with \(shown) (RFC 2104)." : "\(shown)."
      )
    }
  )

  static let browser = Table(
    name: "browser",
    doc: "The user's browser, in a `login` whose descriptor has a `capture`.",
    members: [
      Member(
        "authorize",
        "fun(page: authrun.page): table<string, any>",
        "Opens the page and waits for the callback's parameters; codes and tokens in them are handles."
      ),
      Member("redirect_uri?", "string", "Where the browser comes back to; only in a login."),
    ]
  )

  static let page = Table(
    name: "page",
    doc: "Where `ctx.browser.authorize` sends the user.",
    members: [
      Member("url", "string|authrun.url", "The page; its host must be one of the descriptor's."),
      Member("query?", "table<string, any>", "Parameters to add; no secret can be among them."),
      Member(
        "state?",
        "false",
        "Where the service does not send `query.state` back: a loosened check (RFC 6749 §10.12)."
      ),
      Member(
        "digests?",
        "\"shown\"",
        "Lets digests of secrets with other text stand in the query: a loosened check, for services that sign their "
          + "page so."
      ),
    ]
  )
}
