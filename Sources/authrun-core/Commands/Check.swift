import Crypto
import Login
import Providers
import Standards

/// `authrun check FILE…`.
struct CheckCommand: Command {
  static let spec = CommandSpec(
    "check",
    [.init(name: "FILE", repeats: true)],
    summary: "Check descriptor files and say what is wrong, and where",
    details: [
      "Also tells what is allowed and probably a mistake, and every check that a descriptor gives up. "
        + "Nothing is sent anywhere. The exit status is 65 when a file cannot be used."
    ],
    options: [
      CommandOption(
        "format",
        .required("FORMAT"),
        help: "text, or github: annotations that GitHub Actions shows beside the lines."
      )
    ],
    examples: [
      .init(line: "authrun check acme.lua", purpose: "before the first login"),
      .init(line: "authrun check --format github acme.lua", purpose: "in a workflow"),
    ]
  )

  private let files: [String]
  private let isForGitHub: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    files = arguments.operands
    switch arguments.options.last("format") {
    case nil, "text": isForGitHub = false
    case "github": isForGitHub = true
    case let format?: throw UsageError("--format is text or github, not “\(format)”")
    }
  }

  func run(in context: CommandContext) async throws {
    let reports = files.map { Self.report($0, isolation: context.isolation) }
    try context.finish(
      json: .object(
        JSONObject([
          ("valid", .bool(reports.allSatisfy(\.isValid))), ("files", .array(reports.map(\.json))),
        ])
      ),
      lines: reports.flatMap {
        isForGitHub
          ? GitHubAnnotations.lines($0) : Self.remarks($0, style: context.terminal.resultStyle)
      }
    )
    if !isForGitHub || context.globals.json {
      context.terminal.write(reports.flatMap { Self.errors($0, style: context.terminal.style) })
    }
    guard reports.allSatisfy(\.isValid) else {
      throw AlreadyReported(exitStatus: AuthRunError.Code.descriptorInvalid.exitStatus)
    }
  }

  /// What checking a file finds; a file that cannot be read is one finding.
  static func report(_ file: String, isolation: IsolationRule) -> CheckReport {
    let catalogue = Catalogue(folders: [], isolation: isolation, hashing: OpenSSLHashing())
    do throws(CatalogueError) {
      return catalogue.check(try catalogue.source(file), file: file)
    } catch {
      // The message begins with the path, which every line has already.
      let reason =
        error.message.hasPrefix(file) ? error.message.dropFirst(file.count) : "is unusable"
      let hint = error.hint.map { "; \($0)" } ?? ""
      return CheckReport(
        file: file,
        findings: [Finding(.error, line: nil, "the file\(reason)\(hint)")]
      )
    }
  }

  /// The verdict on a file that can be used, with warnings and notes.
  static func remarks(_ report: CheckReport, style: Style) -> [String] {
    guard report.isValid else { return [] }
    let name = VisibleText.line(report.file)
    return ["\(name): \(style.good("can be used"))"] + report.lines.map(VisibleText.line)
  }

  /// What keeps a file from being used, and all else about it.
  static func errors(_ report: CheckReport, style: Style) -> [String] {
    guard !report.isValid else { return [] }
    return report.lines.map { "\(style.error("authrun")): \(VisibleText.line($0))" }
  }
}
