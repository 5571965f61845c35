/// One option as the command table declares it; parsing, help and completions read it from here.
struct CommandOption: Hashable, Sendable {
  /// What follows the option's name.
  enum Argument: Hashable, Sendable {
    case none
    /// `--name VALUE` or `--name=VALUE`.
    case required(String)
    /// Only `--name=VALUE`; a bare `--name` has no value.
    case optional(String)
  }

  /// The long name without its dashes; it is also the key of the parsed value.
  let name: String
  /// A one-letter form, as in `-H`.
  let short: Character?
  let argument: Argument
  let repeatable: Bool
  /// What it does, in one or two short sentences.
  let help: String
  /// The environment variable that stands for the option when it is not given.
  let environment: String?
  /// What its value may be, where that is a choice.
  let values: [String]

  init(
    _ name: String,
    short: Character? = nil,
    _ argument: Argument = .none,
    repeatable: Bool = false,
    environment: String? = nil,
    values: [String] = [],
    help: String
  ) {
    self.name = name
    self.short = short
    self.argument = argument
    self.repeatable = repeatable
    self.help = help
    self.environment = environment
    self.values = values
  }

  /// What help calls its value; empty when it has none.
  var valueName: String {
    switch argument {
    case .none: ""
    case .required(let name), .optional(let name): name
    }
  }

  /// The option as help shows it: `-o, --output FILE`.
  var synopsis: String {
    let names = short.map { "-\($0), --\(name)" } ?? "--\(name)"
    return switch argument {
    case .none: names
    case .required(let value): "\(names) \(value)"
    case .optional(let value): "\(names)[=\(value)]"
    }
  }
}
