package import Standards

/// Finds the value of each option: what was given, the environment, what is stored, the default.
package struct OptionResolver: Sendable {
  /// How a secret's `env:`, `file:` and `-` are followed; none of it happens in the resolver itself.
  package struct Sources: Sendable {
    package var environment: [String: String]
    package var readFile: @Sendable (_ path: String) throws -> [UInt8]
    /// All of standard input; called at most once.
    package var readStandardInput: @Sendable () throws -> [UInt8]

    package init(
      environment: [String: String],
      readFile: @escaping @Sendable (_ path: String) throws -> [UInt8],
      readStandardInput: @escaping @Sendable () throws -> [UInt8]
    ) {
      self.environment = environment
      self.readFile = readFile
      self.readStandardInput = readStandardInput
    }
  }

  private let provider: String
  private let specs: [OptionSpec]
  private let sources: Sources

  package init(provider: String, specs: [OptionSpec], sources: Sources) {
    self.provider = provider
    self.specs = specs
    self.sources = sources
  }

  package init(_ descriptor: Descriptor, sources: Sources) {
    self.init(provider: descriptor.id, specs: descriptor.options, sources: sources)
  }

  /// Splits `key=value` at the first `=`; fails when there is none.
  package static func parse(_ argument: String) throws(OptionError) -> (name: String, value: String)
  {
    guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else {
      throw OptionError([.malformed(argument.contains("=") ? "" : argument)])
    }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }

  /// The values to log in with.
  ///
  /// - Parameters:
  ///   - given: names with what the user gave, in order; the last of a name counts.
  ///   - stored: the values of the account's last login.
  /// - Returns: a value for each option that has one.
  /// - Throws: everything that is wrong at once: unknown names, unfit values, and what is missing.
  package func resolve(
    given: [(name: String, value: String)],
    stored: [String: OptionValue] = [:]
  ) throws(OptionError) -> ResolvedOptions {
    var result = ResolvedOptions()
    var faults: [OptionError.Fault] = []
    for name in Set(given.map(\.name)).sorted() where !specs.contains(where: { $0.name == name }) {
      let near = Suggestion.nearest(to: name, among: specs.map(\.name))
      faults.append(.unknown(name, suggestion: near, known: specs.map(\.name)))
    }
    var standardInput: [UInt8]?
    for spec in specs {
      do {
        let value = try value(of: spec, given, stored, &standardInput, &result.warnings)
        if let value {
          result.values[spec.name] = value
          if isGiven(spec, given) { result.given.insert(spec.name) }
        } else if spec.isRequired {
          faults.append(.missing(spec, environment: spec.environmentName(provider: provider)))
        }
      } catch {
        faults.append(.unfit(spec.name, error.description))
      }
    }
    guard faults.isEmpty else { throw OptionError(faults) }
    return result
  }

  private func value(
    of spec: OptionSpec,
    _ given: [(name: String, value: String)],
    _ stored: [String: OptionValue],
    _ standardInput: inout [UInt8]?,
    _ warnings: inout [OptionWarning]
  ) throws(OptionValueError) -> OptionValue? {
    if let text = given.last(where: { $0.name == spec.name })?.value {
      guard spec.type == .secret else { return .text(try spec.checked(text)) }
      return try secret(spec, text, &standardInput, &warnings)
    }
    let variable = spec.environmentName(provider: provider)
    if !OptionSpec.reservedEnvironmentNames.contains(variable),
      let text = sources.environment[variable], !text.isEmpty
    {
      let value = try spec.checked(PEM.unescaped(text))
      return spec.type == .secret ? .secret(Secret(value)) : .text(value)
    }
    if let value = stored[spec.name] { return try storedValue(value, spec) }
    return spec.standard.map(OptionValue.text)
  }

  private func isGiven(_ spec: OptionSpec, _ given: [(name: String, value: String)]) -> Bool {
    let variable = spec.environmentName(provider: provider)
    return given.contains { $0.name == spec.name }
      || !OptionSpec.reservedEnvironmentNames.contains(variable)
        && sources.environment[variable]?.isEmpty == false
  }

  /// Follows where a secret is to be taken from; given as plain text, it is used with a warning.
  private func secret(
    _ spec: OptionSpec,
    _ text: String,
    _ standardInput: inout [UInt8]?,
    _ warnings: inout [OptionWarning]
  ) throws(OptionValueError) -> OptionValue {
    let bytes: [UInt8]
    if text == "-" {
      // Standard input can be read once, so all options that name it share what it held.
      if let input = standardInput {
        bytes = input
      } else {
        bytes = try read("standard input") { try sources.readStandardInput() }
        standardInput = bytes
      }
    } else if text.hasPrefix("file:") {
      let path = String(text.dropFirst(5))
      bytes = try read("the file \(path)") { try sources.readFile(path) }
    } else if text.hasPrefix("env:") {
      let name = String(text.dropFirst(4))
      guard let value = sources.environment[name] else {
        throw OptionValueError("is to come from the environment, but \(name) is not set")
      }
      bytes = Array(PEM.unescaped(value).utf8)
    } else {
      warnings.append(.plainSecret(spec.name))
      bytes = Array(text.utf8)
    }
    guard let value = String(validating: bytes.withoutFinalLineBreak, as: UTF8.self) else {
      throw OptionValueError("is not UTF-8 text")
    }
    return .secret(Secret(try spec.checked(value)))
  }

  private func read(
    _ place: String,
    _ body: () throws -> [UInt8]
  ) throws(OptionValueError) -> [UInt8] {
    do {
      return try body()
    } catch {
      throw OptionValueError("cannot be read from \(place): \(error)")
    }
  }

  /// A stored value counts only while the descriptor still allows it.
  private func storedValue(
    _ value: OptionValue,
    _ spec: OptionSpec
  ) throws(OptionValueError) -> OptionValue {
    let text =
      switch value {
      case .text(let text): text
      case .secret(let secret): secret.text
      }
    let checked = try spec.checked(text)
    return spec.type == .secret ? .secret(Secret(checked)) : .text(checked)
  }
}

/// The values of a descriptor's options, and what the user should know about how they were given.
package struct ResolvedOptions: Sendable {
  package var values: [String: OptionValue] = [:]
  /// The options that were given now, by argument or by environment.
  package var given: Set<String> = []
  package var warnings: [OptionWarning] = []

  package init() {}
}

/// Something about an option that works but should not be done.
package enum OptionWarning: Hashable, Sendable, CustomStringConvertible {
  /// A secret among the arguments, where other users and the shell's history can see it.
  case plainSecret(String)

  package var description: String {
    switch self {
    case .plainSecret(let name):
      "\(name) is a secret, and arguments are seen by other programs; "
        + "give \(name)=env:NAME, \(name)=file:PATH or \(name)=-"
    }
  }
}

extension [UInt8] {
  /// Files and pipes end in a line break that is no part of the secret.
  fileprivate var withoutFinalLineBreak: ArraySlice<UInt8> {
    var bytes = self[...]
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return bytes
  }
}
