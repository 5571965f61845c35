extension DescriptorSchema {
  static let tokenResponse = TableSchema(
    "token response",
    "JSON pointers into the token response; a form-encoded one counts as an object of texts.",
    [
      Field(
        "access_token",
        .pointer,
        standard: .text("/access_token"),
        "The access token."
      ),
      Field(
        "refresh_token",
        .pointer,
        standard: .text("/refresh_token"),
        "The refresh token."
      ),
      Field(
        "token_type",
        .pointer,
        standard: .text("/token_type"),
        "The token's type."
      ),
      Field(
        "default_token_type",
        .text,
        standard: .text("Bearer"),
        "The type to assume when the response names none.",
        basis: "RFC 6749 §7.1"
      ),
      Field(
        "expires_in",
        .pointer,
        standard: .text("/expires_in"),
        "How long the token lives."
      ),
      Field(
        "expires_at",
        .pointer,
        "When the token ends; for services that say this and not how long it lives."
      ),
      Field(
        "format",
        .choice(["any", "jsonp"]),
        standard: .text("any"),
        "`any` takes JSON and forms, whatever the content type says; `jsonp` also unwraps the call of "
          + "a script's function."
      ),
      Field(
        "jwt_expiry",
        .boolean,
        standard: .boolean(false),
        "Whether an access token that is a JWT tells its end by `exp` where the response does not."
      ),
      Field(
        "expiry_unit",
        .choice(["seconds", "milliseconds", "rfc3339"]),
        standard: .text("seconds"),
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
        standard: .text("/scope"),
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
      Field(
        "set",
        .map(.pointer),
        "Options with the pointers to their values, such as the host of the API. What the user gave "
          + "stays; each value must fit the option's own pattern."
      ),
    ]
  )

  static let errorRule = TableSchema(
    "error rule",
    "When an answer of the server is a failure although the HTTP status may say otherwise, whichever of its "
      + "endpoints it comes from.",
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
      ),
      Field(
        "use",
        .choice(["refresh_token", "access_token", "none"]),
        standard: .text("refresh_token"),
        "What a refresh shows: the refresh token; the access token itself, for services that renew "
          + "that while it lives; or nothing, where a token is never renewed."
      ),
    ]
  )
}
