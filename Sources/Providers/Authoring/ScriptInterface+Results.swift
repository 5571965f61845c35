extension ScriptInterface {
  static let tokens = Table(
    name: "tokens",
    doc: "What `login` and `refresh` return.",
    members: [
      Member("access", "authrun.secret|string", "The access token."),
      Member(
        "refresh?",
        "authrun.secret|string",
        "The refresh token; after a `refresh` the old one stays where there is none."
      ),
      Member("expires?", "number", "When the access token ends, in seconds since 1970."),
      Member("expires_in?", "number", "In how many seconds it ends, instead of `expires`."),
      Member("token_type?", "string", "`Bearer` where absent (RFC 6749 §7.1)."),
      Member("extras?", "table<string, any>", "Plain data to keep with the tokens."),
      Member(
        "secrets?",
        "table<string, authrun.secret|string>",
        "Further secrets that belong to the token, such as a second cookie."
      ),
    ]
  )

  static let token = Table(
    name: "token",
    doc: "The stored tokens that hooks after a login are given.",
    members: [
      Member("access", "authrun.secret", "The access token."),
      Member("refresh?", "authrun.secret", "The refresh token."),
      Member("extras", "table<string, any>", "What was kept with them."),
      Member("secrets?", "table<string, authrun.secret>", "What was kept as `secrets`."),
    ]
  )

  static let person = Table(
    name: "person",
    doc: "Who an account is, as `identity` returns it; at least one of the members.",
    members: [
      Member("id?", "string|integer", "The lasting id."),
      Member("login?", "string", "The name that the user logs in with."),
      Member("name?", "string", "The name that people see."),
      Member("email?", "string", "The mail address."),
    ]
  )

  static let apiRequest = Table(
    name: "api_request",
    doc: "The request that `sign` is given, as it would be sent; a copy.",
    members: [
      Member("method", "string", "In capitals."),
      Member(
        "url",
        "string",
        "The whole URL, without the parameters that came from a secret."
      ),
      Member("host", "string", "The host, with the port where it is not the usual one."),
      Member("path", "string", "The path, percent-encoded as it is sent."),
      Member(
        "query",
        "string",
        "What stands behind `?` of that URL; empty where there is nothing."
      ),
      Member(
        "params",
        "table<string, any>",
        "The query's parameters by name, a list where one stands more than once; handles where they came from a secret."
      ),
      Member("headers", "table<string, authrun.secret|string>", "Names in lower case."),
      Member("body", "string|authrun.secret", "The bytes; empty where there is none."),
    ]
  )

  static let signature = Table(
    name: "signature",
    doc: "What `sign` returns: what to add to the request. The token goes nowhere else.",
    members: [
      Member(
        "headers?",
        "table<string, any>",
        "Header fields, in place of those of the same name; values as in a script's own requests."
      ),
      Member("cookies?", "table<string, authrun.text>", "Cookies beside those of the request."),
      Member("query?", "table<string, any>", "Parameters to add to the URL."),
      Member("auth?", "authrun.auth", "The `Authorization` field."),
    ]
  )

  static let health = Table(
    name: "health",
    doc: "What `health` may return, beside true, or a text that says what is wrong.",
    members: [
      Member("ok", "boolean", "Whether all is well."),
      Member("text?", "string", "What to say of it."),
    ]
  )
}
