/// Every field of a descriptor, API 1: the one definition that everything else is derived from.
package enum DescriptorSchema {
  /// The API that this version of authrun speaks.
  package static let api: Int64 = 1

  /// Additions to the API that a file may rely on by name; none has been made yet.
  package static let features: [String] = []

  package static let root = TableSchema(
    "descriptor",
    "The table given to `provider`. A file holds one, and its name is the id with `.lua`.",
    [
      Field(
        "api",
        .integer(1...1),
        required: true,
        "The version of this interface that the file is written for; 1."
      ),
      Field(
        "features",
        .list(.text),
        "Additions to API 1 that the file relies on; one that this version lacks is refused before "
          + "anything else is read."
      ),
      Field(
        "id",
        .identifier,
        required: true,
        "What users type to log in; the same as the file's name without `.lua`."
      ),
      Field("name", .text, "What the service is called; the id where absent."),
      Field("version", .text, "The version of this file, for its author."),
      Field("docs", .url, "The page of the service's own documentation."),
      Field(
        "kind",
        .choice(Descriptor.Kind.allCases.map(\.rawValue)),
        "How one logs in; may be left out where a table of that name, or `login`, says it."
      ),
      Field(
        "options",
        .map(.table(option)),
        "What the user has to give or may give. `client_id` and `client_secret` (OAuth 2.0) and "
          + "`consumer_key` and `consumer_secret` (OAuth 1.0a) exist without being named."
      ),
      Field(
        "hosts",
        .list(.host),
        "Hosts that may be reached besides those of the declared URLs and of URL options."
      ),
      Field(
        "private_hosts",
        .boolean,
        standard: .boolean(false),
        "Whether the hosts may have addresses of a private network or of this machine. Else a public name "
          + "that leads there is refused, for it may be an attempt to reach what is not public."
      ),
      Field(
        "oauth1",
        .table(oauth1),
        "The three-legged login of OAuth 1.0a.",
        basis: "RFC 5849 §2"
      ),
      Field("oauth2", .table(oauth2), "The logins of OAuth 2.0.", basis: "RFC 6749"),
      Field(
        "oidc",
        .table(oidc),
        "What is asked of the ID token; with `oidc.issuer` alone the rest is discovered.",
        basis: "OpenID Connect Core §2"
      ),
      Field(
        "jwt",
        .table(jwt),
        "A token that the client signs itself, or trades for another.",
        basis: "RFC 7519"
      ),
      Field("api_key", .table(apiKey), "A fixed key that goes with each request."),
      Field(
        "basic",
        .table(basic),
        "A user name and a password that go with each request.",
        basis: "RFC 7617"
      ),
      Field(
        "lookups",
        .list(.table(lookup)),
        "Requests to the API after a login whose answers fill in options, such as a tenant or the "
          + "API's base."
      ),
      Field(
        "capture",
        .list(.anyOf([.choice(CaptureWay.names), .table(capture)])),
        standard: .table(ScriptTable(sequence: [.string(Array("loopback".utf8))])),
        "Ways to get the answer back from the browser, best first."
      ),
      Field("request", .table(request), "How the API is called once there is a token."),
      Field(
        "identity",
        .anyOf([.table(identity), .function]),
        "How to find out who has logged in."
      ),
      Field(
        "rehearsal",
        .table(rehearsal),
        "What `authrun rehearse` needs to know to play the service."
      ),
      Field(
        "login",
        .function,
        "The whole login as a script, for kind `custom`; gets `ctx` and returns the tokens."
      ),
      Field(
        "refresh",
        .function,
        "Renews the tokens of kind `custom`; gets `ctx` and the stored tokens."
      ),
      Field(
        "revoke",
        .function,
        "Gives the tokens back where no URL does; gets `ctx` and the stored tokens."
      ),
      Field(
        "sign",
        .function,
        "Signs an API request; gets `ctx`, the request and the stored tokens, and returns a table with "
          + "`headers` and `query` to add."
      ),
      Field(
        "health",
        .function,
        "A check for `authrun doctor`; gets `ctx` and the stored tokens and returns true, or false and "
          + "the reason; a text alone is the reason, and `{ ok = true, text = … }` says more of what is well."
      ),
      Field("on_authorize", .function, "May change the parameters of OAuth 2.0's authorize URL."),
      Field(
        "on_callback",
        .function,
        "Sees the parameters of OAuth 2.0's callback once they have passed the checks, and may fail."
      ),
      Field("on_token_request", .function, "May change the token request of OAuth 2.0."),
      Field("on_token_response", .function, "May change what is read from the token response."),
    ]
  )

  static let option = TableSchema(
    "option",
    "One thing that the user gives: by `--option NAME=VALUE` or `AUTHRUN_<ID>_<NAME>`.",
    [
      Field(
        "type",
        .choice(OptionType.allCases.map(\.rawValue)),
        standard: .text("string"),
        "What may be given. A `secret` is never shown, and travels only to the hosts of `bind`."
      ),
      Field(
        "required",
        .boolean,
        standard: .boolean(false),
        "Whether a login needs it."
      ),
      Field(
        "default",
        .anyOf([.text, .boolean, .integer(.min ... .max)]),
        "The value that holds when none is given; a secret has none."
      ),
      Field(
        "pattern",
        .text,
        "What the whole value must look like: characters, `.`, `[a-z]`, `[^a-z]`, `( )`, `|`, and "
          + "`* + ? {n} {n,m}` after any of them."
      ),
      Field("values", .list(.text), "The values of an `enum`, or the only ones of a `string`."),
      Field("help", .text, "What to give and where to find it, for the user."),
      Field(
        "bind",
        .list(.host),
        "The hosts that a secret may go to; those of the declared URLs where absent."
      ),
    ]
  )
}
