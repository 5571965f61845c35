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
        + "is genuine.",
      "An encrypted token (JWE) is opened with --key: a JWK, a JWK Set or PEM with the private key. Which "
        + "algorithms count is decided by the key and by --alg, never by the token; PBES2, which takes the key for "
        + "a password, only where --alg names it. A signed token within is shown, its signature not verified.",
    ],
    options: [
      CommandOption(
        "key",
        .required("FILE"),
        help: "Decrypt with the key in this file; - is standard input."
      ),
      CommandOption(
        "alg",
        .required("ALGORITHM"),
        repeatable: true,
        values: KeyManagementAlgorithm.allCases.map(\.rawValue),
        help: "Admit only this algorithm of key management; all that fit the key if left out."
      ),
    ],
    examples: [
      .init(line: "authrun token acme | authrun jwt decode -", purpose: "look into your own token"),
      .init(
        line: "authrun jwt decode TOKEN --key private.pem --alg RSA-OAEP-256",
        purpose: "open an encrypted token that is meant for you"
      ),
    ]
  )

  let token: TokenOperand
  let keyFile: String?
  let algorithms: Set<KeyManagementAlgorithm>

  init(_ arguments: Arguments) throws(UsageError) {
    token = TokenOperand(text: arguments.first)
    let options = arguments.options
    keyFile = options.last("key")
    if token.isStandardInput, keyFile == "-" {
      throw UsageError("standard input cannot be both the token and the key")
    }
    var admitted: Set<KeyManagementAlgorithm> = []
    for name in options.all("alg") {
      admitted.insert(try KeyManagementAlgorithm(argument: name))
    }
    if !admitted.isEmpty, keyFile == nil {
      throw UsageError("--alg goes with --key: without a key nothing is decrypted")
    }
    algorithms =
      admitted.isEmpty
      ? Set(KeyManagementAlgorithm.allCases.filter { !$0.takesPassword }) : admitted
  }

  func run(in context: CommandContext) async throws {
    let text = try await token.read()
    guard JWE.isCompact(text) else {
      if let keyFile {
        throw AuthRunError(
          .jwtInvalid,
          "the token is not encrypted: --key \(VisibleText.line(keyFile)) has nothing to open",
          step: "jwt",
          hint: "authrun jwt verify TOKEN --key FILE checks a signature"
        )
      }
      try show(try Self.claims(of: text), in: context)
      return
    }
    guard let keyFile else {
      throw AuthRunError(
        .jwtInvalid,
        "the token is encrypted (a JWE)",
        step: "jwt",
        hint: "--key FILE opens it, with the private key that it is meant for"
      )
    }
    let file = try await KeyFile.read(keyFile)
    file.warn(on: context.terminal)
    try show(try DecryptedToken(text, file, algorithms), in: context)
  }

  private func show(_ claims: JWTClaims, in context: CommandContext) throws {
    try context.finish(
      json: JWTOutput.json(claims, isVerified: false),
      lines: JWTOutput.lines(claims)
    )
    guard !context.globals.json else { return }
    if let times = JWTOutput.times(claims, now: context.now()) { context.terminal.note(times) }
    context.terminal.note("Not verified: anyone can write such a token.")
  }

  private func show(_ token: DecryptedToken, in context: CommandContext) throws {
    try context.finish(json: token.json, lines: token.lines)
    guard !context.globals.json else { return }
    if let times = JWTOutput.times(token.claims, now: context.now()) {
      context.terminal.note(times)
    }
    let algorithms = "\(token.envelope.algorithm.rawValue), \(token.envelope.encryption.rawValue)"
    context.terminal.note(
      "Decrypted (\(algorithms)). Not verified: "
        + (token.signed == nil
          ? "whoever has the key to encrypt with can write such a token."
          : "the signature within; --json prints that token for jwt verify.")
    )
  }

  static func claims(of token: String) throws(AuthRunError) -> JWTClaims {
    do throws(JWTError) {
      return try JWTClaims.unverified(token)
    } catch {
      throw AuthRunError(.jwtInvalid, error.reason, step: "jwt")
    }
  }
}

extension KeyManagementAlgorithm {
  /// The algorithm that a user named; names are taken as RFC 7518 writes them.
  init(argument name: String) throws(UsageError) {
    let names = Self.allCases.map(\.rawValue)
    self = try .named(name, among: names, "algorithm of key management")
  }
}
