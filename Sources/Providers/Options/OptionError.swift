/// All that is wrong with the options of a login.
package struct OptionError: Error, Sendable, CustomStringConvertible {
  package enum Fault: Hashable, Sendable {
    /// An argument that is not `key=value`; the text without anything that may be secret.
    case malformed(String)
    case unknown(String, suggestion: String?, known: [String])
    /// An option with the end of a sentence about its value.
    case unfit(String, String)
    case missing(OptionSpec, environment: String)
  }

  package let faults: [Fault]

  init(_ faults: [Fault]) {
    self.faults = faults
  }

  /// One sentence for each fault.
  package var lines: [String] { faults.map(\.text) }

  package var description: String { lines.joined(separator: "\n") }

  /// The options that are required and have no value.
  package var missing: [OptionSpec] {
    faults.compactMap { fault in
      if case .missing(let spec, _) = fault { spec } else { nil }
    }
  }

  /// Whether nothing but missing options is wrong, so that asking for them would help.
  package var isOnlyMissing: Bool { missing.count == faults.count }
}

extension OptionError.Fault {
  fileprivate var text: String {
    switch self {
    case .malformed(let argument):
      return "\"\(argument)\" is no option; give NAME=VALUE"
    case .unknown(let name, let suggestion, let known):
      let hint = suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
      let list = known.isEmpty ? "there are none" : "there are \(known.joined(separator: ", "))"
      return "unknown option \"\(name)\"\(hint) (\(list))"
    case .unfit(let name, let reason):
      return "the option \(name) \(reason)"
    case .missing(let spec, let environment):
      let help = spec.help.map { " (\($0))" } ?? ""
      let value = spec.type == .secret ? "env:NAME, file:PATH or -" : "VALUE"
      return "the option \(spec.name) is missing\(help); "
        + "give --option \(spec.name)=\(value), or set \(environment)"
    }
  }
}
