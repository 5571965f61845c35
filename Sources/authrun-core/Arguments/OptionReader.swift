import Providers

/// Splits words into options and operands.
struct OptionReader {
  private(set) var found: [(spec: CommandOption, value: String)] = []
  private(set) var operands: [String] = []
  /// How many operands stand before a `--`; `nil` without one.
  private(set) var terminator: Int?
  private let specs: [CommandOption]
  private var words: ArraySlice<String>

  /// The options found, by name.
  var values: OptionValues {
    var values = OptionValues()
    for (spec, value) in found {
      values.add(spec.name, value)
    }
    return values
  }

  init(_ words: [String], specs: [CommandOption]) throws(UsageError) {
    self.specs = specs
    self.words = words[...]
    while let word = self.words.popFirst() {
      if word == "--" {
        terminator = operands.count
        operands += self.words
        return
      }
      if word.hasPrefix("--") {
        try readLong(word)
      } else if word.hasPrefix("-"), word != "-" {
        try readShort(word)
      } else {
        operands.append(word)
      }
    }
  }

  /// Where the first operand is, found without judging any option.
  static func firstOperand(
    _ words: [String],
    specs: [CommandOption]
  ) -> (index: Int, afterTerminator: Bool)? {
    var index = 0
    while index < words.count {
      let word = words[index]
      if word == "--" { return index + 1 < words.count ? (index + 1, true) : nil }
      guard word.hasPrefix("-"), word != "-" else { return (index, false) }
      let takesNext = specs.contains { spec in
        guard case .required = spec.argument else { return false }
        return word == "--\(spec.name)" || spec.short.map { word == "-\($0)" } ?? false
      }
      index += takesNext ? 2 : 1
    }
    return nil
  }

  private mutating func readLong(_ word: String) throws(UsageError) {
    let body = word.dropFirst(2)
    let equals = body.firstIndex(of: "=")
    let name = String(body[..<(equals ?? body.endIndex)])
    let attached = equals.map { String(body[body.index(after: $0)...]) }
    guard let spec = specs.first(where: { $0.name == name }) else {
      throw unknown("--\(name)")
    }
    switch spec.argument {
    case .none:
      if attached != nil { throw UsageError("--\(name) takes no value") }
      found.append((spec, ""))
    case .optional:
      if attached == "" { throw UsageError("--\(name)= needs a value after the sign") }
      try add(spec, attached ?? "")
    case .required:
      if let attached {
        try add(spec, attached)
      } else {
        try add(spec, next(for: spec, written: "--\(name)"))
      }
    }
  }

  /// Reads `-i`, `-o FILE`, `-oFILE` and `-io FILE`.
  private mutating func readShort(_ word: String) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let spec = specs.first(where: { $0.short == letter }) else {
        throw unknown("-\(letter)")
      }
      guard case .required = spec.argument else {
        found.append((spec, ""))
        continue
      }
      let value = letters.isEmpty ? try next(for: spec, written: "-\(letter)") : String(letters)
      try add(spec, value)
      return
    }
  }

  private mutating func add(_ spec: CommandOption, _ value: String) throws(UsageError) {
    if !spec.repeatable, found.contains(where: { $0.spec == spec }) {
      throw UsageError("--\(spec.name) is given twice")
    }
    found.append((spec, value))
  }

  /// The next word as a value; a word that looks like a long option is more likely a forgotten value.
  private mutating func next(
    for spec: CommandOption,
    written: String
  ) throws(UsageError) -> String {
    guard let word = words.first, !word.hasPrefix("--") else {
      guard case .required(let name) = spec.argument else { return "" }
      throw UsageError("\(written) needs \(name)", hint: valueHint(for: spec))
    }
    words.removeFirst()
    return word
  }

  private func valueHint(for spec: CommandOption) -> String? {
    words.isEmpty ? nil : "a value that begins with -- is written --\(spec.name)=VALUE"
  }

  private func unknown(_ written: String) -> UsageError {
    let nearest = Suggestion.nearest(to: written, among: specs.map { "--\($0.name)" })
    return UsageError(
      "unknown option \(written)",
      hint: nearest.map { "did you mean \($0)" }
    )
  }
}
