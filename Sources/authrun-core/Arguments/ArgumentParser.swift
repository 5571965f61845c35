import Providers

/// Reads a command line against a table of commands; it decides nothing by itself.
///
/// Options may stand anywhere, also before the command; `--` ends them. The first word that is no option
/// is the command, and a word that is none names a provider to log in to.
struct ArgumentParser: Sendable {
  let commands: [CommandSpec]
  /// Options that every command takes.
  let globals: [CommandOption]
  /// Commands that the design names and that this version lacks.
  let later: Set<String>
  /// The command that is meant when the first word is none.
  let fallback: CommandSpec

  func parse(_ words: [String]) throws(UsageError) -> Invocation {
    let (command, rest) = try select(words)
    guard let command else {
      let reader = try OptionReader(rest, specs: globals)
      if reader.values.has("version") { return .version }
      if reader.values.has("help") { return .help(nil) }
      throw UsageError("no command", hint: "authrun help lists the commands")
    }
    do throws(UsageError) {
      let reader = try OptionReader(rest, specs: command.options + globals)
      if reader.values.has("help") { return .help(command) }
      try check(reader.operands, of: command)
      var own = OptionValues()
      var shared = OptionValues()
      for (spec, value) in reader.found {
        if command.options.contains(spec) {
          own.add(spec.name, value)
        } else {
          shared.add(spec.name, value)
        }
      }
      return .run(
        Arguments(
          command: command,
          operands: reader.operands,
          options: own,
          globals: shared,
          terminator: reader.terminator
        )
      )
    } catch {
      throw error.about(command)
    }
  }

  /// Finds the command and returns the other words.
  private func select(
    _ words: [String]
  ) throws(UsageError) -> (command: CommandSpec?, rest: [String]) {
    // Before the command is known, an option's value must not be taken for it: the options that are
    // understood there are the global ones and those of the command that may be left out.
    let known = globals + fallback.options
    guard let start = OptionReader.firstOperand(words, specs: known) else { return (nil, words) }
    let word = words[start.index]
    if !start.afterTerminator {
      for command in commands.sorted(by: { $0.words.count > $1.words.count }) {
        let end = start.index + command.words.count
        if end <= words.count, Array(words[start.index..<end]) == command.words {
          return (command, Array(words[..<start.index] + words[end...]))
        }
      }
      if start.index + 1 < words.count, later.contains("\(word) \(words[start.index + 1])") {
        throw UsageError("\(word) \(words[start.index + 1]) is not in this version")
      }
      if let group = commands.filter({ $0.words.count > 1 && $0.words[0] == word }).first {
        throw UsageError("\(word) needs a word after it", hint: "as in: authrun \(group.synopsis)")
      }
      if later.contains(word) {
        throw UsageError("\(word) is not in this version", hint: "authrun help lists the commands")
      }
    }
    return (fallback, words)
  }

  private func check(
    _ operands: [String],
    of command: CommandSpec
  ) throws(UsageError) {
    let required = command.operands.filter(\.required)
    if operands.count < required.count {
      throw UsageError("\(required[operands.count].name) is missing")
    }
    let unlimited = command.operands.contains { $0.repeats }
    if !unlimited, operands.count > command.operands.count {
      throw UsageError(
        "unexpected argument “\(operands[command.operands.count])”",
        hint: commandHint(operands[0], of: command)
      )
    }
  }

  /// A hint for `authrun tokn spotify`, where a misspelt command was taken for a provider.
  private func commandHint(_ word: String, of command: CommandSpec) -> String? {
    guard command == fallback else { return nil }
    return nearestCommand(to: word).map { "did you mean: authrun \($0)" }
  }

  /// The command whose name is nearest to a word that names none.
  func nearestCommand(to word: String) -> String? {
    Suggestion.nearest(to: word, among: commands.filter { !$0.isHidden }.map(\.name))
  }
}
