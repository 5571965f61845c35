import Login
import Providers
import Rehearsal

/// Makes cases from a login at the real service, with placeholders for all that is secret or private.
struct LiveRecording: Sendable {
  /// As given on the command line.
  let options: [String: String]
  let browser: String?

  /// The credential is kept in a vault that is thrown away, so that no account of the user's is touched.
  func record(
    _ descriptor: Descriptor,
    _ context: CommandContext,
    _ home: PracticeHome
  ) async throws -> CaseFile {
    var settings = try context.engineSettings()
    let own = try home.settings(vault: "live", descriptor: descriptor.source.path)
    settings.vault = own.vault
    settings.providerDirectories = own.providerDirectories
    // The options of the environment are the user's; where things are kept is not.
    settings.environment = own.environment.merging(
      context.environment.variables.filter { $0.key.hasPrefix("AUTHRUN_") }
    ) { own, _ in own }
    let terminal = TerminalInteraction(
      terminal: context.terminal,
      environment: context.environment,
      browser: browser
    )
    defer { terminal.end() }
    var request = LoginRequest(provider: descriptor.id)
    request.options = options
    return try await CaseRecorder(descriptor).live(request, settings, terminal)
  }
}
