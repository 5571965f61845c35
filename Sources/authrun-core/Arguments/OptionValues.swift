/// The options found on a command line, by long name, in the order in which they were given.
struct OptionValues: Hashable, Sendable {
  private struct Given: Hashable, Sendable {
    let name: String
    let value: String
  }

  private var values: [String: [String]] = [:]
  private var sequence: [Given] = []

  /// Adds a value; an option without one adds the empty text.
  mutating func add(_ name: String, _ value: String) {
    values[name, default: []].append(value)
    sequence.append(Given(name: name, value: value))
  }

  func has(_ name: String) -> Bool {
    values[name] != nil
  }

  func all(_ name: String) -> [String] {
    values[name] ?? []
  }

  /// The values of several options, in the order in which they stand on the line.
  func all(_ names: Set<String>) -> [(name: String, value: String)] {
    sequence.filter { names.contains($0.name) }.map { ($0.name, $0.value) }
  }

  func last(_ name: String) -> String? {
    values[name]?.last
  }

  /// A whole number within `range`; anything else is a usage error that names the option.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = last(name) else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw UsageError(
        "--\(name) must be a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”"
      )
    }
    return value
  }
}
