/// What may stand where the cursor is.
enum Completion: Hashable {
  /// Texts to choose from; those that do not begin as the current word are left out later.
  case candidates([Candidate])
  case files
  case directories

  struct Candidate: Hashable {
    let text: String
    var note = ""
    /// Whether the word is over with it, so that a space follows.
    var isComplete = true
  }
}

/// Names that only a look into folders and the vault can tell.
protocol CompletionNames {
  /// Ids of descriptors.
  var providers: [String] { get }
  /// Accounts as `PROVIDER/NAME`.
  var accounts: [String] { get }
}

/// Finds what may come next, from the table of commands alone.
struct CompletionEngine {
  let commands: [CommandSpec]
  let globals: [CommandOption]
  let fallback: CommandSpec
  let names: any CompletionNames

  /// What may come next, only what begins as the current word does.
  func complete(_ request: CompletionRequest) -> Completion {
    let current = request.current
    let (command, rest) = command(request.words)
    let options = (command?.options ?? fallback.options) + globals
    if let (spec, value) = Self.attached(current, options) {
      return completion(ofValue: spec, prefix: "--\(spec.name)=", value)
    }
    let read = Self.read(rest, options)
    if let pending = read.pending { return completion(ofValue: pending, prefix: "", current) }
    if current.hasPrefix("-"), !read.isOnlyOperands {
      return .candidates(Self.matching(optionNames(options, given: read.given), current))
    }
    guard let command else { return .candidates(Self.matching(firstWords, current)) }
    // What follows `--` is another program's command line.
    if read.isOnlyOperands, command.operands.contains(where: { $0.name == "-- COMMAND" }) {
      return .files
    }
    return operand(command, at: read.operands, current)
  }

  // MARK: Commands

  /// The command that the words name, and the other words; `nil` when there is none yet.
  private func command(_ words: [String]) -> (CommandSpec?, [String]) {
    let known = globals + fallback.options
    guard let start = OptionReader.firstOperand(words, specs: known) else { return (nil, words) }
    let before = Array(words[..<start.index])
    for command in commands.sorted(by: { $0.words.count > $1.words.count }) {
      let end = start.index + command.words.count
      if end <= words.count, Array(words[start.index..<end]) == command.words {
        return (command, before + words[end...])
      }
    }
    // The first of two words, with nothing after it yet.
    if start.index == words.count - 1, let group = group(words[start.index]) {
      return (group, before)
    }
    return (fallback, words)
  }

  /// A stand-in for the commands that begin with a word: its operand is their second.
  private func group(_ word: String) -> CommandSpec? {
    guard commands.contains(where: { $0.words.count > 1 && $0.words[0] == word }) else {
      return nil
    }
    return CommandSpec(word, [.init(name: Self.secondWord)], summary: "")
  }

  private static let secondWord = "second word"

  private var firstWords: [Completion.Candidate] {
    var seen: Set<String> = []
    let words = commands.filter { !$0.isHidden }.compactMap { spec -> Completion.Candidate? in
      guard seen.insert(spec.words[0]).inserted else { return nil }
      return .init(text: spec.words[0], note: spec.words.count == 1 ? spec.summary : "")
    }
    return words + names.providers.map { .init(text: $0, note: "log in") }
  }

  // MARK: Operands

  private func operand(
    _ command: CommandSpec,
    at index: Int,
    _ current: String
  ) -> Completion {
    if command.operands.first?.name == Self.secondWord {
      let group = commands.filter { $0.words.count > 1 && $0.words[0] == command.words[0] }
      return .candidates(
        Self.matching(group.map { .init(text: $0.words[1], note: $0.summary) }, current)
      )
    }
    // A group whose first word is a command too takes the second word in the place of an operand.
    let seconds = commands.filter { $0.words.count > 1 && [$0.words[0]] == command.words }
    let more: [Completion.Candidate] =
      index == 0 ? seconds.map { .init(text: $0.words[1], note: $0.summary) } : []
    let operands = command.operands
    let repeated = operands.prefix(index + 1).first(where: \.repeats)
    guard let operand = repeated ?? (index < operands.count ? operands[index] : nil) else {
      return .candidates(Self.matching(more, current))
    }
    if command.words == ["help"] {
      return .candidates(Self.matching(index == 0 ? helpTopics : [], current))
    }
    switch completion(of: operand.name, operand.values, current) {
    case .candidates(let found): return .candidates(Self.matching(more, current) + found)
    case let other: return other
    }
  }

  private var helpTopics: [Completion.Candidate] {
    var seen: Set<String> = []
    return commands.filter { !$0.isHidden && seen.insert($0.words[0]).inserted }
      .map { .init(text: $0.words[0]) }
  }

  /// What a name in a synopsis stands for.
  private func completion(of name: String, _ values: [String], _ current: String) -> Completion {
    guard values.isEmpty else {
      return .candidates(Self.matching(values.map { .init(text: $0) }, current))
    }
    let alternatives = name.split(separator: "|").map(String.init)
    if alternatives.count > 1, alternatives.allSatisfy({ $0 == $0.lowercased() && $0 != "-" }) {
      return .candidates(Self.matching(alternatives.map { .init(text: $0) }, current))
    }
    switch alternatives.first ?? "" {
    case "FILE": return .files
    case "DIR": return .directories
    case "PROVIDER", "ID": return .candidates(Self.matching(providers, current))
    case "ACCOUNT", "NEW-ACCOUNT": return .candidates(Self.matching(accounts(current), current))
    case "COMMAND": return .files
    case "METHOD":
      let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
      return .candidates(Self.matching(methods.map { .init(text: $0) }, current))
    default: return .candidates([])
    }
  }

  private var providers: [Completion.Candidate] { names.providers.map { .init(text: $0) } }

  /// Accounts by their shortest names; the part before the slash too while it is not typed.
  private func accounts(_ current: String) -> [Completion.Candidate] {
    let accounts = names.accounts
    guard !current.contains("/") else { return accounts.map { .init(text: $0) } }
    var result: [Completion.Candidate] = []
    for account in accounts {
      let parts = account.split(separator: "/", maxSplits: 1)
      guard parts.count == 2 else { continue }
      result.append(.init(text: parts[1] == "default" ? String(parts[0]) : account))
    }
    return result
  }

  // MARK: Options

  private func completion(
    ofValue spec: CommandOption,
    prefix: String,
    _ value: String
  ) -> Completion {
    guard case .candidates(let found) = completion(of: spec.valueName, spec.values, value) else {
      return completion(of: spec.valueName, spec.values, value)
    }
    return .candidates(found.map { .init(text: prefix + $0.text, note: $0.note) })
  }

  private func optionNames(
    _ options: [CommandOption],
    given: Set<String>
  ) -> [Completion.Candidate] {
    options.filter { $0.repeatable || !given.contains($0.name) }
      .map { .init(text: "--\($0.name)", note: $0.help) }
  }

  /// The option and the beginning of its value in `--name=val`.
  private static func attached(
    _ current: String,
    _ options: [CommandOption]
  ) -> (CommandOption, String)? {
    guard current.hasPrefix("--"), let equals = current.firstIndex(of: "=") else { return nil }
    let name = current[..<equals].dropFirst(2)
    guard let spec = options.first(where: { $0.name == name }), spec.argument != .none else {
      return nil
    }
    return (spec, String(current[current.index(after: equals)...]))
  }

  private struct Reading {
    var operands = 0
    var given: Set<String> = []
    /// The option whose value comes next.
    var pending: CommandOption?
    /// Whether `--` has ended the options.
    var isOnlyOperands = false
  }

  /// Goes through the words without judging them.
  private static func read(_ words: [String], _ options: [CommandOption]) -> Reading {
    var reading = Reading()
    for word in words {
      if reading.pending != nil {
        reading.pending = nil
        continue
      }
      if reading.isOnlyOperands || !word.hasPrefix("-") || word == "-" {
        reading.operands += 1
        continue
      }
      if word == "--" {
        reading.isOnlyOperands = true
        continue
      }
      let name = word.prefix { $0 != "=" }
      let spec = options.first { spec in
        name == "--\(spec.name)" || !word.hasPrefix("--") && spec.short == word.last
      }
      guard let spec else { continue }
      reading.given.insert(spec.name)
      if case .required = spec.argument, !word.contains("=") { reading.pending = spec }
    }
    return reading
  }

  private static func matching(
    _ candidates: [Completion.Candidate],
    _ current: String
  ) -> [Completion.Candidate] {
    candidates.filter { $0.text.hasPrefix(current) }
  }
}
