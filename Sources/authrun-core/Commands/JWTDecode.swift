import Login
import Standards

/// `authrun jwt decode TOKEN`.
struct JWTDecodeCommand: Command {
  static let spec = CommandSpec(
    "jwt decode",
    [.init(name: "TOKEN")],
    summary: "Show what a JSON Web Token says, without verifying it",
    details: [
      "TOKEN may be - for standard input. Nothing is sent anywhere, and nothing here says that the token "
        + "is genuine."
    ],
    examples: [
      .init(line: "authrun token acme | authrun jwt decode -", purpose: "look into your own token")
    ]
  )

  private let token: String

  /// The longest token that is read, in bytes.
  private static let longestToken = 1 << 20

  init(_ arguments: Arguments) throws(UsageError) {
    token = arguments.first
  }

  func run(in context: CommandContext) async throws {
    let claims = try Self.claims(of: try await text())
    try context.finish(
      json: .object(
        JSONObject([
          ("verified", .bool(false)), ("header", .object(claims.header)),
          ("claims", .object(claims.claims)),
        ])
      ),
      lines: [
        "Header:", VisibleText.of(JSONValue.object(claims.header).prettyPrinted), "Claims:",
        VisibleText.of(JSONValue.object(claims.claims).prettyPrinted),
      ]
    )
    guard !context.globals.json else { return }
    if let times = Self.times(claims, now: context.now()) { context.terminal.note(times) }
    context.terminal.note("Not verified: anyone can write such a token.")
  }

  private func text() async throws -> String {
    guard token == "-" else { return token }
    guard let bytes = await LineInput.standard.all(limit: Self.longestToken) else {
      throw AuthRunError(.inputInvalid, "standard input cannot be read", step: "jwt")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return String(text.split(whereSeparator: \.isWhitespace).first ?? "")
  }

  static func claims(of token: String) throws(AuthRunError) -> JWTClaims {
    do throws(JWTError) {
      return try JWTClaims.unverified(token)
    } catch {
      throw AuthRunError(.jwtInvalid, reason(error), step: "jwt")
    }
  }

  /// The expiry in words, where the token tells one.
  static func times(_ claims: JWTClaims, now: Timestamp) -> String? {
    guard let end = try? claims.numericDate("exp") else { return nil }
    let text = Remaining.text(until: end, now: now)
    return "exp is \(end.rfc3339): \(text.hasPrefix("in ") ? "ends \(text)" : text)."
  }

  private static func reason(_ error: JWTError) -> String {
    switch error {
    case .tooLong: "longer than any token"
    case .badShape: "no JWT: three parts between dots are needed"
    case .badBase64URL: "no JWT: a part is not base64url without padding"
    case .badJSON: "no JWT: header or claims are no JSON object"
    case .badClaim(let name): "the claim \(name) has a wrong type"
    }
  }
}
