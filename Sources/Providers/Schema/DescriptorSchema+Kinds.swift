extension DescriptorSchema {
  static let signatureAlgorithms = [
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "ES256K",
    "EdDSA", "Ed25519", "HS256", "HS384", "HS512",
  ]

  static let oidc = TableSchema(
    "oidc",
    "Checks of the ID token, and what a service does differently from OpenID Connect Core.",
    [
      Field(
        "issuer",
        .anyOf([.template, .list(.template)]),
        "Who the ID token must come from, byte for byte; `oauth2.issuer` where absent. `{{name}}` is a "
          + "brace, for `issuer_claims`.",
        basis: "OpenID Connect Core §3.1.3.7"
      ),
      Field(
        "issuer_claims",
        .map(.text),
        "Places of the issuer that a claim of the token itself fills in: `{ tenantid = \"tid\" }` for "
          + "`https://login.example/{{tenantid}}`. A loosened check."
      ),
      Field(
        "algorithms",
        .list(.choice(signatureAlgorithms)),
        "How the ID token may be signed; those of the discovery, and RS256, where absent. `HS256` and "
          + "its like take the client's secret for the key and hold only where they are named.",
        basis: "OpenID Connect Core §3.1.3.7"
      ),
      Field(
        "nonce",
        .choice(["required", "optional", "forbidden"]),
        standard: .text("required"),
        "Whether the ID token must repeat the login's nonce; `optional` takes one without, "
          + "`forbidden` sends none."
      ),
      Field(
        "at_hash",
        .choice(["checked", "ignored"]),
        standard: .text("checked"),
        "Whether an `at_hash` in the ID token must fit the access token."
      ),
      Field(
        "max_age",
        .integer(0...31_536_000),
        "The most seconds since the user proved who they are; sent, and checked by `auth_time`.",
        basis: "OpenID Connect Core §3.1.2.1"
      ),
      Field(
        "audiences",
        .list(.template),
        "Parties that may stand in `aud` beside this client."
      ),
    ]
  )

  static let assertion = TableSchema(
    "assertion",
    "A JWT that the client signs with the option `private_key`, or with its secret.",
    [
      Field(
        "alg",
        .choice(signatureAlgorithms),
        "The algorithm; the usual one of the key where absent.",
        basis: "RFC 7518 §3.1"
      ),
      Field("kid", .template, "The key's id; that of a JWK where absent."),
      Field(
        "audience",
        .template,
        "For whom it is; the endpoint that it goes to where absent.",
        basis: "RFC 7523 §3"
      ),
      Field(
        "lifetime",
        .integer(1...86_400 * 180),
        standard: .integer(60),
        "Seconds from its issue to its end."
      ),
      Field("header", .map(.anyOf([.template, .data])), "Header members to add."),
      Field(
        "claims",
        .map(.anyOf([.template, .data])),
        "Claims to add, or to set in place of the usual ones."
      ),
    ]
  )

  static let jwt = TableSchema(
    "jwt",
    "The token's claims and key. Without `exchange` the token itself goes with each request.",
    [
      Field(
        "alg",
        .choice(signatureAlgorithms),
        "The algorithm; the usual one of the key where absent.",
        basis: "RFC 7518 §3.1"
      ),
      Field(
        "key",
        .choice(["pem", "text", "hex", "base64"]),
        standard: .text("pem"),
        "What the option `private_key` holds: a key in PEM, a JWK, or a file of a service account "
          + "(`pem`); or the bytes of a shared key as text, hexadecimal or base64."
      ),
      Field("kid", .template, "The key's id; that of a JWK or of the account's file where absent."),
      Field("header", .map(.anyOf([.template, .data])), "Header members to add."),
      Field(
        "claims",
        .map(.anyOf([.template, .data])),
        "The claims; `iat` and `exp` are there of themselves. `{$scope}` is what was asked for, "
          + "`{$token_url}` the URL of `exchange`, `{$key_fingerprint}` `SHA256:` with the base64 of the "
          + "digest of the public key.",
        basis: "RFC 7519 §4"
      ),
      Field(
        "lifetime",
        .integer(1...86_400 * 180),
        standard: .integer(600),
        "Seconds from its issue to its end."
      ),
      Field(
        "backdate",
        .integer(0...3_600),
        standard: .integer(0),
        "By how many seconds the issue lies back, for services whose clocks are behind."
      ),
      Field(
        "exchange",
        .anyOf([.url, .table(jwtExchange)]),
        "Where the token is traded for an access token.",
        basis: "RFC 7523 §2.1"
      ),
      Field(
        "scopes",
        .list(.text),
        "The scopes to ask for when the user names none.",
        basis: "RFC 6749 §3.3"
      ),
      Field(
        "scope_separator",
        .text,
        standard: .text(" "),
        "What stands between scopes, before encoding."
      ),
      Field("response", .table(tokenResponse), "Where the answer of `exchange` keeps what."),
    ]
  )

  static let jwtExchange = TableSchema(
    "jwt exchange",
    "Where and how the signed token is traded for an access token.",
    [
      Field(
        "assertion",
        .choice(["param", "bearer"]),
        standard: .text("param"),
        "Where the signed token goes: the parameter `assertion` beside `grant_type`, or the "
          + "`Authorization` field and no parameter at all."
      )
    ] + oauth2Step.fields.filter { $0.key != "auth" }
  )

  static let apiKey = TableSchema(
    "api_key",
    "May be empty: the key is the option `api_key`, and `request.token` says where it goes.",
    [
      Field(
        "key",
        .template,
        standard: .text("{api_key}"),
        "The key as it is sent, of one option or of several."
      ),
      Field(
        "verify",
        .template,
        "The path or URL to ask by GET at login: only a key that is let in is stored."
      ),
    ]
  )

  static let basic = TableSchema(
    "basic",
    "May be empty: the options are `username` and `password`.",
    [
      Field(
        "username",
        .template,
        standard: .text("{username}"),
        "The user name as it is sent."
      ),
      Field(
        "password",
        .template,
        standard: .text("{password}"),
        "The password as it is sent; may be empty."
      ),
      Field(
        "verify",
        .template,
        "The path or URL to ask by GET at login: only what is let in is stored."
      ),
    ]
  )

  static let lookup = TableSchema(
    "lookup",
    "A request with the new token, and what of its JSON answer to use.",
    [
      Field("get", .template, required: true, "The path below `request.base`, or the URL."),
      Field("headers", .map(.template), "Header fields to add."),
      Field(
        "token",
        .table(tokenPlace),
        "Where the token goes in this one request; as in `request.token` where absent.",
        basis: "RFC 6750 §2"
      ),
      Field("list", .pointer, "Where the answer has a list; one element of it is used."),
      Field(
        "match",
        .map(.template),
        "What the element must hold: pointers with values. A value that names an option without one "
          + "asks nothing. Without `match` the first element is used."
      ),
      Field(
        "set",
        .map(.pointer),
        "Options with the pointers to their values. What the user gave stays; each value must fit "
          + "the option's own pattern."
      ),
      Field("keep", .list(.pointer), "Values to store with the token."),
    ]
  )
}
