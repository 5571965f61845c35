/// The source that a user wants for a vault's master key.
package enum KeyChoice: Hashable, Sendable {
  /// A key file; `nil` means the place that goes with the vault's own.
  case file(String?)
  case environment
  case secretService
  case passphrase
  case command(String)

  /// How the choices are written, for help and errors.
  package static let forms = [
    "secret-service", "passphrase", "file", "file:PATH", "command:WORDS", "environment",
  ]

  /// Reads a choice as `--key` takes it; `nil` for another text.
  package init?(_ text: String) {
    switch text {
    case "file": self = .file(nil)
    case "environment", "env": self = .environment
    case "secret-service", "keyring": self = .secretService
    case "passphrase": self = .passphrase
    default:
      if text.utf8.starts(with: "file:".utf8), text.utf8.count > "file:".utf8.count {
        self = .file(String(Substring(text.utf8.dropFirst("file:".utf8.count))))
      } else if text.utf8.starts(with: "command:".utf8) {
        let command = String(Substring(text.utf8.dropFirst("command:".utf8.count)))
        guard CommandLineWords.split(command) != nil else { return nil }
        self = .command(command)
      } else {
        return nil
      }
    }
  }
}
