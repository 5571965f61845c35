import Login
import Standards
import Storage

/// `authrun vault init [--key SOURCE]`.
struct VaultInitCommand: Command {
  static let spec = CommandSpec(
    "vault init",
    summary: "Make the vault and choose where its key comes from",
    details: [
      "Without it the first login makes the vault: with the key in AUTHRUN_VAULT_KEY or "
        + "AUTHRUN_VAULT_KEY_FILE where one is set, else in your keyring where one is open, else in a key "
        + "file. The choice is kept in the vault, which opens from no other source; vault rekey changes it."
    ] + KeyOption.details,
    options: [KeyOption.spec] + PassphraseOptions.specs,
    examples: [
      .init(line: "authrun vault init --key passphrase", purpose: "a passphrase that you type"),
      .init(
        line: "authrun vault init --key file:/media/stick/vault.key",
        purpose: "the key is on a stick"
      ),
    ]
  )

  private let choice: KeyChoice?
  private let passphrase: PassphraseOptions

  init(_ arguments: Arguments) throws(UsageError) {
    choice = try KeyOption.read(arguments.options)
    passphrase = try PassphraseOptions(arguments.options)
  }

  func run(in context: CommandContext) async throws {
    let made = try context.engine(choosing: passphrase).makeVault(choice)
    try context.finish(
      json: .object(
        JSONObject([
          ("vault", .string(made.path)), ("key", .string(made.key)), ("remark", .text(made.remark)),
        ])
      ),
      lines: Self.lines(made)
    )
  }

  static func lines(_ made: MadeVault) -> [String] {
    var lines = ["Made the vault \(made.path)", "  Its key comes from \(made.key)."]
    if let remark = made.remark { lines.append("  (Not from your keyring: \(remark).)") }
    return lines.map(VisibleText.line)
  }
}
