/// The keys that a caller trusts, each with the algorithms that the caller admits for it.
///
/// The header of a JWS chooses among these and never adds to them: `jwk`, `jku`, `x5u` and `x5c` are not
/// looked at (RFC 8725 §3.1, §3.10).
package struct JWSVerificationKeys: Sendable {
  private let entries: [Entry]
  /// A single key that the caller chose by hand and that has no id serves tokens with any `kid`.
  private let isSingle: Bool
  /// What the headers of earlier tokens led to; the keys never change, so neither does that.
  let seen = JWSHeaderCache()
  /// Keys of the set that fit none of the algorithms or are not relied on.
  package let notes: [JWKSet.Note]

  private struct Entry: Sendable {
    let index: Int
    let keyID: String?
    let curve: KeyCurve?
    let algorithm: SignatureAlgorithm
    let verifier: any MessageVerifier
  }

  /// Trusts one key for the listed algorithms that it fits; throws when it fits none.
  package init(
    _ key: JWK,
    algorithms: [SignatureAlgorithm],
    provider: any SignatureProvider
  ) throws(JWKError) {
    entries = try Self.entries(key, index: 0, algorithms: algorithms, provider: provider)
    isSingle = true
    notes = []
  }

  /// Trusts the keys of a set; those that fit none of the algorithms are left out with a note.
  ///
  /// So are, in a set that was read, secrets beside public keys, since what is published proves nothing, and a
  /// key that shares type and id with an entry that cannot be read.
  package init(
    _ set: JWKSet,
    algorithms: [SignatureAlgorithm],
    provider: any SignatureProvider
  ) {
    var entries: [Entry] = []
    var notes: [JWKSet.Note] = []
    let isPublished = set.isRead && set.keys.contains { !$0.isSymmetric }
    for (index, key) in zip(set.places, set.keys) {
      do throws(JWKError) {
        if isPublished, key.isSymmetric { throw .secretBesidePublic }
        if set.sharesID(key) { throw .sharedID }
        entries += try Self.entries(key, index: index, algorithms: algorithms, provider: provider)
      } catch {
        notes.append(JWKSet.Note(index: index, reason: error))
      }
    }
    self.entries = entries
    self.notes = notes
    isSingle = false
  }

  private static func entries(
    _ key: JWK,
    index: Int,
    algorithms: [SignatureAlgorithm],
    provider: any SignatureProvider
  ) throws(JWKError) -> [Entry] {
    var entries: [Entry] = []
    var reason = JWKError.algorithmMismatch
    for algorithm in algorithms {
      do throws(JWKError) {
        try algorithm.check(key, toSign: false)
      } catch {
        // The reason that came nearest to success is the most useful one.
        if error != .algorithmMismatch { reason = error }
        continue
      }
      entries.append(
        Entry(
          index: index,
          keyID: key.keyID,
          curve: key.curve,
          algorithm: algorithm,
          verifier: try provider.verifier(key, algorithm)
        )
      )
    }
    guard !entries.isEmpty else { throw reason }
    return entries
  }

  /// The one key for a header; an unknown `kid` never falls to another key.
  func verifier(for header: JWSHeader) throws(JWSError) -> any MessageVerifier {
    try entry(for: header).verifier
  }

  /// The curve of the key that verifies what has this header; `nil` where there is none.
  func curve(for header: JWSHeader) -> KeyCurve? {
    (try? entry(for: header))?.curve
  }

  private func entry(for header: JWSHeader) throws(JWSError) -> Entry {
    let named = entries.filter { entry in
      guard let keyID = header.keyID else { return true }
      guard let own = entry.keyID else { return isSingle }
      return own.hasSameBytes(as: keyID)
    }
    guard !named.isEmpty else { throw .noKey }
    let fitting = named.filter { $0.algorithm.accepts(header.algorithm, on: $0.curve) }
    guard let first = fitting.first else { throw .algorithmNotAllowed }
    guard fitting.allSatisfy({ $0.index == first.index }) else { throw .ambiguousKey }
    return first
  }
}
