/// A command as the table declares it: everything that parsing, help and usage errors need to know.
struct CommandSpec: Hashable, Sendable {
  /// A positional argument.
  struct Operand: Hashable, Sendable {
    let name: String
    var required = true
    /// Whether the rest of the line belongs to it.
    var repeats = false
    /// What it may be, where that is a choice.
    var values: [String] = []

    /// The operand as a synopsis shows it.
    var synopsis: String {
      let shown = repeats ? "\(name)…" : name
      return required ? shown : "[\(shown)]"
    }
  }

  /// A command line with what it is for.
  struct Example: Hashable, Sendable {
    let line: String
    let purpose: String
  }

  /// The words that call it; `["jwt", "decode"]` is a command of two words.
  let words: [String]
  let operands: [Operand]
  /// The options that must be given, as a synopsis shows them.
  let needs: String?
  /// One line for the list of commands.
  let summary: String
  /// Paragraphs for the command's own help.
  let details: [String]
  let options: [CommandOption]
  let examples: [Example]
  /// Whether help leaves it out: it is for scripts of our own.
  let isHidden: Bool

  init(
    _ name: String,
    _ operands: [Operand] = [],
    needs: String? = nil,
    summary: String,
    details: [String] = [],
    options: [CommandOption] = [],
    examples: [Example] = [],
    isHidden: Bool = false
  ) {
    words = name.split(separator: " ").map(String.init)
    self.operands = operands
    self.needs = needs
    self.summary = summary
    self.details = details
    self.options = options
    self.examples = examples
    self.isHidden = isHidden
  }

  var name: String { words.joined(separator: " ") }

  /// The command with its operands and what it needs: `jwk convert FILE --to jwk|pem`.
  var synopsis: String {
    (words + [argumentSynopsis]).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// What follows the command's words.
  var argumentSynopsis: String {
    (operands.map(\.synopsis) + [needs].compactMap(\.self)).joined(separator: " ")
  }
}
