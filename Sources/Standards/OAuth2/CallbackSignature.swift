/// A keyed digest over the callback's other parameters, by which a provider vouches for all of them.
///
/// The text is `name=value` of each, sorted by name and joined by a separator; so do Shopify and others.
package struct CallbackSignature: Hashable, Sendable {
  package enum Form: String, Hashable, Sendable, CaseIterable {
    case hex
    case base64
  }

  /// The parameter that holds the digest.
  package var parameter: String
  package var algorithm: HashAlgorithm
  package var form: Form
  package var separator: String

  package init(parameter: String, algorithm: HashAlgorithm, form: Form, separator: String) {
    self.parameter = parameter
    self.algorithm = algorithm
    self.form = form
    self.separator = separator
  }

  package func holds(for parameters: Parameters, key: Secret, hashing: any Hashing) -> Bool {
    guard parameters.values(parameter).count == 1, let given = parameters.first(parameter) else {
      return false
    }
    let text = parameters.pairs.filter { $0.nameText != parameter }
      .map { (name: $0.name, line: $0.name + [UInt8(ascii: "=")] + $0.value) }
      .sorted { $0.name.lexicographicallyPrecedes($1.name) }
      .map(\.line).joined(separator: Array(separator.utf8))
    let digest = hashing.hmac(algorithm, key: key.bytes, Array(text))
    switch form {
    case .hex: return FixedTime.equal(given.lowercased(), Hex.encode(digest))
    case .base64: return FixedTime.equal(given, Base64.encode(digest))
    }
  }
}
