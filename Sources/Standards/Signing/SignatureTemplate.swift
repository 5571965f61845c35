/// A signature that a provider puts together from values: which ones, in which order, hashed or signed how.
///
/// Covers what services ask for beside the standards: a hash over sorted parameters and a secret, an
/// HMAC over a body and a timestamp, a hash of `secret|code`, RSA over sorted parameters.
package struct SignatureTemplate: Hashable, Sendable {
  /// One piece of the text that is signed.
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
    /// RSASSA-PKCS1-v1_5 with a private key (RFC 8017 §8.2).
    case rsa(HashAlgorithm)
  }

  package enum Output: String, Hashable, Sendable, CaseIterable {
    case hex
    case upperHex = "hex_upper"
    case base64
    case base64URL = "base64url"
    /// The bytes as they are.
    case raw
  }

  /// Why there is no signature; never holds a value.
  package enum Fault: Error, Hashable, Sendable {
    /// A name that the template uses and that has no value.
    case missingValue(name: String)
    /// The operation signs with a private key, and none was given or it failed.
    case noPrivateKey
  }

  package var parts: [Part]
  package var operation: Operation
  package var output: Output

  package init(_ parts: [Part], _ operation: Operation, output: Output) {
    self.parts = parts
    self.operation = operation
    self.output = output
  }

  /// The signature for these values, in the form that `output` says.
  package func evaluate(
    values: [String: Secret],
    parameters: Parameters = Parameters(),
    body: [UInt8] = [],
    hashing: any Hashing,
    privateKey: (any MessageSigner)? = nil
  ) throws(Fault) -> [UInt8] {
    var text = try text(values, parameters, body)
    defer { text.wipe() }
    switch operation {
    case .digest(let algorithm):
      return encoded(hashing.digest(algorithm, text))
    case .hmac(let algorithm, let key):
      return encoded(hashing.hmac(algorithm, key: try Self.value(key, values).bytes, text))
    case .hmacWithHashedKey(let algorithm, let key):
      var hashed = hashing.digest(algorithm, try Self.value(key, values).bytes)
      defer { hashed.wipe() }
      return encoded(hashing.hmac(algorithm, key: hashed, text))
    case .rsa:
      guard let signature = privateKey?.sign(text) else { throw .noPrivateKey }
      return encoded(signature)
    }
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
    case .rsa(let algorithm):
      "\(output.rawValue)(RSASSA-PKCS1-v1_5-\(algorithm.rawValue)(private_key, \(text)))"
    }
  }

  /// The text that is signed; secrets may be in it.
  private func text(
    _ values: [String: Secret],
    _ parameters: Parameters,
    _ body: [UInt8]
  ) throws(Fault) -> [UInt8] {
    var size = 0
    for part in parts {
      switch part {
      case .literal(let literal): size += literal.utf8.count
      case .value(let name): size += try Self.value(name, values).bytes.count
      case .sortedParameters(let assign, let join, _, _):
        let between = assign.utf8.count + join.utf8.count
        for pair in parameters.pairs { size += (pair.name.count + pair.value.count) * 3 + between }
      case .body: size += body.count
      }
    }
    var text: [UInt8] = []
    // Room for all of it at once: an array that grows leaves copies behind.
    text.reserveCapacity(size)
    for part in parts {
      switch part {
      case .literal(let literal): text += literal.utf8
      case .value(let name): text += try Self.value(name, values).bytes
      case .sortedParameters(let assign, let join, let isEncoded, let without):
        let separators = Separators(assign: assign, join: join, isEncoded: isEncoded)
        Self.append(parameters, separators, without: without, to: &text)
      case .body: text += body
      }
    }
    return text
  }

  private static func value(
    _ name: String,
    _ values: [String: Secret]
  ) throws(Fault) -> Secret {
    guard let value = values[name] else { throw .missingValue(name: name) }
    return value
  }

  /// What stands between names, values and pairs.
  private struct Separators {
    let assign: String
    let join: String
    let isEncoded: Bool
  }

  private static func append(
    _ parameters: Parameters,
    _ separators: Separators,
    without names: Set<String>,
    to text: inout [UInt8]
  ) {
    let pairs = parameters.pairs
      .filter { !names.contains($0.nameText) }
      .sorted { left, right in
        left.name == right.name
          ? left.value.lexicographicallyPrecedes(right.value)
          : left.name.lexicographicallyPrecedes(right.name)
      }
    for (index, pair) in pairs.enumerated() {
      if index > 0 { text += separators.join.utf8 }
      append(pair.name, separators, to: &text)
      text += separators.assign.utf8
      append(pair.value, separators, to: &text)
    }
  }

  private static func append(
    _ component: [UInt8],
    _ separators: Separators,
    to text: inout [UInt8]
  ) {
    if separators.isEncoded {
      PercentEncoding.append(component, to: &text)
    } else {
      text += component
    }
  }

  private func encoded(_ bytes: [UInt8]) -> [UInt8] {
    output.encode(bytes)
  }
}

extension SignatureTemplate.Output {
  /// The bytes in this form.
  package func encode(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .hex: Array(Hex.encode(bytes).utf8)
    case .upperHex: Array(Hex.encode(bytes).uppercased().utf8)
    case .base64: Array(Base64.encode(bytes).utf8)
    case .base64URL: Array(Base64URL.encode(bytes).utf8)
    case .raw: bytes
    }
  }
}
