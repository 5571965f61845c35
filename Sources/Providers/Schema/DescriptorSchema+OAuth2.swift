extension DescriptorSchema {
  static let oauth2 = TableSchema(
    "oauth2",
    "The URLs of the service and what it does differently from RFC 6749.",
    [
      Field(
        "authorize",
        .anyOf([.url, .list(.url), .table(oauth2Authorize)]),
        "The page where the user agrees; needed by `authorization_code`.",
        basis: "RFC 6749 §3.1"
      ),
      Field(
        "token",
        .anyOf([.url, .list(.url), .table(oauth2Step)]),
        "Where the code becomes a token; needed unless `issuer` has it discovered.",
        basis: "RFC 6749 §3.2"
      ),
      Field(
        "refresh",
        .anyOf([.url, .list(.url), .table(oauth2Step)]),
        "Where a token is renewed, when that differs from `token`.",
        basis: "RFC 6749 §6"
      ),
      Field(
        "revoke",
        .anyOf([.url, .list(.url), .table(oauth2Step)]),
        "Where a token is given back.",
        basis: "RFC 7009"
      ),
      Field(
        "grants",
        .list(
          .choice(OAuth2Spec.Grant.allCases.map(\.rawValue), later: ["implicit"])
        ),
        "The logins on offer, the usual one first; `authorization_code` where absent, and "
          + "`client_credentials` for the kind of that name. `password` adds the options `username` "
          + "and `password`, a loosened check.",
        basis: "RFC 6749 §1.3"
      ),
      Field(
        "client_auth",
        .choice(OAuth2Spec.ClientAuthentication.allCases.map(\.rawValue)),
        standard: .text("basic"),
        "How the client proves who it is: HTTP Basic with both parts form-encoded (`basic`) or as "
          + "they are (`basic_raw`), with the secret for the user's name (`basic_secret`), in the body "
          + "(`post`), not at all (`none`), by an assertion signed with the option `private_key` "
          + "(`private_key_jwt`) or with the secret (`client_secret_jwt`), by a signed JWT in the place "
          + "of the secret (`post_jwt`), or by its certificate (`tls`).",
        basis: "RFC 6749 §2.3, RFC 7523 §2.2, RFC 8705 §2"
      ),
      Field(
        "client_assertion",
        .table(assertion),
        "The JWT of `private_key_jwt`, `client_secret_jwt` and `post_jwt`.",
        basis: "RFC 7523 §3"
      ),
      Field(
        "mtls",
        .boolean,
        standard: .boolean(false),
        "Whether connections show the certificate of the options `tls_certificate` and `tls_key`; "
          + "`client_auth = \"tls\"` does so of itself.",
        basis: "RFC 8705 §3"
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
        standard: .text("required"),
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
        standard: .text(" "),
        "What stands between scopes, before encoding.",
        basis: "RFC 6749 §3.3"
      ),
      Field(
        "scope_raw",
        .boolean,
        standard: .boolean(false),
        "Whether the separator stands in the authorize URL as it is: with `+`, a literal plus."
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
      Field(
        "issuer",
        .url,
        "The authorization server; what has no URL here is taken from its metadata. Hosts other than "
          + "the issuer's must be named in `hosts`.",
        basis: "RFC 8414 §3"
      ),
      Field(
        "metadata",
        .url,
        "Where the metadata lies, when that is not below the issuer."
      ),
      Field(
        "device",
        .anyOf([.url, .list(.url), .table(oauth2Step)]),
        "Where a login starts that the user finishes on another device; with `device_code` in "
          + "`grants`.",
        basis: "RFC 8628 §3.1"
      ),
      Field(
        "par",
        .anyOf([.boolean, .url, .list(.url), .table(oauth2Step)]),
        "Where the authorization request is left before the browser is opened; `true` takes the URL "
          + "of the metadata.",
        basis: "RFC 9126"
      ),
      Field(
        "jar",
        .anyOf([.boolean, .table(assertion)]),
        "Sends the authorization request as a signed JWT.",
        basis: "RFC 9101"
      ),
      Field(
        "rar",
        .list(.data),
        "The `authorization_details` to ask for; texts in it may name options.",
        basis: "RFC 9396 §2"
      ),
      Field(
        "dpop",
        .anyOf([.boolean, .choice(["ES256", "ES384"])]),
        standard: .boolean(false),
        "Binds the tokens to a key that is made at login and kept with them; `true` is ES256.",
        basis: "RFC 9449"
      ),
      Field(
        "response_mode",
        .choice(["query", "fragment", "form_post"]),
        "How the answer comes back; sent where given. `query` is what services do of themselves.",
        basis: "OAuth 2.0 Form Post Response Mode §2"
      ),
      Field(
        "introspect",
        .anyOf([.url, .list(.url), .table(oauth2Step)]),
        "Where the service tells what a token is worth; an answer that is a signed JWT is verified.",
        basis: "RFC 7662, RFC 9701"
      ),
      Field(
        "userinfo",
        .anyOf([.url, .list(.url), .table(oauth2Step)]),
        "Where the service tells who the user is; the token goes there as to the API. An answer that is a "
          + "signed JWT is verified with the provider's keys.",
        basis: "OpenID Connect Core §5.3"
      ),
      Field(
        "jwks",
        .url,
        "The provider's keys, for ID tokens and other answers that are signed.",
        basis: "RFC 7517 §5"
      ),
      Field(
        "registration",
        .anyOf([.url, .boolean, .table(registration)]),
        "Where a client is registered at the first login, when the user gives no `client_id`.",
        basis: "RFC 7591"
      ),
      Field(
        "extend",
        .anyOf([.url, .list(.url), .table(oauth2Step)]),
        "A second request that trades the token just given for the one to keep: its standard "
          + "parameters are `grant_type`, `access_token`, `client_id` and `client_secret`."
      ),
      Field("callback", .table(callback), "What the callback carries, and where."),
    ]
  )

  static let oauth2Authorize = TableSchema(
    "OAuth 2.0 page",
    "The page where the user agrees, when the URL alone does not say it all.",
    [
      Field(
        "url",
        .anyOf([.url, .list(.url)]),
        "The address; of several the first whose options all have a value. Needed unless the issuer's "
          + "metadata has it."
      ),
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
      Field(
        "fragment",
        .text,
        "What stands behind `#` in the page's address, such as `wechat_redirect`."
      ),
      Field(
        "place",
        .choice(["query", "fragment"]),
        standard: .text("query"),
        "Where the parameters go; `fragment` is for pages that are one script."
      ),
      Field(
        "sorted",
        .boolean,
        standard: .boolean(false),
        "Whether the parameters are in the order of their names."
      ),
    ]
  )

  static let oauth2Step = TableSchema(
    "OAuth 2.0 step",
    "Where a request for a token goes, when the URL alone does not say it all.",
    [
      Field(
        "url",
        .anyOf([.url, .list(.url)]),
        "The address; of several the first whose options all have a value. Needed unless the issuer's "
          + "metadata has it."
      ),
      Field(
        "method",
        .choice(["POST", "GET", "PUT", "PATCH", "DELETE"]),
        standard: .text("POST"),
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
      Field(
        "auth",
        .choice(["client", "bearer", "none"]),
        standard: .text("client"),
        "Who proves themselves in the request: the client as `client_auth` says, the user with the "
          + "access token in the `Authorization` field, or nobody."
      ),
    ]
  )

  static let callback = TableSchema(
    "callback",
    "What the authorize page sends back and how it differs from RFC 6749 §4.1.2.",
    [
      Field(
        "code",
        .text,
        standard: .text("code"),
        "The parameter with the code."
      ),
      Field(
        "state",
        .text,
        standard: .text("state"),
        "The parameter with the state."
      ),
      Field(
        "missing_state",
        .choice(["refused", "accepted"]),
        standard: .text("refused"),
        "What becomes of an answer without a state; one with a wrong state is always refused."
      ),
      Field(
        "error",
        .text,
        standard: .text("error"),
        "The parameter with the code of a refusal."
      ),
      Field(
        "error_description",
        .text,
        standard: .text("error_description"),
        "The parameter with the words of a refusal."
      ),
      Field(
        "payload",
        .text,
        "The one parameter that holds all others as a JSON object, for services that pack them."
      ),
      Field(
        "iss",
        .choice(["required", "optional", "ignored"]),
        standard: .text("optional"),
        "Whether the answer must name the issuer; one that is there is compared where the issuer is "
          + "known. Metadata that promises it makes it required.",
        basis: "RFC 9207 §2.4"
      ),
      Field(
        "send",
        .map(.text),
        "Parameters of the callback to give back in the token request: their names in the callback "
          + "with those in the request."
      ),
      Field(
        "set",
        .map(.text),
        "Options that parameters of the callback fill in: the option with the parameter's name. Each "
          + "value must fit the option's own pattern."
      ),
      Field("keep", .list(.text), "Parameters of the callback to store with the token."),
      Field(
        "hmac",
        .table(callbackSignature),
        "The keyed digest by which the service vouches for the callback."
      ),
    ]
  )

  static let callbackSignature = TableSchema(
    "callback digest",
    "HMAC of the callback's other parameters, `name=value` each, sorted by name.",
    [
      Field("param", .text, required: true, "The parameter that holds the digest."),
      Field(
        "key",
        .template,
        standard: .text("{client_secret}"),
        "The key."
      ),
      Field(
        "hash",
        .choice(["SHA-1", "SHA-256", "SHA-512"]),
        standard: .text("SHA-256"),
        "The hash function."
      ),
      Field(
        "form",
        .choice(["hex", "base64"]),
        standard: .text("hex"),
        "How the digest is written."
      ),
      Field(
        "separator",
        .text,
        standard: .text("&"),
        "What stands between the parameters."
      ),
    ]
  )

  static let registration = TableSchema(
    "registration",
    "Where a client is registered, when the URL alone does not say it all.",
    [
      Field("url", .url, "The address; that of the metadata where absent."),
      Field("headers", .map(.template), "Header fields to add, such as one with a first token."),
      Field("client", .map(.data), "Members of the client's metadata, in place of the usual ones."),
    ]
  )
}
