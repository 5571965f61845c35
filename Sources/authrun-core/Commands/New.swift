import Glibc
import Login
import Providers
import Rehearsal
import Standards

/// `authrun new ID`.
struct NewCommand: Command {
  static let spec = CommandSpec(
    "new",
    [.init(name: "ID")],
    summary: "Write a descriptor of your own, with its cases",
    details: [
      "Asks at a terminal for what no option says, and writes ID.lua and ID.cases.json into your providers folder. "
        + "What nobody says stands in as an address of ID.example. The files pass “authrun check” and "
        + "“authrun test” as they are; nothing is ever overwritten.",
      "Kinds: \(DescriptorDraft.kinds.joined(separator: ", ")).",
    ],
    options: [
      CommandOption("kind", .required("KIND"), help: "How one logs in; oauth2 if left out."),
      CommandOption("name", .required("TEXT"), help: "What the service is called."),
      CommandOption("docs", .required("URL"), help: "The page of the service's documentation."),
      CommandOption("authorize", .required("URL"), help: "The page where the user agrees."),
      CommandOption(
        "token",
        .required("URL"),
        help: "The token endpoint; for oauth1, that of the access token."
      ),
      CommandOption(
        "request-token",
        .required("URL"),
        help: "For oauth1: where the temporary token comes from."
      ),
      CommandOption("issuer", .required("URL"), help: "For oidc: who issues the ID tokens."),
      CommandOption(
        "jwks",
        .required("URL"),
        help: "For oidc: where the keys of the ID tokens are."
      ),
      CommandOption("base", .required("URL"), help: "Where the API's paths start."),
      CommandOption(
        "scope",
        .required("SCOPE"),
        repeatable: true,
        help: "A scope to ask for where the user names none."
      ),
      CommandOption(
        "client-auth",
        .required("WAY"),
        help: "How the client proves itself: basic, post or none."
      ),
      CommandOption("to", .required("DIR"), help: "Write the files there instead."),
    ],
    examples: [
      .init(
        line: "authrun new pictura --authorize https://pictura.example/oauth/authorize "
          + "--token https://api.pictura.example/oauth/token --client-auth post",
        purpose: "from a page of documentation"
      ),
      .init(line: "authrun new acme --kind custom", purpose: "a login written as a script"),
    ]
  )

  private let id: String
  private let options: OptionValues

  init(_ arguments: Arguments) throws(UsageError) {
    id = arguments.first
    options = arguments.options
    guard id.isProviderID else {
      throw UsageError(
        "“\(id)” is no id",
        hint: "one is made of a-z, 0-9, _ and -, and begins with a letter or a digit"
      )
    }
    if let kind = options.last("kind"), !DescriptorDraft.kinds.contains(kind) {
      let near = Suggestion.nearest(to: kind, among: DescriptorDraft.kinds)
      throw UsageError(
        "unknown --kind \(kind)",
        hint: near.map { "did you mean \($0)" }
          ?? "one of: \(DescriptorDraft.kinds.joined(separator: ", "))"
      )
    }
  }

  func run(in context: CommandContext) async throws {
    let draft = try await draft(context)
    let home = try PracticeHome(context)
    defer { withExtendedLifetime(home) {} }
    // Written where nobody looks first, so that only what holds comes into the folder.
    let trial = try home.write(draft.lua, to: "\(id).lua")
    let descriptor = try Self.load(trial, draft, context.isolation)
    let folder = try ProvidersFolder(given: options.last("to"), context)
    let file = "\(folder.path)/\(id).lua"
    let casesFile = CaseFile.path(ofDescriptor: file)
    for path in [file, casesFile] where folder.exists(path) { throw Self.isThere(path) }
    let cases = try await Self.cases(descriptor, home)
    guard try folder.create(file, draft.lua) else { throw Self.isThere(file) }
    guard try folder.create(casesFile, cases.text) else { throw Self.isThere(casesFile) }
    let open = draft.open.map(\.option)
    try context.finish(
      json: .object(
        JSONObject([
          ("provider", .string(id)), ("kind", .string(draft.kind)), ("file", .string(file)),
          ("cases_file", .string(casesFile)), ("cases", .texts(cases.cases.map(\.name))),
          ("placeholders", .texts(open)),
        ])
      ),
      lines: [VisibleText.line(file), VisibleText.line(casesFile)]
    )
    advise(context, folder, open)
  }

  private func advise(_ context: CommandContext, _ folder: ProvidersFolder, _ open: [String]) {
    let terminal = context.terminal
    if !open.isEmpty {
      terminal.note("Stands in until you know better: \(open.joined(separator: ", ")).")
    }
    let place = folder.isUsers ? "" : " --providers \(ShellWord.quoted(folder.path))"
    terminal.note(
      "Next: authrun test \(id)\(place), authrun rehearse \(id)\(place), authrun \(id)\(place)."
    )
    if CommandTable.specs.contains(where: { $0.words.first == id }) {
      terminal.note("\(id) is a command too: log in with “authrun login \(id)”.")
    }
    let shadowed = (try? context.engine().catalogue.list())?.first { $0.id == id }?.shadowed ?? []
    if folder.isUsers, !shadowed.isEmpty {
      terminal.note("It comes before the \(id) of \(VisibleText.line(shadowed[0])).")
    }
  }

  private static func isThere(_ path: String) -> AuthRunError {
    AuthRunError(
      .inputInvalid,
      "\(path) is there already and stays as it is",
      step: "new",
      hint: "choose another id, or another folder with --to"
    )
  }

  private static func load(
    _ path: String,
    _ draft: DescriptorDraft,
    _ isolation: IsolationRule
  ) throws(AuthRunError) -> Descriptor {
    do throws(CatalogueError) {
      return try Catalogue(folders: [], isolation: isolation).read(path)
    } catch {
      guard case .invalid(let fault) = error.kind, fault.script == nil else {
        throw AuthRunError(error, provider: draft.id)
      }
      throw AuthRunError(
        .inputInvalid,
        "that makes no descriptor: \(error.message)",
        provider: draft.id,
        step: "new",
        hint: "nothing was written"
      )
    }
  }

  private static func cases(
    _ descriptor: Descriptor,
    _ home: PracticeHome
  ) async throws -> CaseFile {
    do {
      let path = descriptor.source.path
      let recorded = try await CaseRecorder(descriptor).rehearse { provider in
        try home.settings(provider, vault: "record", descriptor: path)
      }
      return try await recorded.learned(
        descriptor,
        home.settings(vault: "learn", descriptor: path)
      )
    } catch let error as RehearsalError {
      throw AuthRunError(
        .inputInvalid,
        "a rehearsal of it fails: \(error)",
        provider: descriptor.id,
        step: "new",
        hint: "nothing was written"
      )
    }
  }

  private func draft(_ context: CommandContext) async throws -> DescriptorDraft {
    let asks = isatty(STDIN_FILENO) == 1
    func ask(_ text: String, _ standard: String) async -> String? {
      guard asks else { return nil }
      let question = standard.isEmpty ? text : "\(text) [\(standard)]"
      let answer = await Prompt(terminal: context.terminal).ask(question, isSecret: false)?.text
      let trimmed = answer.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      return trimmed.flatMap { $0.isEmpty ? nil : $0 }
    }
    var kind = options.last("kind")
    if kind == nil {
      let kinds = DescriptorDraft.kinds.joined(separator: ", ")
      kind = await ask("kind: \(kinds)", "oauth2")
    }
    var draft = DescriptorDraft(id: id, kind: kind ?? "oauth2")
    guard DescriptorDraft.kinds.contains(draft.kind) else {
      throw UsageError("unknown kind \(draft.kind)").about(Self.spec)
    }
    if let name = options.last("name") {
      draft.name = name
    } else if let name = await ask("name of the service", id) {
      draft.name = name
    }
    if let docs = options.last("docs") {
      draft.docs = docs
    } else {
      draft.docs = await ask("page of its documentation", "")
    }
    for question in draft.questions {
      if let given = options.last(question.option) {
        draft.answers[question.option] = given
      } else if let answer = await ask(question.text, question.standard) {
        draft.answers[question.option] = answer
      }
    }
    draft.scopes = options.all("scope").flatMap { $0.split(separator: " ").map(String.init) }
    draft.clientAuth = options.last("client-auth")
    for option in ["authorize", "token", "request-token", "issuer", "jwks", "base"]
    where options.has(option) && !draft.questions.contains(where: { $0.option == option }) {
      throw UsageError("--\(option) has no meaning for kind \(draft.kind)").about(Self.spec)
    }
    if Task.isCancelled { throw AuthRunError(.interrupted, "interrupted", step: "new") }
    return draft
  }
}
