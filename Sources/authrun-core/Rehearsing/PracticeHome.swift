import HTTP
import Login
import Rehearsal

/// Surroundings for an engine that must touch nothing of the user's: a vault, a state and a catalogue of its own.
struct PracticeHome: Sendable {
  private let directory: TemporaryDirectory
  private let context: CommandContext

  init(_ context: CommandContext) throws(AuthRunError) {
    self.context = context
    directory = try TemporaryDirectory(environment: context.environment)
  }

  /// Writes a file that goes away with the rest, and returns its path.
  func write(_ text: String, to name: String) throws(AuthRunError) -> String {
    try directory.write(text, to: name)
  }

  /// Settings with a vault called `name`; with a descriptor's path only the folder of that file is a catalogue.
  func settings(
    vault name: String = "vault",
    descriptor path: String? = nil
  ) throws(AuthRunError) -> EngineSettings {
    var settings = try context.engineSettings()
    settings.vault = "\(directory.path)/\(name).db"
    // The user's own keys and settings have no part in this; practice values come the same way.
    settings.environment = context.environment.variables.filter { !$0.key.hasPrefix("AUTHRUN_") }
    // A practice vault's key is a file beside it, never an entry of the user's keyring.
    settings.environment["DBUS_SESSION_BUS_ADDRESS"] = nil
    for name in ["XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"] {
      settings.environment[name] = directory.makeDirectory(name.lowercased())
    }
    if let path {
      settings.environment["XDG_CONFIG_HOME"] = directory.makeDirectory("config")
      settings.providerDirectories = [Self.folder(of: path)]
    }
    return settings
  }

  /// The settings with which an engine reaches a practice provider.
  func settings(
    _ provider: PracticeProvider,
    vault name: String = "vault",
    descriptor path: String? = nil
  ) throws(AuthRunError) -> EngineSettings {
    var settings = try settings(vault: name, descriptor: path)
    settings.caFile = try directory.write(provider.caPEM, to: "\(name).pem")
    settings.connectTo = provider.connectTo.map(\.description)
    return settings
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
