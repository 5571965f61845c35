import Standards

/// A text that a script puts together of parts, of which some may be secrets.
struct ScriptText {
  private(set) var bytes: [UInt8] = []
  /// The numbers of the secrets among the parts.
  private(set) var secrets: [UInt32] = []
  /// The parts by name, secrets and long texts without what they hold, for a trace.
  private(set) var formula: String

  /// The longest literal that a formula shows.
  private static let longestShown = 40

  /// The bytes of a text or secret, or of a list of them.
  init(
    _ value: ScriptValue,
    _ arguments: CallArguments,
    _ table: SecretTable
  ) throws(HostCallError) {
    var names: [String] = []
    for item in value.table.flatMap({ $0.fields.isEmpty ? $0.sequence : nil }) ?? [value] {
      if case .handle(let index) = item, let entry = table[index] {
        bytes += entry.secret.bytes
        secrets.append(index)
        names.append(entry.name)
        continue
      }
      guard let text = Self.plainBytes(item) else {
        throw arguments.wrong("takes text, a secret or a list of them, not \(item.kindName)")
      }
      bytes += text
      names.append(Self.shown(text))
    }
    formula = names.joined(separator: " ")
  }

  static func plainBytes(_ value: ScriptValue) -> [UInt8]? {
    if case .string(let text) = value { return text }
    return value.plainText.map { Array($0.utf8) }
  }

  /// A text as a formula shows it: itself in quotes, or what it is.
  static func shown(_ text: [UInt8]) -> String {
    guard text.count <= longestShown, let literal = String(validating: text, as: UTF8.self) else {
      return "text of \(text.count) bytes"
    }
    return "\"\(PrintableText.of(literal, limit: longestShown))\""
  }
}

extension ScriptContext {
  /// Those keys that could be found by trying from what they sign: a script could compare until it knows.
  func weak(_ keys: [UInt32]) -> [UInt32] {
    keys.filter { secrets[$0]?.isGuessable == true }
  }

  /// Gives a script what was computed: openly, or as a secret where secrets went into it.
  ///
  /// Such a secret may go where all of them may.
  mutating func answer(
    _ result: [UInt8],
    madeOf used: [UInt32],
    _ label: String
  ) -> [UInt8] {
    var writer = ScriptMessageWriter()
    write(result, madeOf: used, label, into: &writer)
    return writer.bytes
  }

  /// As `answer`, for a value among others.
  mutating func write(
    _ result: [UInt8],
    madeOf used: [UInt32],
    _ label: String,
    into writer: inout ScriptMessageWriter
  ) {
    let sources = used.compactMap { secrets[$0] }
    guard !sources.isEmpty else { return writer.string(result) }
    let name = "\(label) of \(sources.map(\.name).joined(separator: ", "))"
    let rules = sources.map(\.mayGoTo)
    let index = secrets.add(
      Secret(result),
      name: name,
      isBound: sources.contains(where: \.isBound),
      isGuessable: sources.contains(where: \.isGuessable)
    ) { url in rules.allSatisfy { $0(url) } }
    writer.handle(index, name: name)
  }
}
