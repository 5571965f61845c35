package import Providers
package import Storage

/// What the surroundings say about one run: folders, trust anchors, limits and where a trace goes.
package struct EngineSettings: Sendable {
  /// Folders of descriptors, in the order of `--providers`, searched after the user's own.
  package var providerDirectories: [String] = []
  /// The vault as given, a path, `sqlite:PATH` or `postgres://…`; `nil` means the default of design §6.
  package var vault: String?
  /// A PEM file of certificate authorities to trust.
  package var caFile: String?
  /// Redirections of connections, each `HOST:PORT:HOST2:PORT2`.
  package var connectTo: [String] = []
  /// Hosts that may have addresses of private networks and of this machine.
  package var privateHosts: [String] = []
  /// Which scripts run where.
  package var isolation = IsolationRule()
  /// The longest that one HTTP exchange may take, in seconds.
  package var httpTimeout: Int = 30
  /// The process environment.
  package var environment: [String: String] = [:]
  /// The path of the running executable, from which the installed catalogue is found.
  package var executablePath: String = ""
  /// Asks the user for the passphrase of a vault that is behind one; `nil` when nobody can be asked.
  package var asker: (any PassphraseAsker)?
  /// Told aloud what the user should know, whatever the command, such as a check that is given up.
  package var warn: (@Sendable (String) -> Void)?
  /// Gives a passphrase that is yet to be chosen, before the environment and the user are asked.
  package var chooser: (any PassphraseAsker)?
  /// Receives every step of a flow, secrets already redacted.
  package var trace: (any TraceSink)?

  package init() {}
}
