/// Every field of a descriptor, API 1: the one definition that everything else is derived from.
package enum DescriptorSchema {
  /// The API that this version of authrun speaks.
  package static let api: Int64 = 1

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
        .choice(
          ["oauth1", "oauth2", "client_credentials", "custom"],
          later: ["oidc", "jwt", "api_key", "basic"]
        ),
        "How one logs in; may be left out where `oauth1`, `oauth2` or `login` says it."
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
        "capture",
        .list(.anyOf([.choice(CaptureWay.names, later: CaptureWay.later), .table(capture)])),
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
      Field("on_authorize", .function, "May change the parameters of OAuth 2.0's authorize URL."),
      Field("on_token_request", .function, "May change the token request of OAuth 2.0."),
      Field("on_token_response", .function, "May change what is read from the token response."),
      .later("on_callback", "May look at the callback's parameters."),
      .later("sign", "Signs API requests."),
      .later("revoke", "Revokes the tokens of kind `custom`."),
      .later("health", "Checks for `authrun doctor`."),
      .later("features", "Additions to API 1 that the file relies on."),
      .later("oidc", "OpenID Connect."),
      .later("jwt", "Self-signed tokens."),
      .later("api_key", "A fixed key."),
      .later("basic", "A user name and a password with each request."),
    ]
  )

  static let option = TableSchema(
    "option",
    "One thing that the user gives: by `--option NAME=VALUE` or `AUTHRUN_<ID>_<NAME>`.",
    [
      Field(
        "type",
        .choice(OptionType.allCases.map(\.rawValue)),
        standard: .string(Array("string".utf8)),
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
