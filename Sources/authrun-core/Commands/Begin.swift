import Login
import Standards

/// `authrun begin PROVIDER`.
struct BeginCommand: Command {
  static let spec = CommandSpec(
    "begin",
    [.init(name: "PROVIDER")],
    summary: "Begin a login and print the address to visit, without waiting",
    details: [
      "For machines on which nobody can open a browser. One object is printed: login (an id), authorize_url, "
        + "redirect_uri, capture and expires_at. When the user has agreed, “authrun finish ID” takes the "
        + "address at which the browser ended (capture is paste; that no page is shown there does no harm), or "
        + "the code that the page shows (pin).",
      "With --capture device, and for providers that know no other way, the object has verification_uri, user_code "
        + "and perhaps verification_uri_complete instead: the user enters the code on any device, and “authrun "
        + "finish ID” waits for that (RFC 8628).",
      "The login lies sealed in the vault meanwhile, with the options it was given. A provider that needs "
        + "nothing of the user is logged in to at once.",
    ],
    options: LoginCommand.spec.options.filter { !["browser", "timeout"].contains($0.name) } + [
      CommandOption(
        "timeout",
        .required("SECONDS"),
        help: "How long the login may be finished; 600 if left out."
      )
    ],
    examples: [
      .init(line: "authrun begin spotify --as work", purpose: "the first half of a login")
    ]
  )

  let request: LoginRequest
  let lifetime: Int64

  init(_ arguments: Arguments) throws(UsageError) {
    request = try LoginCommand(arguments).request
    lifetime = Int64(try arguments.options.integer("timeout", in: 1...86_400) ?? 600)
  }

  func run(in context: CommandContext) async throws {
    let interaction = TerminalInteraction(
      terminal: context.terminal,
      environment: context.environment,
      browser: "none"
    )
    defer { interaction.end() }
    let beginning = try await context.engine().begin(
      request,
      lifetime: lifetime,
      interaction: interaction
    )
    interaction.end()
    switch beginning {
    case .begun(let login):
      try context.terminal.result(line: Self.json(login).visiblySerialized)
    case .done(let outcome):
      context.terminal.note("The provider needed nothing of the user: the login is finished.")
      try context.terminal.result(line: CredentialOutput.login(outcome).visiblySerialized)
    }
  }

  static func json(_ login: BegunLogin) -> JSONValue {
    var object = JSONObject([
      ("login", .string(login.id)), ("provider", .string(login.account.provider)),
      ("account", .string(login.account.name)),
    ])
    switch login.destination {
    case .page(let url, let redirectURI, let capture):
      object["authorize_url"] = .string(url.text)
      object["redirect_uri"] = .string(redirectURI)
      object["capture"] = .string(capture)
    case .device(let code, let url, let complete):
      // The one address to show where only one is looked for.
      object["authorize_url"] = .string((complete ?? url).text)
      object["verification_uri"] = .string(url.text)
      if let complete { object["verification_uri_complete"] = .string(complete.text) }
      object["user_code"] = .string(code)
      object["capture"] = .string("device")
    }
    object["expires_at"] = .time(login.expiresAt)
    return .object(object)
  }
}
