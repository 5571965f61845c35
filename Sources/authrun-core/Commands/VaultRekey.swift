import Login
import Standards
import Storage

/// `authrun vault rekey [--key SOURCE]`.
struct VaultRekeyCommand: Command {
  static let spec = CommandSpec(
    "vault rekey",
    summary: "Give the vault a new key, from the same source or another",
    details: [
      "Everything is sealed anew in one step, while other programs go on using the vault. A key file of "
        + "the vault's own and a key in the keyring are removed once nothing needs them; backups of the "
        + "vault from before open with the old key only.",
      "Where the key comes from the environment and is to stay there, AUTHRUN_VAULT_NEW_KEY holds the new "
        + "one. The passphrase options are for the new passphrase.",
    ] + KeyOption.details,
    options: [
      KeyOption.spec,
      CommandOption("drop-damaged", help: "Let records go that do not open any more."),
    ] + PassphraseOptions.specs,
    examples: [
      .init(line: "authrun vault rekey", purpose: "a new key from the same source"),
      .init(
        line: "authrun vault rekey --key secret-service",
        purpose: "move the key into your keyring"
      ),
    ]
  )

  private let choice: KeyChoice?
  private let dropDamaged: Bool
  private let passphrase: PassphraseOptions

  init(_ arguments: Arguments) throws(UsageError) {
    choice = try KeyOption.read(arguments.options)
    dropDamaged = arguments.options.has("drop-damaged")
    passphrase = try PassphraseOptions(arguments.options)
  }

  func run(in context: CommandContext) async throws {
    let engine = try context.engine(choosing: passphrase)
    let outcome = try engine.rekeyVault(choice, dropDamaged: dropDamaged)
    try context.finish(
      json: .object(
        JSONObject([
          ("source", .string(outcome.source.name)),
          ("key", .string(engine.keyWords(outcome.source))),
          ("records", .number(JSONNumber(Int64(outcome.records)))),
          ("dropped", .number(JSONNumber(Int64(outcome.dropped)))),
          ("left_file", .text(outcome.leftFile)),
        ])
      ),
      lines: Self.lines(outcome, engine).map(VisibleText.line)
    )
  }

  private static func lines(_ outcome: RekeyOutcome, _ engine: Engine) -> [String] {
    var lines = [
      "Sealed \(outcome.records) record\(outcome.records == 1 ? "" : "s") with a new key.",
      "  It comes from \(engine.keyWords(outcome.source)).",
    ]
    if outcome.dropped > 0 {
      lines.append(
        "  \(outcome.dropped) that did not open \(outcome.dropped == 1 ? "is" : "are") gone."
      )
    }
    if let file = outcome.leftFile {
      lines.append("  \(file) is left for other vaults; this one does not need it any more.")
    }
    return lines
  }
}
