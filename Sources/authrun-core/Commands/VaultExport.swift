import Login
import Standards
import Storage

/// `authrun vault export FILE`.
struct VaultExportCommand: Command {
  static let spec = CommandSpec(
    "vault export",
    [.init(name: "FILE")],
    summary: "Write all credentials to a file that a passphrase opens",
    details: [
      "The file needs no vault and no key: it is a backup, and the way to another machine. Two machines "
        + "that use one refresh token can lose it: log out of one of them with --local."
    ],
    options: [CommandOption("force", help: "Replace a file that is there.")]
      + PassphraseOptions.specs
  )

  private let path: String
  private let overwrite: Bool
  private let passphrase: PassphraseOptions

  init(_ arguments: Arguments) throws(UsageError) {
    path = arguments.first
    overwrite = arguments.options.has("force")
    passphrase = try PassphraseOptions(arguments.options)
  }

  func run(in context: CommandContext) async throws {
    let outcome = try context.engine().exportVault(to: path, overwrite: overwrite) {
      () throws(VaultError) in
      try context.passphrase(PassphraseQuestion(.choose, subject: path), passphrase)
    }
    if outcome.damaged > 0 {
      context.terminal.write([
        "authrun: \(outcome.damaged) record\(outcome.damaged == 1 ? "" : "s") did not open and "
          + "\(outcome.damaged == 1 ? "is" : "are") not in the file"
      ])
    }
    let count = outcome.records
    try context.finish(
      json: .object(
        JSONObject([
          ("file", .string(outcome.path)),
          ("records", .number(JSONNumber(Int64(count)))),
          ("damaged", .number(JSONNumber(Int64(outcome.damaged)))),
        ])
      ),
      lines: [
        VisibleText.line("Wrote \(count) credential\(count == 1 ? "" : "s") to \(outcome.path).")
      ]
    )
  }
}
