import Providers

/// The options that every command takes, with their environment twins resolved (design §5).
struct GlobalOptions: Hashable, Sendable {
  /// Where the trace goes.
  enum Trace: Hashable, Sendable {
    case standardError
    case file(String)
  }

  var json = false
  var quiet = false
  var verbose = false
  var trace: Trace?
  var providers: [String] = []
  var vault: String?
  var caFile: String?
  var connectTo: [String] = []
  /// Hosts that may have private addresses.
  var privateHosts: [String] = []
  /// Where scripts run; `nil` leaves the default.
  var isolation: IsolationRule.Mode?
  var color = true
  var language: String?
  /// Seconds that one HTTP exchange may take in all; `nil` leaves the default.
  var httpTimeout: Int?

  static let specs: [CommandOption] = [
    CommandOption("json", help: "Print one JSON object on standard output."),
    CommandOption("quiet", help: "Print results and errors only."),
    CommandOption(
      "verbose",
      short: "v",
      help: "With an error of a script, show the calls that led there."
    ),
    CommandOption(
      "trace",
      .optional("FILE"),
      help: "Show every step with the formula of each derived value; secrets are redacted."
    ),
    CommandOption(
      "providers",
      .required("DIR"),
      repeatable: true,
      environment: "AUTHRUN_PROVIDERS",
      help: "Look for descriptors here, after your own folder."
    ),
    CommandOption(
      "vault",
      .required("URL"),
      environment: "AUTHRUN_VAULT",
      help: "Keep credentials in this file, or at this postgres:// address."
    ),
    CommandOption(
      "cacert",
      .required("FILE"),
      environment: "AUTHRUN_CACERT",
      help: "Trust the certificate authorities in this PEM file."
    ),
    CommandOption(
      "connect-to",
      .required("HOST:PORT:HOST2:PORT2"),
      repeatable: true,
      environment: "AUTHRUN_CONNECT_TO",
      help: "Connect there instead; TLS and the Host field stay the original's."
    ),
    CommandOption(
      "allow-private",
      .required("HOST"),
      repeatable: true,
      environment: "AUTHRUN_ALLOW_PRIVATE",
      help: "This host may have an address of a private network or of this machine."
    ),
    CommandOption(
      "isolation",
      .required("process|thread"),
      environment: "AUTHRUN_ISOLATION",
      help: "Where scripts run; a process for all that did not come with authrun, if left out."
    ),
    CommandOption("no-color", help: "Print without colours (as NO_COLOR does)."),
    CommandOption("lang", .required("CODE"), help: "Language of messages; only en so far."),
    CommandOption("help", short: "h", help: "Show help for the command."),
    CommandOption("version", help: "Show the version."),
  ]

  /// Takes what was given, then the environment for what was not.
  init(_ given: OptionValues, environment: Environment) throws(UsageError) {
    json = given.has("json")
    quiet = given.has("quiet")
    verbose = given.has("verbose")
    if let file = given.last("trace") {
      trace = file.isEmpty ? .standardError : .file(file)
    }
    providers =
      given.has("providers")
      ? given.all("providers")
      : Self.list(environment["AUTHRUN_PROVIDERS"]) { $0 == ":" }
    vault = given.last("vault") ?? environment.nonEmpty("AUTHRUN_VAULT")
    caFile = given.last("cacert") ?? environment.nonEmpty("AUTHRUN_CACERT")
    connectTo =
      given.has("connect-to")
      ? given.all("connect-to")
      : Self.list(environment["AUTHRUN_CONNECT_TO"]) { $0 == "," || $0 == " " }
    privateHosts =
      given.has("allow-private")
      ? given.all("allow-private")
      : Self.list(environment["AUTHRUN_ALLOW_PRIVATE"]) { $0 == "," || $0 == " " }
    if let text = given.last("isolation") ?? environment.nonEmpty("AUTHRUN_ISOLATION") {
      guard let mode = IsolationRule.Mode(rawValue: text) else {
        throw UsageError("--isolation (AUTHRUN_ISOLATION) is process or thread, not “\(text)”")
      }
      isolation = mode
    }
    color = !given.has("no-color") && environment.nonEmpty("NO_COLOR") == nil
    language = given.last("lang")
    if let text = environment.nonEmpty("AUTHRUN_HTTP_TIMEOUT") {
      guard let seconds = Int(text), (1...86_400).contains(seconds) else {
        throw UsageError("AUTHRUN_HTTP_TIMEOUT must be a number of seconds from 1 to 86400")
      }
      httpTimeout = seconds
    }
  }

  private static func list(
    _ text: String?,
    separatedBy isSeparator: (Character) -> Bool
  ) -> [String] {
    (text ?? "").split(whereSeparator: isSeparator).map(String.init)
  }
}
