/// Where a vault's master key comes from, as the vault records it.
///
/// A vault that records a source which is not known here does not open, and one whose source does not
/// answer stays closed: another source is never tried in its place.
package enum MasterKeySource: Hashable, Sendable {
  /// A key file; `nil` means the place that goes with the vault's own.
  case file(path: String?)
  /// The environment variable `AUTHRUN_VAULT_KEY`.
  case environment
  /// The desktop's keyring (freedesktop.org Secret Service 0.2).
  case secretService
  /// A passphrase, whose hash opens the master key that is kept here.
  case passphrase(PassphraseEnvelope)
  /// What a command prints.
  case command(String)

  /// The name of the kind, as `vault init --key` takes it and the vault records it.
  package var name: String { recorded.name }

  /// The name and the detail under which the vault records the source.
  package var recorded: (name: String, detail: String?) {
    switch self {
    case .file(let path): ("file", path)
    case .environment: ("environment", nil)
    case .secretService: ("secret-service", nil)
    case .passphrase(let envelope): ("passphrase", envelope.recorded)
    case .command(let command): ("command", command)
    }
  }

  package init(name: String, detail: String?) throws(VaultError) {
    switch (name, detail) {
    case ("file", let path): self = .file(path: path)
    case ("environment", nil): self = .environment
    case ("secret-service", nil): self = .secretService
    case ("passphrase", let detail?): self = .passphrase(try PassphraseEnvelope(recorded: detail))
    case ("command", let command?): self = .command(command)
    default:
      throw VaultError(
        .newerVersion,
        "the vault's key comes from “\(name)”, which this version does not know",
        hint: "use the authrun that made the vault, or a newer one"
      )
    }
  }

  /// Whether the key is at hand without a program, a bus or a person: then nothing need remember it.
  package var isDirect: Bool {
    switch self {
    case .file, .environment: true
    case .secretService, .passphrase, .command: false
    }
  }

  /// The source for a user's eyes.
  package func words(in location: VaultLocation) -> String {
    switch self {
    case .file(let path): "the key file \(location.keyFile(recorded: path))"
    case .environment: "the environment variable \(EnvironmentKey.variable)"
    case .secretService: "your keyring (Secret Service)"
    case .passphrase: "your passphrase"
    case .command(let command): "what this command prints: \(command)"
    }
  }
}

extension VaultLocation {
  /// The path of the key file for a vault that records `path`.
  package func keyFile(recorded path: String?) -> String {
    keyFileOverride ?? path ?? defaultKeyFile
  }
}
