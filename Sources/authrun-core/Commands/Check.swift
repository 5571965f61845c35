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
      "Also names every check that a descriptor gives up. Nothing is sent anywhere. The exit status is 65 when "
        + "a file is wrong."
    ],
    examples: [.init(line: "authrun check acme.lua", purpose: "before the first login")]
  )

  private let files: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    files = arguments.operands
  }

  func run(in context: CommandContext) async throws {
    let catalogue = Catalogue(folders: [])
    let checks = files.map { DescriptorCheck(file: $0, catalogue: catalogue) }
    if context.globals.json {
      let object = JSONObject([
        ("ok", .bool(checks.allSatisfy { $0.problem == nil })),
        ("files", .array(checks.map(\.json))),
      ])
      try context.terminal.result(line: JSONValue.object(object).serialized)
    }
    for check in checks {
      if let problem = check.problem {
        context.terminal.write(ErrorReport(error: problem).lines(style: context.terminal.style))
      } else if !context.globals.json {
        for line in check.lines(style: context.terminal.resultStyle) {
          try context.terminal.result(line: line)
        }
      }
    }
    if let problem = checks.compactMap(\.problem).first {
      throw AlreadyReported(exitStatus: problem.code.exitStatus)
    }
  }
}

/// What checking one file found.
struct DescriptorCheck {
  let file: String
  private(set) var descriptor: Descriptor?
  private(set) var problem: AuthRunError?

  init(file: String, catalogue: Catalogue) {
    self.file = file
    do throws(CatalogueError) {
      descriptor = try catalogue.read(file)
    } catch {
      problem = Self.problem(error)
    }
  }

  private static func problem(_ error: CatalogueError) -> AuthRunError {
    guard case .invalid(let fault) = error.kind else {
      return AuthRunError(.descriptorInvalid, error.message, step: "check", hint: error.hint)
    }
    var problem = AuthRunError(
      .descriptorInvalid,
      fault.message,
      step: "check",
      location: fault.location
    )
    problem.problems = fault.lines
    return problem
  }

  func lines(style: Style) -> [String] {
    guard let descriptor else { return [] }
    let name = VisibleText.line(file)
    return ["\(name): \(style.good("fine")) (\(descriptor.id), \(descriptor.kind.rawValue))"]
      + descriptor.loosened.map {
        "\(name): gives up \($0.field): \(VisibleText.line($0.consequence))"
      }
  }

  var json: JSONValue {
    var object = JSONObject([
      ("file", .string(file)), ("ok", .bool(problem == nil)), ("id", .text(descriptor?.id)),
    ])
    object["problems"] = .array(
      (problem?.problems ?? []).isEmpty
        ? problem.map { [.string($0.message)] } ?? []
        : (problem?.problems ?? []).map { .string($0) }
    )
    object["loosened"] = .array((descriptor?.loosened ?? []).map(DescriptorOutput.loosening))
    return .object(object)
  }
}
