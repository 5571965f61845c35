extension DescriptorSchema {
  static let oauth1 = TableSchema(
    "oauth1",
    "Three URLs, or none where calls are signed without a login, and what the service does differently "
      + "from RFC 5849.",
    [
      Field(
        "request_token",
        .anyOf([.url, .table(oauth1Step)]),
        "Where the login gets its temporary token.",
        basis: "RFC 5849 §2.1"
      ),
      Field(
        "authorize",
        .anyOf([.url, .table(oauth1Authorize)]),
        "The page where the user agrees.",
        basis: "RFC 5849 §2.2"
      ),
      Field(
        "access_token",
        .anyOf([.url, .table(oauth1Step)]),
        "Where the temporary token becomes the lasting one; a service without a login has none of the "
          + "three.",
        basis: "RFC 5849 §2.3"
      ),
      Field(
        "signature",
        .choice(
          [
            "HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "RSA-SHA512",
            "PLAINTEXT",
          ]
        ),
        standard: .text("HMAC-SHA1"),
        "How requests are signed; with RSA by the option `private_key` instead of `consumer_secret`.",
        basis: "RFC 5849 §3.4"
      ),
      Field(
        "realm",
        .template,
        "The realm of the Authorization header; no part of the signature.",
        basis: "RFC 5849 §3.5.1"
      ),
      Field(
        "transport",
        .choice(["header", "query", "body"]),
        standard: .text("header"),
        "Where the `oauth_` parameters travel; with `body`, a call that sends no form has them in the "
          + "header.",
        basis: "RFC 5849 §3.5"
      ),
      Field(
        "xauth",
        .boolean,
        standard: .boolean(false),
        "Adds the options `username` and `password`: with both given, they are exchanged for a "
          + "token without a browser (`x_auth_mode=client_auth`)."
      ),
      Field(
        "callback_confirmed",
        .choice(["required", "optional"]),
        standard: .text("required"),
        "Whether the temporary token must come with `oauth_callback_confirmed=true`.",
        basis: "RFC 5849 §2.1"
      ),
      Field(
        "verifier",
        .choice(["required", "optional"]),
        standard: .text("required"),
        "Whether the callback must bring `oauth_verifier`.",
        basis: "RFC 5849 §2.2"
      ),
      Field(
        "empty_token",
        .boolean,
        standard: .boolean(false),
        "Sends `oauth_token=` with the first request, which some services insist on.",
        basis: "RFC 5849 §3.1"
      ),
      Field(
        "body_hash",
        .boolean,
        standard: .boolean(false),
        "Signs the hash of bodies that are no forms as `oauth_body_hash`.",
        basis: "OAuth Request Body Hash, draft 4"
      ),
    ]
  )

  static let oauth1Step = TableSchema(
    "OAuth 1.0a step",
    "Where a step goes, when the URL alone does not say it all.",
    [
      Field("url", .url, required: true, "The address."),
      Field(
        "method",
        .choice(["POST", "GET"]),
        standard: .text("POST"),
        "The HTTP method."
      ),
      Field("params", .map(.template), "Parameters to add; they are signed like the others."),
      Field("headers", .map(.template), "Header fields to add."),
    ]
  )

  static let oauth1Authorize = TableSchema(
    "OAuth 1.0a page",
    "The page where the user agrees, when the URL alone does not say it all.",
    [
      Field("url", .url, required: true, "The address."),
      Field("params", .map(.template), "Parameters to add; never a secret."),
    ]
  )
}
