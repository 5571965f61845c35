import Login
import Standards
import Storage

/// `authrun vault import FILE`.
struct VaultImportCommand: Command {
  static let spec = CommandSpec(
    "vault import",
    [.init(name: "FILE")],
    summary: "Take the credentials of an exported file into the vault",
    details: [
      "An account that is in the vault already stays as it is, and is named. Where there is no vault, one "
        + "is made as at the first login.",
      "FILE may be - for standard input; the passphrase is still asked for at the terminal.",
    ],
    options: [
      CommandOption("replace", help: "Take the file's credential for accounts that are there, too.")
    ] + PassphraseOptions.specs
  )

  private let path: String
  private let replace: Bool
  private let passphrase: PassphraseOptions

  init(_ arguments: Arguments) throws(UsageError) {
    path = arguments.first
    replace = arguments.options.has("replace")
    passphrase = try PassphraseOptions(arguments.options)
  }

  func run(in context: CommandContext) async throws {
    var given: KnownPassphrase?
    if let text = try passphrase.given(context.environment) { given = KnownPassphrase(text) }
    let known = given
    let terminal = TerminalPassphrase(terminal: context.terminal)
    let result = try context.engine().importVault(from: path == "-" ? nil : path, replace: replace)
    {
      (failures) throws(VaultError) in
      let question = PassphraseQuestion(
        .open,
        subject: path == "-" ? "the export" : path,
        failures: failures
      )
      guard let known else {
        if let text = terminal.passphrase(question) { return text }
        guard failures == 0 else { return nil }
        return try context.passphrase(question, passphrase)
      }
      return failures == 0 ? known.passphrase(question) : nil
    }
    if let made = result.made {
      for line in VaultInitCommand.lines(made) { context.terminal.note(line) }
    }
    try context.finish(
      json: .object(
        JSONObject([
          ("added", .texts(result.outcome.added.map { $0.description })),
          ("replaced", .texts(result.outcome.replaced.map { $0.description })),
          ("kept", .texts(result.outcome.kept.map { $0.description })),
        ])
      ),
      lines: Self.lines(result.outcome).map(VisibleText.line)
    )
  }

  private static func lines(_ outcome: ImportOutcome) -> [String] {
    var lines = outcome.added.map { "\($0): added" }
    lines += outcome.replaced.map { "\($0): replaced" }
    lines += outcome.kept.map { "\($0): is in the vault already, kept as it is" }
    if !outcome.kept.isEmpty { lines.append("--replace takes the file's instead.") }
    return lines.isEmpty ? ["The file holds no credential."] : lines
  }
}
