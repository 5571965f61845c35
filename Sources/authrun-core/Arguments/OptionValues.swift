/// The options found on a command line, by long name, in the order in which they were given.
struct OptionValues: Hashable, Sendable {
  private var values: [String: [String]] = [:]

  /// Adds a value; an option without one adds the empty text.
  mutating func add(_ name: String, _ value: String) {
    values[name, default: []].append(value)
  }

  func has(_ name: String) -> Bool {
    values[name] != nil
  }

  func all(_ name: String) -> [String] {
    values[name] ?? []
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
