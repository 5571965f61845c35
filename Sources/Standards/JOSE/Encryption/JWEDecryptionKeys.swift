/// The keys of a reader, and what the reader admits; a header chooses among these and never adds to them.
package struct JWEDecryptionKeys: Sendable {
  package var keys: [JWK]
  package var algorithms: Set<KeyManagementAlgorithm>
  package var encryptions: Set<ContentEncryption>
  /// The rounds that are computed for a password; more would be a way to keep the reader busy.
  package var iterations: ClosedRange<Int>

  package init(
    _ keys: [JWK],
    algorithms: Set<KeyManagementAlgorithm>,
    encryptions: Set<ContentEncryption> = Set(ContentEncryption.allCases),
    iterations: ClosedRange<Int> = 1000...1_000_000
  ) {
    self.keys = keys
    self.algorithms = algorithms
    self.encryptions = encryptions
    self.iterations = iterations
  }

  /// Takes rounds that were computed from those that may be: many recipients are no way around the bound.
  mutating func spend(_ rounds: Int) {
    let lowest = iterations.lowerBound
    iterations = lowest...max(lowest, iterations.upperBound - rounds)
  }

  /// The one key for a header; an unknown `kid` never falls to another key.
  func key(for header: JWEHeader) throws(JWEError) -> JWK {
    guard algorithms.contains(header.algorithm), encryptions.contains(header.encryption) else {
      throw .algorithmNotAllowed
    }
    let named = keys.filter { key in
      guard let wanted = header.keyID else { return true }
      guard let own = key.keyID else { return keys.count == 1 }
      return own.hasSameBytes(as: wanted)
    }
    guard !named.isEmpty else { throw .noKey }
    var fitting: [JWK] = []
    var reason = JWKError.algorithmMismatch
    for key in named {
      do throws(JWKError) {
        try header.algorithm.check(key, encryption: header.encryption, toDecrypt: true)
        fitting.append(key)
      } catch {
        reason = error
      }
    }
    guard let first = fitting.first else { throw .badKey(reason) }
    guard fitting.count == 1 else { throw .ambiguousKey }
    return first
  }
}
