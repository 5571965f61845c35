/// What scripts are given and what they give back, in one place.
///
/// The types for editors and the reference are written from it; tests hold it against what the host reads.
enum ScriptInterface {
  /// A member of a table.
  struct Member: Sendable {
    let name: String
    /// As LuaCATS writes it; the project's own types begin with `authrun.`.
    let type: String
    let isOptional: Bool
    let doc: String

    /// A name that ends in `?` may be absent.
    init(_ name: String, _ type: String, _ doc: String) {
      isOptional = name.hasSuffix("?")
      self.name = isOptional ? String(name.dropLast()) : name
      self.type = type
      self.doc = doc
    }
  }

  /// A table of a fixed form.
  struct Table: Sendable {
    /// The type's name after `authrun.`.
    let name: String
    let doc: String
    /// Whether the host refuses other members, or gives no others.
    var isExact = true
    let members: [Member]

    func member(_ name: String) -> Member? { members.first { $0.name == name } }
  }

  /// A name for one of several types.
  struct Alias: Sendable {
    let name: String
    let doc: String
    let type: String
  }

  /// In the order in which a reader meets them.
  static let tables = [
    context, http, request, response, jwt, jwtOrder, hash, browser, page, tokens, token, person,
    apiRequest, signature, health,
  ]

  static let aliases = [
    Alias(
      name: "auth",
      doc: "What stands in `Authorization`: a bearer token, Basic, or any other scheme.",
      type: "authrun.secret|string|{ bearer: authrun.text }|{ basic: authrun.text[] }"
        + "|{ scheme: string, value: authrun.text }"
    ),
    Alias(
      name: "text",
      doc: "Text, a number, or a handle that stands for text.",
      type: "string|number|authrun.secret"
    ),
    Alias(
      name: "format",
      doc: "How bytes are written; `hex` where absent.",
      type: choice(HashCalls.formats)
    ),
    Alias(
      name: "date_format",
      doc:
        "How `ctx.date` writes: `2026-01-31T12:00:00Z`, `2026-01-31`, `Sat, 31 Jan 2026 12:00:00 GMT`, or a "
        + "table of `year`, `month`, `day`, `hour`, `min` and `sec`.",
      type: choice(DateCalls.formats)
    ),
    Alias(
      name: "code",
      doc: "What kind of failure it is.",
      type: choice(ScriptFailureCode.allCases.map(\.rawValue))
    ),
  ]

  private static func choice(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: "|")
  }

  /// What each hook takes and gives.
  static let hooks: [Hook: String] = [
    .login: "fun(ctx: authrun.ctx): authrun.tokens",
    .refresh: "fun(ctx: authrun.ctx, token: authrun.token): authrun.tokens",
    .identity: "fun(ctx: authrun.ctx, token: authrun.token): authrun.person",
    .revoke: "fun(ctx: authrun.ctx, token: authrun.token)",
    .sign:
      "fun(ctx: authrun.ctx, request: authrun.api_request, token: authrun.token): authrun.signature",
    .health: "fun(ctx: authrun.ctx, token: authrun.token): boolean|string|authrun.health",
    .onAuthorize: "fun(ctx: authrun.ctx, params: table<string, any>)",
    .onCallback: "fun(ctx: authrun.ctx, params: table<string, any>)",
    .onTokenRequest: "fun(ctx: authrun.ctx, params: table<string, any>)",
    .onTokenResponse: "fun(ctx: authrun.ctx, answer: table<string, any>): table<string, any>?",
  ]
}
