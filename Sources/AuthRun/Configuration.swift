import Login
import Providers

/// Where an app keeps its logins and finds its descriptors.
public struct Configuration: Sendable {
  /// Folders of descriptors (`<id>.lua`), searched after the user's own.
  public var providerDirectories: [String] = []
  /// The vault's path; `nil` means the one that the command uses.
  public var vault: String?
  /// A PEM file of certificate authorities to trust instead of the system's.
  public var caFile: String?
  /// Redirections of connections for test rigs, each `HOST:PORT:HOST2:PORT2`.
  public var connectTo: [String] = []
  /// The longest that one HTTP exchange may take, in seconds.
  public var httpTimeout: Int = 30
  /// The environment from which default places and option values are read.
  public var environment: [String: String] = [:]

  /// Where scripts run; `nil` sends those that did not come with authrun to a process of their own.
  public var isolation: ScriptPlace?
  /// The program that is started to run scripts; `nil` is this one, which serves if its `main` is native code.
  public var scriptHelper: String?
  /// Hosts that may have addresses of private networks and of this machine.
  public var privateHosts: [String] = []

  /// Where a descriptor's script runs.
  public enum ScriptPlace: String, Sendable {
    /// A process of its own, behind a wall of the kernel's.
    case process
    /// A thread of this process, held by the limits of the interpreter alone.
    case thread
  }

  /// The user's own vault and descriptors, as the command finds them in `environment`.
  public init(environment: [String: String]) {
    self.environment = environment
  }

  var settings: EngineSettings {
    var settings = EngineSettings()
    settings.providerDirectories = providerDirectories
    settings.vault = vault
    settings.caFile = caFile
    settings.connectTo = connectTo
    settings.httpTimeout = httpTimeout
    settings.environment = environment
    settings.isolation = IsolationRule(
      mode: isolation.flatMap { IsolationRule.Mode(rawValue: $0.rawValue) },
      program: scriptHelper
    )
    settings.privateHosts = privateHosts
    return settings
  }
}
