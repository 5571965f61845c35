import Glibc
import Login
import Standards

/// `authrun doctor [ID]`.
struct DoctorCommand: Command {
  static let spec = CommandSpec(
    "doctor",
    [.init(name: "ID", required: false)],
    summary: "Look for what would make a login fail",
    details: [
      "Looks at the libraries, the vault and its key, the descriptors, and the browser. With the ID of a provider "
        + "also at its options, the port of its redirect URI, its accounts and whether they are trusted with all that "
        + "the descriptor reaches, whether its hosts answer, and whether this machine's clock agrees with theirs. A "
        + "descriptor's own health function is asked about each account.",
      "Only those hosts are contacted, with a request for nothing beside what that function sends; with --offline "
        + "none is. The exit status is that "
        + "of the first problem, and 0 when there are warnings only.",
    ],
    options: [CommandOption("offline", help: "Contact nobody.")],
    examples: [
      .init(line: "authrun doctor", purpose: "the surroundings"),
      .init(line: "authrun doctor spotify", purpose: "one provider too"),
    ]
  )

  private let id: String?
  private let contacts: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    id = arguments.operands.first
    contacts = !arguments.options.has("offline")
  }

  func run(in context: CommandContext) async throws {
    let engine = try context.engine()
    var checks = [DoctorCheck("authrun", .ok, Release.version)] + Engine.libraryChecks
    checks += [engine.isolationCheck()] + engine.vaultChecks() + engine.catalogueChecks()
    checks.append(browserCheck(context))
    if let id {
      do throws(AuthRunError) {
        let descriptor = try engine.descriptor(id)
        checks += await ProviderExamination(engine, descriptor, contacts: contacts).run()
      } catch {
        let error = context.suggesting(for: error)
        // A damaged descriptor has been told of with the others.
        if error.code != .descriptorInvalid { checks.append(DoctorCheck("provider \(id)", error)) }
      }
    }
    let problem = checks.first { $0.status == .problem }
    let style = context.terminal.resultStyle
    try context.finish(
      json: .object(
        JSONObject([
          ("healthy", .bool(problem == nil)), ("checks", .array(checks.map(Self.json))),
        ])
      ),
      lines: checks.flatMap { Self.lines($0, style) }
    )
    if let problem {
      throw AlreadyReported(exitStatus: (problem.code ?? .internal).exitStatus)
    }
  }

  private func browserCheck(_ context: CommandContext) -> DoctorCheck {
    let candidates = BrowserCommand.candidates(given: nil, environment: context.environment)
    for candidate in candidates {
      guard let program = candidate.words.first else { continue }
      if let path = Self.find(program, context.environment) {
        return DoctorCheck("browser", .ok, path)
      }
    }
    let tried = candidates.compactMap(\.words.first).joined(separator: ", ")
    return DoctorCheck(
      "browser",
      .warning,
      tried.isEmpty ? "there is none to open" : "none of \(tried) is there",
      hint: "logins print the address to visit; BROWSER names a command that opens it"
    )
  }

  private static func find(_ program: String, _ environment: Environment) -> String? {
    if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }

  private static func lines(_ check: DoctorCheck, _ style: Style) -> [String] {
    let mark =
      switch check.status {
      case .ok: style.good("✓")
      case .warning: style.accent("!")
      case .problem: style.error("✗")
      }
    var lines = ["\(mark) \(VisibleText.line("\(check.name): \(check.message)"))"]
    if let hint = check.hint { lines.append("    \(VisibleText.line(hint))") }
    return lines
  }

  private static func json(_ check: DoctorCheck) -> JSONValue {
    .object(
      JSONObject([
        ("name", .string(check.name)), ("status", .string(check.status.rawValue)),
        ("message", .string(check.message)), ("hint", .text(check.hint)),
        ("code", .text(check.status == .problem ? check.code?.rawValue : nil)),
      ])
    )
  }
}
