import Crypto
package import HTTP
package import Providers
package import Standards
import Storage

/// Runs logins, refreshes and requests: here descriptors, protocol logic, HTTP and the vault meet.
package struct Engine: Sendable {
  package let settings: EngineSettings
  package let catalogue: Catalogue
  let location: VaultLocation
  let keys: KeyAccess
  let vaults: OpenVaults
  let tools: Tools
  let said = SaidOnce()

  /// Makes an engine; a clock, a random source or a transport of one's own plays the world in tests.
  package init(
    _ settings: EngineSettings,
    clock: any Clock = SystemClock(),
    random: any RandomSource = SystemRandom(),
    transport: (HTTPClient) -> any HTTPTransport = { $0 },
    pause: @escaping Pause = { try await Task.sleep(for: .seconds($0)) }
  ) throws(AuthRunError) {
    self.settings = settings
    let hashing = OpenSSLHashing()
    do throws(VaultError) {
      location = try VaultLocation(explicit: settings.vault, environment: settings.environment)
    } catch {
      throw AuthRunError(error, step: "vault")
    }
    keys = KeyAccess(
      settings.environment,
      asker: settings.asker,
      chooser: settings.chooser
    )
    vaults = OpenVaults(
      location,
      keys,
      environment: settings.environment,
      warn: settings.warn ?? { _ in }
    )
    catalogue = Catalogue(
      userDirectory: Self.userDirectory(settings.environment),
      directories: settings.providerDirectories,
      installedDirectory: Catalogue.installedDirectory(executablePath: settings.executablePath),
      isolation: settings.isolation,
      hashing: hashing
    )
    let redactor = Redactor(hashing: hashing)
    let client = try Self.clientSettings(settings)
    tools = Tools(
      exchange: Exchange(
        http: transport(HTTPClient(client)),
        limits: client.limits,
        tracer: Tracer(sink: settings.trace, redactor: redactor),
        addresses: AddressRule(trusted: Set(settings.privateHosts.map { $0.lowercased() }))
      ),
      clock: clock,
      random: random,
      hashing: hashing,
      pause: pause,
      clockOffsets: ClockOffsetStore(location)
    )
  }

  private static func clientSettings(
    _ settings: EngineSettings
  ) throws(AuthRunError) -> HTTPClientSettings {
    var redirections: [ConnectTo] = []
    for text in settings.connectTo {
      guard let redirection = ConnectTo(text) else {
        throw AuthRunError(
          .usage,
          "\(text) is no connection of the form HOST:PORT:HOST2:PORT2",
          hint: "as in --connect-to api.example.com:443:127.0.0.1:8443"
        )
      }
      redirections.append(redirection)
    }
    var limits = HTTPLimits.standard
    limits.totalTimeout = .seconds(settings.httpTimeout)
    limits.connectTimeout = .seconds(min(10, settings.httpTimeout))
    return HTTPClientSettings(
      caFile: settings.caFile,
      connectTo: redirections,
      limits: limits,
      userAgent: "authrun/\(Release.version)"
    )
  }

  private static func userDirectory(_ environment: [String: String]) -> String? {
    if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") {
      return "\(base)/authrun/providers"
    }
    return environment["HOME"].map { "\($0)/.config/authrun/providers" }
  }

  /// The descriptor called `id`, read and checked.
  package func descriptor(_ id: String) throws(AuthRunError) -> Descriptor {
    do throws(CatalogueError) {
      if let descriptor = try catalogue.find(id) { return descriptor }
    } catch {
      throw AuthRunError(error, provider: id)
    }
    throw AuthRunError(
      .unknownProvider,
      "no provider is called \(id)",
      provider: id,
      step: "descriptor",
      hint: "authrun providers lists them; a new one is a file \(id).lua in the providers folder"
    )
  }

  /// An error as it may be shown: with its account, and without what a provider may have echoed.
  func shown(_ error: AuthRunError, _ account: AccountID) -> AuthRunError {
    let redactor = tools.tracer.redactor
    var error = error.concerning(account)
    error.message = redactor.redact(error.message)
    error.hint = error.hint.map(redactor.redact)
    error.problems = error.problems.map(redactor.redact)
    error.traceback = error.traceback.map(redactor.redact)
    return error
  }
}
