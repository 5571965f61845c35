import Crypto
import Login
import Providers
import Standards

/// What every command works with.
struct CommandContext: Sendable {
  let globals: GlobalOptions
  let environment: Environment
  let terminal: Terminal
  /// The path of the running executable, from which installed files are found.
  let executablePath: String
  /// The command that runs.
  var command: CommandSpec?

  /// What an engine has to know, from the global options.
  func engineSettings() throws(AuthRunError) -> EngineSettings {
    var settings = EngineSettings()
    settings.providerDirectories = globals.providers
    settings.vault = globals.vault
    settings.caFile = try globals.caFile.map(Self.readable)
    settings.connectTo = globals.connectTo
    settings.privateHosts = globals.privateHosts
    settings.isolation = isolation
    if let timeout = globals.httpTimeout { settings.httpTimeout = timeout }
    settings.environment = environment.variables
    settings.executablePath = executablePath
    settings.asker = TerminalPassphrase(terminal: terminal)
    settings.trace = try traceSink()
    settings.warn = { [terminal] text in terminal.note("Warning: \(VisibleText.of(text))") }
    return settings
  }

  /// The path of a file that can be read; otherwise the fault would show as one of a connection.
  private static func readable(caFile path: String) throws(AuthRunError) -> String {
    do throws(FileProblem) {
      _ = try FileDescriptorIO.contents(ofFile: path, limit: largestCAFile)
    } catch {
      throw AuthRunError(.inputInvalid, "--cacert: \(error.message)")
    }
    return path
  }

  /// More than all authorities of a system, in bytes.
  private static let largestCAFile = 16 << 20

  /// Which scripts run where, as the user has it.
  var isolation: IsolationRule { IsolationRule(mode: globals.isolation) }

  func engine() throws(AuthRunError) -> Engine {
    try Engine(engineSettings())
  }

  /// The error about an unknown provider, with the nearest name that there is.
  func suggesting(for error: AuthRunError) -> AuthRunError {
    guard error.code == .unknownProvider, let typed = error.provider,
      let entries = try? engine().catalogue.list()
    else {
      return error
    }
    var error = error
    if let id = Suggestion.nearest(to: typed, among: entries.map(\.id)) {
      error.hint = "did you mean: authrun \(isLogin ? id : "\(command?.name ?? "") \(id)")"
    } else if isLogin, let name = CommandTable.parser.nearestCommand(to: typed) {
      error.hint = "did you mean the command: authrun \(name)"
    }
    return error
  }

  /// Whether a word that is no provider may have been meant as a command.
  private var isLogin: Bool { command == nil || command == LoginCommand.spec }

  /// Shows the steps of a command that needs no engine.
  func tracer() throws(AuthRunError) -> Tracer {
    Tracer(sink: try traceSink(), redactor: Redactor(hashing: OpenSSLHashing()))
  }

  private func traceSink() throws(AuthRunError) -> (any TraceSink)? {
    switch globals.trace {
    case nil: return nil
    case .standardError: return TraceToTerminal(terminal: terminal)
    case .file(let path): return try TraceToFile(path: path)
    }
  }

  func now() -> Timestamp {
    SystemClock().now()
  }

  /// Prints the result: `json` with `--json`, else the lines.
  func finish(json: @autoclosure () -> JSONValue, lines: @autoclosure () -> [String]) throws {
    if globals.json {
      try terminal.result(line: json().visiblySerialized)
    } else {
      for line in lines() {
        try terminal.result(line: line)
      }
    }
  }
}
