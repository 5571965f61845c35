extension DescriptorSchema {
  static let oauth2 = TableSchema(
    "oauth2",
    "The URLs of the service and what it does differently from RFC 6749.",
    [
      Field(
        "authorize",
        .anyOf([.url, .table(oauth2Authorize)]),
        "The page where the user agrees; needed by `authorization_code`.",
        basis: "RFC 6749 §3.1"
      ),
      Field(
        "token",
        .anyOf([.url, .table(oauth2Step)]),
        required: true,
        "Where the code becomes a token.",
        basis: "RFC 6749 §3.2"
      ),
      Field(
        "refresh",
        .anyOf([.url, .table(oauth2Step)]),
        "Where a token is renewed, when that differs from `token`.",
        basis: "RFC 6749 §6"
      ),
      Field(
        "revoke",
        .anyOf([.url, .table(oauth2Step)]),
        "Where a token is given back.",
        basis: "RFC 7009"
      ),
      Field(
        "grants",
        .list(
          .choice(
            ["authorization_code", "client_credentials"],
            later: ["device_code", "password", "jwt_bearer", "implicit"]
          )
        ),
        "The logins on offer, the usual one first; `authorization_code` where absent, and "
          + "`client_credentials` for the kind of that name.",
        basis: "RFC 6749 §1.3"
      ),
      Field(
        "client_auth",
        .choice(
          ["basic", "basic_raw", "post", "none"],
          later: ["private_key_jwt", "client_secret_jwt", "tls"]
        ),
        standard: .string(Array("basic".utf8)),
        "How the client proves who it is: HTTP Basic with both parts form-encoded (`basic`) or as "
          + "they are (`basic_raw`), in the body (`post`), or not at all (`none`).",
        basis: "RFC 6749 §2.3.1"
      ),
      Field(
        "repeat_client_id",
        .boolean,
        standard: .boolean(false),
        "Whether `client_id` is among the parameters although HTTP Basic says it already."
      ),
      Field(
        "pkce",
        .choice(["required", "optional", "forbidden"]),
        standard: .string(Array("required".utf8)),
        "Whether the code is bound to this login (S256). `optional` sends the challenge to a "
          + "service that may not check it; `forbidden` sends none, for a service that fails on it.",
        basis: "RFC 7636"
      ),
      Field(
        "scopes",
        .list(.text),
        "The scopes to ask for when the user names none; an empty list sends no `scope`.",
        basis: "RFC 6749 §3.3"
      ),
      Field(
        "scope_separator",
        .text,
        standard: .string(Array(" ".utf8)),
        "What stands between scopes, before encoding.",
        basis: "RFC 6749 §3.3"
      ),
      Field("audience", .template, "The `audience` parameter of authorize and token requests."),
      Field(
        "resource",
        .anyOf([.template, .list(.template)]),
        "The `resource` parameters of authorize and token requests.",
        basis: "RFC 8707"
      ),
      Field("response", .table(tokenResponse), "Where the token response keeps what."),
      Field("refresh_token", .table(refreshToken), "How refresh tokens behave."),
      .later("device", "The device authorization endpoint."),
      .later("par", "Pushed authorization requests."),
      .later("introspect", "Token introspection."),
      .later("userinfo", "The OpenID Connect userinfo endpoint."),
      .later("jwks", "The provider's keys."),
      .later("registration", "Dynamic client registration."),
      .later("issuer", "Discovery."),
      .later("response_mode", "Other shapes of the callback."),
      .later("dpop", "Sender-constrained tokens."),
      .later("jar", "Signed authorization requests."),
      .later("rar", "Rich authorization requests."),
    ]
  )

  static let oauth2Authorize = TableSchema(
    "OAuth 2.0 page",
    "The page where the user agrees, when the URL alone does not say it all.",
    [
      Field("url", .url, required: true, "The address."),
      Field(
        "params",
        .map(.template),
        "Parameters to add, or to set in place of a standard one; never a secret."
      ),
      Field(
        "rename",
        .map(.text),
        "Standard parameters under the names that this service gives them."
      ),
      Field("drop", .list(.text), "Standard parameters to leave out."),
    ]
  )

  static let oauth2Step = TableSchema(
    "OAuth 2.0 step",
    "Where a request for a token goes, when the URL alone does not say it all.",
    [
      Field("url", .url, required: true, "The address."),
      Field(
        "method",
        .choice(["POST", "GET"]),
        standard: .string(Array("POST".utf8)),
        "The HTTP method; `GET` puts the parameters into the query."
      ),
      Field(
        "body",
        .choice(["form", "json", "query"]),
        "How the parameters travel; `form` where absent."
      ),
      Field(
        "params",
        .map(.template),
        "Parameters to add, or to set in place of a standard one."
      ),
      Field(
        "rename",
        .map(.text),
        "Standard parameters under the names that this service gives them."
      ),
      Field("drop", .list(.text), "Standard parameters to leave out."),
      Field("headers", .map(.template), "Header fields to add."),
    ]
  )

  static let tokenResponse = TableSchema(
    "token response",
    "JSON pointers into the token response; a form-encoded one counts as an object of texts.",
    [
      Field(
        "access_token",
        .pointer,
        standard: .string(Array("/access_token".utf8)),
        "The access token."
      ),
      Field(
        "refresh_token",
        .pointer,
        standard: .string(Array("/refresh_token".utf8)),
        "The refresh token."
      ),
      Field(
        "token_type",
        .pointer,
        standard: .string(Array("/token_type".utf8)),
        "The token's type."
      ),
      Field(
        "default_token_type",
        .text,
        standard: .string(Array("Bearer".utf8)),
        "The type to assume when the response names none.",
        basis: "RFC 6749 §7.1"
      ),
      Field(
        "expires_in",
        .pointer,
        standard: .string(Array("/expires_in".utf8)),
        "How long the token lives."
      ),
      Field(
        "expires_at",
        .pointer,
        "When the token ends; for services that say this and not how long it lives."
      ),
      Field(
        "expiry_unit",
        .choice(["seconds", "milliseconds", "rfc3339"]),
        standard: .string(Array("seconds".utf8)),
        "The unit of the lifetime, or of the time since 1970; `rfc3339` reads `expires_at` as a date."
      ),
      Field(
        "zero_means_never",
        .boolean,
        standard: .boolean(false),
        "Whether a lifetime of 0 says that the token never ends."
      ),
      Field(
        "lifetime",
        .integer(1...(100 * 366 * 86_400)),
        "How many seconds a token lives when the response does not say; for ever where absent."
      ),
      Field(
        "scope",
        .pointer,
        standard: .string(Array("/scope".utf8)),
        "The granted scopes: text or a list."
      ),
      Field(
        "error",
        .table(errorRule),
        "How a failure looks, besides a member `error` and an HTTP status of 400 and more.",
        basis: "RFC 6749 §5.2"
      ),
      Field(
        "keep",
        .list(.pointer),
        "Values to store with the token, each under the last part of its pointer; not the tokens."
      ),
    ]
  )

  static let errorRule = TableSchema(
    "error rule",
    "When a response is a failure although the HTTP status may say otherwise.",
    [
      Field(
        "at",
        .pointer,
        required: true,
        "The value to look at; without `is` or `is_not`, its presence is the failure."
      ),
      Field(
        "is",
        .anyOf([.text, .boolean, .integer(.min ... .max)]),
        "The value that says failure."
      ),
      Field(
        "is_not",
        .anyOf([.text, .boolean, .integer(.min ... .max)]),
        "The value that says success."
      ),
      Field("code", .pointer, "The provider's code for it; `/error` where absent."),
      Field(
        "message",
        .pointer,
        "The provider's words for it; `/error_description` where absent."
      ),
      Field(
        "invalid_grant",
        .list(.anyOf([.text, .integer(.min ... .max)])),
        "The provider's codes that mean that a code or a refresh token is spent.",
        basis: "RFC 6749 §5.2"
      ),
    ]
  )

  static let refreshToken = TableSchema(
    "refresh token",
    "How refresh tokens are used. An old one is kept whenever a refresh brings no new one.",
    [
      Field(
        "send_scope",
        .boolean,
        standard: .boolean(false),
        "Whether a refresh repeats the granted scopes.",
        basis: "RFC 6749 §6"
      )
    ]
  )
}
