extension DescriptorSchema {
  static let capture = TableSchema(
    "capture",
    "A way to get the answer back, with a redirect URI of its own.",
    [
      Field(
        "via",
        .choice(CaptureWay.names),
        required: true,
        "`loopback` listens on this machine, `pin` asks for the code that the page shows, `paste` "
          + "asks for the address at which the browser ended, `device` shows a code to type elsewhere. "
          + "`scheme` and `webview` need an app around authrun: the command says so and takes the next."
      ),
      Field(
        "redirect_uri",
        .text,
        "The address registered with the service, sent byte for byte; `{port}` is a free port. "
          + "For `loopback` it is `\(CaptureSpec.loopbackURI)` where absent.",
        basis: "RFC 8252 §7.3"
      ),
    ]
  )

  static let request = TableSchema(
    "request",
    "How the API is called once there is a token.",
    [
      Field(
        "base",
        .anyOf([.url, .list(.url), .table(requestBase)]),
        "What `authrun request` puts before a path; of several URLs the first whose options all have a "
          + "value."
      ),
      Field(
        "token",
        .table(tokenPlace),
        "Where the token goes; `Authorization: Bearer …` where absent.",
        basis: "RFC 6750 §2"
      ),
      Field(
        "headers",
        .map(.template),
        "Header fields of each request, authrun's own in a login among them (`verify`, `lookups`, "
          + "`identity`). A field that one request has of its own, or `-H`, comes before them, and "
          + "`Accept: application/json`, where nobody says another, after them."
      ),
      Field("query", .map(.template), "Query parameters of each request."),
      Field(
        "pagination",
        .table(pagination),
        "How a list in pages goes on, for `authrun request --all`; by `Link` fields where absent.",
        basis: "RFC 8288"
      ),
    ]
  )

  static let pagination = TableSchema(
    "pagination",
    "One of `next`, `cursor`, `offset` and `page`; `Link` fields where there is none of them.",
    [
      Field(
        "next",
        .pointer,
        "Where an answer keeps the next page's URL; it ends where there is none."
      ),
      Field(
        "cursor",
        .pointer,
        "Where an answer keeps a mark that the next request repeats; it ends where there is none."
      ),
      Field("parameter", .text, "The query parameter that takes the mark."),
      Field(
        "offset",
        .text,
        "The query parameter that counts the items so far; a page without items is the end."
      ),
      Field(
        "page",
        .text,
        "The query parameter that counts the pages; a page without items is the end."
      ),
      Field(
        "first",
        .integer(0...1),
        standard: .integer(1),
        "The number of the first page."
      ),
      Field("items", .pointer, "Where a page keeps its items; the page is the list where absent."),
      Field("more", .pointer, "Where an answer says `true` as long as there is another page."),
    ]
  )

  static let requestBase = TableSchema(
    "base from the token response",
    "For services that say with the token where the API is.",
    [
      Field(
        "from",
        .pointer,
        required: true,
        "Where the token response keeps the URL; its host must be a declared one."
      )
    ]
  )

  static let tokenPlace = TableSchema(
    "token place",
    "One of `header` (with `prefix`), `cookie` and `query`.",
    [
      Field("header", .text, "The header field."),
      Field("prefix", .text, "What stands before the token, its space included."),
      Field(
        "cookie",
        .text,
        "The cookie whose value the token is, for services that log in with a session.",
        basis: "RFC 6265 §4.2"
      ),
      Field(
        "query",
        .text,
        "The query parameter; a loosened check, for URLs end up in logs.",
        basis: "RFC 6750 §2.3"
      ),
    ]
  )

  static let identity = TableSchema(
    "identity",
    "One of `get`, `post` and `from`, and pointers into the answer.",
    [
      Field(
        "get",
        .template,
        "The path below `request.base`, or the URL, to ask by GET; `{$access_token}` may be part of "
          + "the path, a loosened check."
      ),
      Field("post", .template, "The same, by POST."),
      Field(
        "from",
        .choice(["token", "id_token", "userinfo"]),
        "Takes the answer from the token response, the verified ID token, or `oauth2.userinfo`; for "
          + "kind `oidc` the ID token and userinfo are the usual ones."
      ),
      Field("headers", .map(.template), "Header fields to add."),
      Field("form", .map(.template), "Form fields of a `post`."),
      Field("json", .map(.template), "Members of a `post` with a JSON body."),
      Field("base", .pointer, "What stands before the four pointers below."),
      Field("id", .pointer, "The account's lasting id; numbers keep all their digits."),
      Field("login", .pointer, "The name that the user logs in with."),
      Field("name", .pointer, "The name that people see."),
      Field("email", .pointer, "The mail address."),
    ]
  )

  static let rehearsal = TableSchema(
    "rehearsal",
    "What `authrun rehearse` needs to know to play the service.",
    [
      Field(
        "options",
        .map(.anyOf([.text, .boolean, .integer(.min ... .max)])),
        "Values to rehearse with, where none can be made up."
      ),
      Field(
        "replies",
        .list(.table(reply)),
        "The requests that may come and the answers to them; for kind `custom`."
      ),
    ]
  )

  static let reply = TableSchema(
    "reply",
    "A request that must look as described, and its answer.",
    [
      Field(
        "method",
        .choice(["GET", "POST", "PUT", "PATCH", "DELETE"]),
        standard: .text("GET"),
        "The HTTP method."
      ),
      Field("path", .text, required: true, "The path, from `/` on."),
      Field("form", .map(.template), "The form fields that must arrive, these and no others."),
      Field(
        "bearer",
        .boolean,
        standard: .boolean(false),
        "Whether the request must carry the access token given before."
      ),
      Field(
        "status",
        .integer(100...599),
        standard: .integer(200),
        "The HTTP status of the answer."
      ),
      Field(
        "headers",
        .map(.text),
        "Header fields of the answer; `{jwt}` and `{random}` as in `json`."
      ),
      Field(
        "set_cookies",
        .map(.text),
        "Cookies that the answer sets; `{jwt}` and `{random}` as in `json`."
      ),
      Field(
        "json",
        .data,
        "The body of the answer; `{jwt}` is a fresh token that ends in an hour, `{random}` a fresh "
          + "text without meaning."
      ),
    ]
  )
}
