import Login
import Standards
import Storage

/// `authrun vault accept`.
struct VaultAcceptCommand: Command {
  static let spec = CommandSpec(
    "vault accept",
    summary: "Use a vault that is another than before, or has another key",
    details: [
      "authrun notes in the state directory which vault it uses at a place, and with which key. Where another "
        + "is there, nothing is stored in it: somebody who knows its key could have put it there. This command "
        + "says that it was you: you have put back a backup, or changed the key on another machine."
    ]
  )

  init(_ arguments: Arguments) throws(UsageError) {}

  func run(in context: CommandContext) async throws {
    let engine = try context.engine()
    guard let status = try engine.vaultStatus(), let isNew = try engine.acceptVault() else {
      throw AuthRunError(
        .vault,
        "there is no vault at \(engine.vaultName)",
        step: "vault",
        hint: "the first login makes it"
      )
    }
    let line =
      isNew
      ? "Accepted the vault \(status.name)."
      : "The vault \(status.name) is the one that was used before."
    try context.finish(
      json: .object(
        JSONObject([("vault", .string(status.name)), ("accepted", .bool(isNew))])
      ),
      lines: [
        VisibleText.line(line),
        VisibleText.line("  Its key comes from \(engine.keyWords(status.keySource))."),
      ]
    )
  }
}
