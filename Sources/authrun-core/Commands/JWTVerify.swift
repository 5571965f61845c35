import Crypto
import Login
import Providers
import Standards

/// `authrun jwt verify TOKEN`.
struct JWTVerifyCommand: Command {
  static let spec = CommandSpec(
    "jwt verify",
    [.init(name: "TOKEN")],
    summary: "Verify a JSON Web Token's signature and claims",
    details: [
      "TOKEN may be - for standard input. The keys come from a file with a JWK, a JWK Set or PEM, or from an "
        + "address with a JWK Set. Which algorithms count is decided by the keys and by --alg, never by the token.",
      "exp and nbf are always checked, iss and aud where you say what they must be. A token that does not hold "
        + "gives exit status 76 and the reason.",
    ],
    options: [
      CommandOption("key", .required("FILE"), help: "Verify with the key in this file."),
      CommandOption(
        "jwks",
        .required("FILE|URL"),
        help: "Verify with the key of this set that the token's kid names."
      ),
      CommandOption(
        "alg",
        .required("ALGORITHM"),
        repeatable: true,
        help: "Admit only this algorithm; all that fit the key if left out."
      ),
      CommandOption("iss", .required("ISSUER"), help: "Demand this issuer."),
      CommandOption(
        "aud",
        .required("AUDIENCE"),
        repeatable: true,
        help: "Demand that the token is for this audience, or for one of several."
      ),
      CommandOption(
        "leeway",
        .required("SECONDS"),
        help: "Let clocks differ by this much; 60 if left out."
      ),
      CommandOption(
        "now",
        .required("TIME"),
        help: "Judge as of this time: RFC 3339, or seconds since 1970."
      ),
    ],
    examples: [
      .init(
        line:
          "authrun jwt verify - --jwks https://issuer.example/jwks.json --iss https://issuer.example",
        purpose: "a token on standard input against its issuer's keys"
      ),
      .init(
        line: "authrun jwt verify TOKEN --key public.pem --alg RS256 --aud my-api",
        purpose: "against a key that you have"
      ),
    ]
  )

  /// Where the keys come from.
  enum KeySource: Hashable {
    case file(String)
    case address(URI)
  }

  let token: TokenOperand
  let source: KeySource
  let algorithms: [SignatureAlgorithm]
  let rules: JWTRules
  let now: Timestamp?

  init(_ arguments: Arguments) throws(UsageError) {
    token = TokenOperand(text: arguments.first)
    let options = arguments.options
    source = try Self.source(options)
    if token.isStandardInput, source == .file("-") {
      throw UsageError("standard input cannot be both the token and the key")
    }
    var admitted: [SignatureAlgorithm] = []
    for name in options.all("alg") { admitted.append(try SignatureAlgorithm(argument: name)) }
    algorithms = admitted.isEmpty ? SignatureAlgorithm.allCases : admitted
    rules = JWTRules(
      issuer: options.last("iss"),
      audiences: options.all("aud"),
      leeway: Int64(try options.integer("leeway", in: 0...86_400) ?? 60)
    )
    now = try options.last("now").map(Self.time)
  }

  func run(in context: CommandContext) async throws {
    let text = try await token.read()
    let (file, tracer) = try await material(in: context)
    file.warn(on: context.terminal)
    let keys = try verificationKeys(file)
    // Of those that fit no algorithm nothing is said: a set holds keys for many uses.
    let reasons: [JWKError] = [.secretBesidePublic, .sharedID]
    file.warn(keys.notes.filter { reasons.contains($0.reason) }, on: context.terminal)
    let trace = JWTTrace(tracer: tracer)
    trace.verifying(text, keys: file.keys, algorithms: algorithms)
    let now = now ?? context.now()
    let claims: JWTClaims
    do throws(JWTRejection) {
      claims = try JWT.verify(text, keys: keys, rules: rules, now: now)
    } catch {
      let said = try? JWTClaims.unverified(text)
      throw JWTRejectionText(rules: rules, now: now, token: said).error(error)
    }
    trace.checked(claims, rules: rules, now: now)
    try context.finish(
      json: JWTOutput.json(claims, isVerified: true),
      lines: JWTOutput.lines(claims)
    )
    guard !context.globals.json else { return }
    context.terminal.note(
      "Verified: the signature holds (\(claims.header["alg"]?.string ?? ""))."
        + (JWTOutput.times(claims, now: now).map { " \($0)" } ?? " It has no exp: it never ends.")
    )
    let unasked = ["iss", "aud"].filter { claims.claims[$0] != nil && !asked($0) }
    if !unasked.isEmpty {
      let options = unasked.map { "--\($0)" }.joined(separator: " and ")
      context.terminal.note("Not checked: \(unasked.joined(separator: ", ")); \(options) would.")
    }
  }

  private func asked(_ claim: String) -> Bool {
    claim == "iss" ? rules.issuer != nil : !rules.audiences.isEmpty
  }

  private func material(
    in context: CommandContext
  ) async throws(AuthRunError) -> (file: KeyFile, tracer: Tracer) {
    switch source {
    case .file(let path): return (try await KeyFile.read(path), try context.tracer())
    case .address(let url):
      let engine = try context.engine()
      let bytes = try await engine.keySet(at: url)
      return (try KeyFile(name: url.origin, keySet: bytes), engine.tracer)
    }
  }

  private func verificationKeys(_ file: KeyFile) throws(AuthRunError) -> JWSVerificationKeys {
    let library = OpenSSLSignatures()
    switch file.content {
    case .set(let set):
      return JWSVerificationKeys(set, algorithms: algorithms, provider: library)
    case .key(let key):
      do throws(JWKError) {
        return try JWSVerificationKeys(key, algorithms: algorithms, provider: library)
      } catch {
        throw file.fault(error)
      }
    }
  }

  private static func source(_ options: OptionValues) throws(UsageError) -> KeySource {
    switch (options.last("key"), options.last("jwks")) {
    case (let file?, nil): return .file(file)
    case (nil, let place?):
      return try place.contains("://") ? .address(address(place)) : .file(place)
    case (nil, nil): throw UsageError("a key is missing", hint: "--key FILE, or --jwks FILE or URL")
    case (_?, _?): throw UsageError("--key and --jwks cannot be combined")
    }
  }

  private static func address(_ text: String) throws(UsageError) -> URI {
    guard let url = try? URI(typed: text) else {
      throw UsageError("--jwks: the URL cannot be read")
    }
    // Whoever can change the keys on their way can sign anything.
    guard url.scheme == "https" || (url.scheme == "http" && url.isLoopback) else {
      throw UsageError("--jwks needs https, or http to this machine itself")
    }
    return url
  }

  private static func time(_ text: String) throws(UsageError) -> Timestamp {
    if let seconds = Int64(text) { return Timestamp(seconds: seconds) }
    if let time = Timestamp(rfc3339: text) { return time }
    throw UsageError(
      "--now must be a time, not “\(VisibleText.line(text))”",
      hint: "as in 2026-11-30T06:07:13Z, or seconds since 1970"
    )
  }
}

extension SignatureAlgorithm {
  /// The algorithm that a user named; names are taken as RFC 7518 writes them.
  init(argument name: String) throws(UsageError) {
    if let algorithm = SignatureAlgorithm(rawValue: name) {
      self = algorithm
      return
    }
    let names = Self.allCases.map(\.rawValue)
    let nearest =
      names.first { ASCII.equalIgnoringCase($0, name) }
      ?? Suggestion.nearest(to: name, among: names)
    throw UsageError(
      "--alg: “\(VisibleText.line(name))” is no signature algorithm",
      hint: nearest.map { "did you mean \($0)" } ?? "one of \(names.joined(separator: ", "))"
    )
  }
}
