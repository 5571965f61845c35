/// One name with its value, as bytes after decoding.
package struct Parameter: Hashable, Sendable {
  package var name: [UInt8]
  package var value: [UInt8]
  /// Whether the value came from a secret, whatever name it goes by.
  package var isSecret: Bool {
    get { origin.isSecret }
    set { origin.isSecret = newValue }
  }
  private var origin = Origin()

  package init(_ name: String, _ value: String) {
    self.name = Array(name.utf8)
    self.value = Array(value.utf8)
  }

  package init(_ name: String, _ secret: Secret) {
    self.init(name: Array(name.utf8), value: secret.bytes, isSecret: true)
  }

  package init(name: [UInt8], value: [UInt8], isSecret: Bool = false) {
    self.name = name
    self.value = value
    self.isSecret = isSecret
  }

  /// The name as text; bytes that are not UTF-8 become replacement characters.
  package var nameText: String { String(decoding: name, as: UTF8.self) }

  /// The value as text; bytes that are not UTF-8 become replacement characters.
  package var valueText: String { String(decoding: value, as: UTF8.self) }
}

/// Names with values in the order in which they were written; a name may stand several times.
package struct Parameters: Hashable, Sendable {
  package var pairs: [Parameter]

  package init(_ pairs: [Parameter] = []) {
    self.pairs = pairs
  }

  package init(_ pairs: [(String, String)]) {
    self.pairs = pairs.map { Parameter($0.0, $0.1) }
  }

  package var isEmpty: Bool { pairs.isEmpty }

  /// All values of `name`, in order.
  package func values(_ name: String) -> [String] {
    pairs.lazy.filter { $0.name.elementsEqual(name.utf8) }.map(\.valueText)
  }

  /// The first value of `name`; where a repetition matters, ask for all of them.
  package func first(_ name: String) -> String? {
    pairs.first { $0.name.elementsEqual(name.utf8) }?.valueText
  }

  package mutating func append(_ name: String, _ value: String) {
    pairs.append(Parameter(name, value))
  }

  package mutating func append(_ name: String, _ secret: Secret) {
    pairs.append(Parameter(name, secret))
  }

  /// The names under which secrets stand.
  package var secretNames: Set<String> { Set(pairs.filter(\.isSecret).map(\.nameText)) }

  package mutating func removeAll(_ name: String) {
    pairs.removeAll { $0.name.elementsEqual(name.utf8) }
  }

  /// Replaces all values of `name` by one, at the place of the first, or appends it.
  package mutating func set(_ name: String, _ value: String) {
    guard let index = pairs.firstIndex(where: { $0.name.elementsEqual(name.utf8) }) else {
      append(name, value)
      return
    }
    removeAll(name)
    pairs.insert(Parameter(name, value), at: index)
  }
}
