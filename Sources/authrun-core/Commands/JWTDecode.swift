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

  private let token: TokenOperand

  init(_ arguments: Arguments) throws(UsageError) {
    token = TokenOperand(text: arguments.first)
  }

  func run(in context: CommandContext) async throws {
    let claims = try Self.claims(of: try await token.read())
    try context.finish(
      json: JWTOutput.json(claims, isVerified: false),
      lines: JWTOutput.lines(claims)
    )
    guard !context.globals.json else { return }
    if let times = JWTOutput.times(claims, now: context.now()) { context.terminal.note(times) }
    context.terminal.note("Not verified: anyone can write such a token.")
  }

  static func claims(of token: String) throws(AuthRunError) -> JWTClaims {
    do throws(JWTError) {
      return try JWTClaims.unverified(token)
    } catch {
      throw AuthRunError(.jwtInvalid, error.reason, step: "jwt")
    }
  }
}
