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
        + "that use one refresh token can lose it: log out of one of them with --local.",
      "FILE may be - for standard output, which must not be a terminal then.",
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
    guard path == "-" else { return }
    if arguments.globals.has("json") {
      throw UsageError("--json prints an object where the export would go", hint: "name a FILE")
    }
    if overwrite { throw UsageError("--force goes with a FILE, not with standard output") }
  }

  func run(in context: CommandContext) async throws {
    guard path == "-" else { return try report(try write(in: context), in: context) }
    guard !context.terminal.isResultShown else {
      throw AuthRunError(
        .usage,
        "the export would end up on the terminal",
        hint: "send it somewhere: authrun vault export - > FILE"
      )
    }
    let (bytes, outcome) = try context.engine().exportedVault { () throws(VaultError) in
      try context.passphrase(PassphraseQuestion(.choose, subject: "the export"), passphrase)
    }
    try context.terminal.result(bytes)
    tellDamage(outcome, in: context)
    context.terminal.note("Wrote \(Self.count(outcome)).")
  }

  private func write(in context: CommandContext) throws(AuthRunError) -> ExportOutcome {
    try context.engine().exportVault(to: path, overwrite: overwrite) { () throws(VaultError) in
      try context.passphrase(PassphraseQuestion(.choose, subject: path), passphrase)
    }
  }

  private static func count(_ outcome: ExportOutcome) -> String {
    "\(outcome.records) credential\(outcome.records == 1 ? "" : "s")"
  }

  private func tellDamage(_ outcome: ExportOutcome, in context: CommandContext) {
    if outcome.damaged > 0 {
      context.terminal.write([
        "authrun: \(outcome.damaged) record\(outcome.damaged == 1 ? "" : "s") did not open and "
          + "\(outcome.damaged == 1 ? "is" : "are") not in the file"
      ])
    }
  }

  private func report(_ outcome: ExportOutcome, in context: CommandContext) throws {
    tellDamage(outcome, in: context)
    try context.finish(
      json: .object(
        JSONObject([
          ("file", .string(outcome.path)),
          ("records", .number(JSONNumber(Int64(outcome.records)))),
          ("damaged", .number(JSONNumber(Int64(outcome.damaged)))),
        ])
      ),
      lines: [
        VisibleText.line("Wrote \(Self.count(outcome)) to \(outcome.path).")
      ]
    )
  }
}
