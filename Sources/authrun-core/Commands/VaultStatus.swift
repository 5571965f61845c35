import Login
import Standards
import Storage

/// `authrun vault status`.
struct VaultStatusCommand: Command {
  static let spec = CommandSpec(
    "vault status",
    summary: "Tell where the vault is, where its key comes from, and whether it opens",
    details: [
      "Nobody is asked for a passphrase: a vault that is behind one counts as closed unless it is "
        + "unlocked. The exit status is 0 even then; see “opens” with --json."
    ]
  )

  init(_ arguments: Arguments) throws(UsageError) {}

  func run(in context: CommandContext) async throws {
    let engine = try context.engine()
    guard let status = try engine.vaultStatus() else {
      return try context.finish(
        json: .object(
          JSONObject([("exists", .bool(false)), ("vault", .string(engine.vaultName))])
        ),
        lines: [
          "No vault yet at \(engine.vaultName).",
          "  The first login makes it, or: authrun vault init",
        ]
      )
    }
    try context.finish(
      json: .object(Self.json(status, engine)),
      lines: Self.lines(status, engine).map(VisibleText.line)
    )
  }

  private static func json(_ status: VaultStatus, _ engine: Engine) -> JSONObject {
    var key = JSONObject([("source", .string(status.keySource.name))])
    if let file = engine.keyFile(status.keySource) { key["file"] = .string(file) }
    switch status.keySource {
    case .command(let command): key["command"] = .string(command)
    case .passphrase(let envelope):
      key["passes"] = .number(JSONNumber(Int64(envelope.cost.passes)))
      key["memory"] = .number(JSONNumber(Int64(envelope.cost.memory)))
    default: break
    }
    key["unlocked"] = .bool(status.isRemembered)
    var object = JSONObject([
      ("exists", .bool(true)), ("vault", .string(status.name)), ("driver", .string(status.driver)),
      ("schema", status.schema.map { .number(JSONNumber($0)) } ?? .null),
      ("key", .object(key)), ("opens", .bool(status.problem == nil)),
      ("records", .number(JSONNumber(Int64(status.records)))),
      ("accounts", status.accounts.map { .number(JSONNumber(Int64($0))) } ?? .null),
      ("damaged", status.damaged.map { .number(JSONNumber(Int64($0))) } ?? .null),
    ])
    if let problem = status.problem {
      let error = AuthRunError(problem, step: "vault")
      object["problem"] = .object(
        JSONObject([
          ("code", .string(error.code.rawValue)), ("message", .string(error.message)),
          ("hint", .text(error.hint)),
        ])
      )
    }
    return object
  }

  private static func lines(_ status: VaultStatus, _ engine: Engine) -> [String] {
    let schema = status.schema.map { ", schema \($0)" } ?? ""
    var lines = [
      "vault    \(status.name) (\(status.driver)\(schema))",
      "key      from \(engine.keyWords(status.keySource))"
        + (status.isRemembered ? ", unlocked for now" : ""),
      "records  \(status.records)" + (status.accounts.map { ", \($0) of them accounts" } ?? "")
        + damage(status.damaged),
    ]
    if let problem = status.problem {
      lines.append("closed   \(problem.message)")
      if let hint = problem.hint { lines.append("         \(hint)") }
    } else {
      lines.append("opens    yes")
    }
    return lines
  }

  private static func damage(_ count: Int?) -> String {
    guard let count, count > 0 else { return "" }
    return ", \(count) of which \(count == 1 ? "does" : "do") not open"
  }
}
