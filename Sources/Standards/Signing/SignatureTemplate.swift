/// A signature that a provider puts together from values: which ones, in which order, hashed how.
///
/// Covers what services ask for beside the standards: a hash over sorted parameters and a secret, an
/// HMAC over a body and a timestamp, a hash of `secret|code`.
package struct SignatureTemplate: Hashable, Sendable {
  /// One piece of the text that is hashed.
  package enum Part: Hashable, Sendable {
    case literal(String)
    /// A named value, secret or not.
    case value(String)
    /// All parameters, sorted by name and then by value, none of those named in `without`.
    case sortedParameters(assign: String, join: String, encoded: Bool, without: Set<String>)
    /// The body of the request, byte for byte.
    case body
  }

  /// What makes the signature of the text.
  package enum Operation: Hashable, Sendable {
    case digest(HashAlgorithm)
    /// Keyed with a named value.
    case hmac(HashAlgorithm, key: String)
    /// Keyed with the digest of a named value.
    case hmacWithHashedKey(HashAlgorithm, key: String)
  }

  package enum Output: String, Hashable, Sendable, CaseIterable {
    case hex
    case upperHex = "hex_upper"
    case base64
    case base64URL = "base64url"
  }

  /// A name that the template uses and that has no value.
  package struct MissingValue: Error, Hashable, Sendable {
    package let name: String

    package init(name: String) {
      self.name = name
    }
  }

  package var parts: [Part]
  package var operation: Operation
  package var output: Output

  package init(_ parts: [Part], _ operation: Operation, output: Output) {
    self.parts = parts
    self.operation = operation
    self.output = output
  }

  /// The signature for these values.
  package func evaluate(
    values: [String: Secret],
    parameters: Parameters = Parameters(),
    body: [UInt8] = [],
    hashing: any Hashing
  ) throws(MissingValue) -> String {
    var text: [UInt8] = []
    for part in parts {
      switch part {
      case .literal(let literal): text += literal.utf8
      case .value(let name): text += try Self.value(name, values)
      case .sortedParameters(let assign, let join, let encoded, let without):
        text += Self.sorted(parameters, assign, join, encoded, without)
      case .body: text += body
      }
    }
    let result: [UInt8]
    switch operation {
    case .digest(let algorithm):
      result = hashing.digest(algorithm, text)
    case .hmac(let algorithm, let key):
      result = hashing.hmac(algorithm, key: try Self.value(key, values), text)
    case .hmacWithHashedKey(let algorithm, let key):
      let hashed = hashing.digest(algorithm, try Self.value(key, values))
      result = hashing.hmac(algorithm, key: hashed, text)
    }
    return encoded(result)
  }

  /// The rule with names in place of values, for `--trace`.
  package var formula: String {
    let text = parts.map { part in
      switch part {
      case .literal(let literal): "\"\(literal)\""
      case .value(let name): name
      case .sortedParameters: "sorted_parameters"
      case .body: "body"
      }
    }.joined(separator: " ")
    return switch operation {
    case .digest(let algorithm): "\(output.rawValue)(\(algorithm.rawValue)(\(text)))"
    case .hmac(let algorithm, let key):
      "\(output.rawValue)(HMAC-\(algorithm.rawValue)(\(key), \(text)))"
    case .hmacWithHashedKey(let algorithm, let key):
      "\(output.rawValue)(HMAC-\(algorithm.rawValue)(\(algorithm.rawValue)(\(key)), \(text)))"
    }
  }

  private static func value(
    _ name: String,
    _ values: [String: Secret]
  ) throws(MissingValue) -> [UInt8] {
    guard let value = values[name] else { throw MissingValue(name: name) }
    return value.bytes
  }

  private static func sorted(
    _ parameters: Parameters,
    _ assign: String,
    _ join: String,
    _ encoded: Bool,
    _ without: Set<String>
  ) -> [UInt8] {
    let pairs = parameters.pairs
      .filter { !without.contains($0.nameText) }
      .sorted { left, right in
        left.name == right.name
          ? left.value.lexicographicallyPrecedes(right.value)
          : left.name.lexicographicallyPrecedes(right.name)
      }
    var text: [UInt8] = []
    for (index, pair) in pairs.enumerated() {
      if index > 0 { text += join.utf8 }
      text += encoded ? Array(PercentEncoding.encode(pair.name).utf8) : pair.name
      text += assign.utf8
      text += encoded ? Array(PercentEncoding.encode(pair.value).utf8) : pair.value
    }
    return text
  }

  private func encoded(_ bytes: [UInt8]) -> String {
    switch output {
    case .hex: Hex.encode(bytes)
    case .upperHex: Hex.encode(bytes).uppercased()
    case .base64: Base64.encode(bytes)
    case .base64URL: Base64URL.encode(bytes)
    }
  }
}
