import Login
import Providers
import Standards

/// `authrun completions SHELL`.
struct CompletionsCommand: Command {
  static let spec = CommandSpec(
    "completions",
    [.init(name: "SHELL", values: CompletionScript.allCases.map(\.rawValue))],
    summary: "Print what lets a shell complete commands, providers and accounts",
    details: [
      "The script asks authrun at each completion, so that it need not be made anew when a provider or "
        + "an account is added. Accounts are offered where the vault's key is at hand without asking anybody."
    ],
    examples: [
      .init(line: "eval \"$(authrun completions bash)\"", purpose: "in ~/.bashrc"),
      .init(
        line: "authrun completions zsh > ~/.zfunc/_authrun",
        purpose: "in a folder of zsh's fpath"
      ),
      .init(
        line: "authrun completions fish > ~/.config/fish/completions/authrun.fish",
        purpose: "where fish looks"
      ),
    ]
  )

  let script: CompletionScript

  init(_ arguments: Arguments) throws(UsageError) {
    guard let script = CompletionScript(rawValue: arguments.first) else {
      throw UsageError(
        "no completions for “\(VisibleText.line(arguments.first))”",
        hint: "one of: \(CompletionScript.allCases.map(\.rawValue).joined(separator: ", "))"
      )
    }
    self.script = script
  }

  func run(in context: CommandContext) async throws {
    guard context.globals.json else { return try context.terminal.result(script.text.utf8) }
    let object = JSONObject([
      ("shell", .string(script.rawValue)), ("script", .string(script.text)),
    ])
    try context.terminal.result(line: JSONValue.object(object).visiblySerialized)
  }
}

/// `authrun complete-words SHELL -- WORD…`: what the completion scripts ask.
struct CompleteWordsCommand: Command {
  static let spec = CommandSpec(
    "complete-words",
    [.init(name: "SHELL"), .init(name: "WORD", required: false, repeats: true)],
    summary: "Tell a completion script what may come next",
    isHidden: true
  )

  let script: CompletionScript
  let request: CompletionRequest

  init(_ arguments: Arguments) throws(UsageError) {
    script = CompletionScript(rawValue: arguments.first) ?? .bash
    let words = Array(arguments.operands.dropFirst())
    request =
      script == .bash
      ? CompletionRequest(line: words.first ?? "") : CompletionRequest(words: words)
  }

  func run(in context: CommandContext) async throws {
    let engine = CompletionEngine(
      commands: CommandTable.specs,
      globals: GlobalOptions.specs,
      fallback: LoginCommand.spec,
      names: StoredNames(engine: try? context.engine())
    )
    for line in Self.lines(engine.complete(request), for: script, request.current) {
      try context.terminal.result(line: line)
    }
  }

  /// The kind of the answer, then a candidate a line, with its note after a tab where the shell shows it.
  static func lines(
    _ completion: Completion,
    for script: CompletionScript,
    _ current: String
  ) -> [String] {
    switch completion {
    case .files: return ["files"]
    case .directories: return ["directories"]
    case .candidates(let candidates):
      return ["candidates"]
        + candidates.map { candidate in
          guard script == .bash else {
            let note = VisibleText.line(candidate.note)
            return note.isEmpty ? candidate.text : "\(candidate.text)\t\(note)"
          }
          return ShellWord.quoted(String(candidate.text.dropFirst(bashPrefix(current))))
        }
    }
  }

  /// How much of the current word bash takes for words of their own, and does not replace.
  private static func bashPrefix(_ current: String) -> Int {
    guard let mark = current.lastIndex(where: { $0 == "=" || $0 == ":" }) else { return 0 }
    return current.distance(from: current.startIndex, to: mark) + 1
  }
}

/// The names in folders and in the vault, looked up when they are wanted.
struct StoredNames: CompletionNames {
  let engine: Engine?

  var providers: [String] {
    ((try? engine?.catalogue.list()) ?? []).map(\.id)
  }

  var accounts: [String] {
    (engine?.accountsAtHand() ?? []).map(\.description)
  }
}
