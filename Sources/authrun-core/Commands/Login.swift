import Providers
import Login
import Standards

/// `authrun login PROVIDER`, or `authrun PROVIDER`.
struct LoginCommand: Command {
  static let spec = CommandSpec(
    "login",
    [.init(name: "PROVIDER")],
    summary: "Log in and keep the credential in the vault",
    details: [
      "“authrun PROVIDER” does the same; a provider that is called like a command needs the long form.",
      "Secrets are given as --option key=env:NAME, key=file:PATH or key=- (standard input), or in the "
        + "environment as AUTHRUN_<PROVIDER>_<OPTION>. “authrun show PROVIDER” lists the options.",
      "The address to visit is always printed. While the login waits for the browser, the address at "
        + "which the browser ended can be pasted instead.",
    ],
    options: [
      CommandOption("as", .required("NAME"), help: "Name the account; “default” if left out."),
      CommandOption(
        "scope",
        .required("SCOPE"),
        repeatable: true,
        help: "Ask for this scope instead of the descriptor's."
      ),
      CommandOption(
        "option",
        .required("KEY=VALUE"),
        repeatable: true,
        help: "Set an option of the descriptor; of a secret, VALUE may be env:NAME, file:PATH or -."
      ),
      CommandOption(
        "capture",
        .required("WAY"),
        values: captures,
        help:
          "How the answer comes back: loopback, pin or paste; or device, for a code to enter elsewhere."
      ),
      CommandOption(
        "browser",
        .required("COMMAND"),
        help: "Open the address with this command, or not at all: none."
      ),
      CommandOption(
        "redirect-uri",
        .required("URI"),
        help: "Use exactly this redirect URI, as registered with the provider."
      ),
      CommandOption(
        "timeout",
        .required("SECONDS"),
        help: "Wait at most this long for the user; 300 if left out."
      ),
    ],
    examples: [
      .init(
        line: "authrun spotify --option client_id=… --option client_secret=env:SPOTIFY_SECRET",
        purpose: "log in; the secret comes from the environment"
      ),
      .init(
        line: "authrun login twitter --as work --capture pin",
        purpose: "a second account, with a PIN instead of a callback"
      ),
    ]
  )

  let request: LoginRequest
  private let browser: String?

  /// The ways to get the answer that this version has.
  private static let captures = ["loopback", "pin", "paste", "device"]
  private static let laterCaptures = ["scheme", "webview"]

  init(_ arguments: Arguments) throws(UsageError) {
    let target = try AccountID(argument: arguments.first)
    let options = arguments.options
    var request = LoginRequest(provider: target.provider)
    if let name = options.last("as") {
      if arguments.first.contains("/") {
        throw UsageError("the account is named twice: in “\(arguments.first)” and with --as")
      }
      request.account = try AccountID.checked(name: name)
    } else if arguments.first.contains("/") {
      request.account = target.name
    }
    request.scopes = options.all("scope").flatMap { $0.split(separator: " ").map(String.init) }
    request.options = try Self.pairs(options.all("option"))
    if let capture = options.last("capture") {
      request.capture = try Self.checked(capture: capture)
    }
    request.redirectURI = options.last("redirect-uri")
    if let timeout = try options.integer("timeout", in: 1...86_400) { request.timeout = timeout }
    self.request = request
    browser = options.last("browser")
  }

  func run(in context: CommandContext) async throws {
    let interaction = TerminalInteraction(
      terminal: context.terminal,
      environment: context.environment,
      browser: browser,
      drawsCodes: !context.globals.json
    )
    defer { interaction.end() }
    let outcome = try await context.engine().login(request, interaction: interaction)
    interaction.end()
    try context.finish(
      json: CredentialOutput.login(outcome),
      lines: [Self.sentence(outcome, now: context.now())]
    )
  }

  /// The result for people: `spotify/default: logged in as Kim (kim7); the token expires in 60 min.`.
  static func sentence(_ outcome: LoginOutcome, now: Timestamp) -> String {
    let who = CredentialOutput.who(outcome.credential.identity)
    return
      "\(VisibleText.line("\(outcome.account)")): logged in\(who.isEmpty ? "" : " as \(VisibleText.line(who))")"
      + "; \(expiry(outcome.credential.expiresAt, now: now))."
  }

  /// When the token ends, as a part of a sentence.
  static func expiry(_ end: Timestamp?, now: Timestamp) -> String {
    guard end != nil else { return "the token has no stated end" }
    let text = Remaining.text(until: end, now: now)
    return text.hasPrefix("in ") ? "the token expires \(text)" : "the token \(text)"
  }

  static func pairs(_ texts: [String]) throws(UsageError) -> [String: String] {
    var pairs: [String: String] = [:]
    for text in texts {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        // The text is not repeated: it may be a secret.
        throw UsageError("--option needs KEY=VALUE", hint: "as in: --option client_id=abc")
      }
      let key = String(text[..<equals])
      guard pairs.updateValue(String(text[text.index(after: equals)...]), forKey: key) == nil else {
        throw UsageError("--option \(key) is given twice")
      }
    }
    guard pairs.values.count(where: { $0 == "-" }) <= 1 else {
      throw UsageError("only one --option can be read from standard input")
    }
    return pairs
  }

  private static func checked(capture: String) throws(UsageError) -> String {
    if captures.contains(capture) { return capture }
    if laterCaptures.contains(capture) {
      throw UsageError("--capture \(capture) is not in this version")
    }
    let nearest = Suggestion.nearest(to: capture, among: captures)
    throw UsageError(
      "unknown --capture \(capture)",
      hint: nearest.map { "did you mean \($0)" } ?? "one of: \(captures.joined(separator: ", "))"
    )
  }
}
