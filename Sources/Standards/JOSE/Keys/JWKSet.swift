/// A set of keys (RFC 7517 §5): every entry that could be read, and notes about those that could not.
///
/// Which of the keys are relied on is for `JWSVerificationKeys` to say; a set keeps them all.
package struct JWKSet: Sendable {
  /// An entry that was left out.
  package struct Note: Hashable, Sendable {
    /// The entry's place in the set.
    package let index: Int
    package let reason: JWKError
  }

  package let keys: [JWK]
  /// The place of each key among the entries.
  let places: [Int]
  package let notes: [Note]

  /// Type and id of entries that could not be read.
  private let broken: [(type: String?, keyID: String)]
  /// Whether it was read from a text, which others may know as well, and is not the caller's own list.
  let isRead: Bool

  /// More keys than any provider publishes.
  private static let maximumCount = 1000

  package init(keys: [JWK]) {
    self.keys = keys
    places = Array(keys.indices)
    notes = []
    broken = []
    isRead = false
  }

  /// Reads a set; only a text that is no set at all is an error.
  package static func read(_ bytes: [UInt8]) throws(JWKError) -> JWKSet {
    var limits = JSONLimits.signed
    limits.maximumBytes = 1 << 20
    guard let object = (try? JSONReader.read(bytes, limits: limits))?.object else {
      throw .badJSON
    }
    return try JWKSet(object)
  }

  package init(_ object: JSONObject) throws(JWKError) {
    guard let value = object["keys"] else { throw .missingMember("keys") }
    guard let entries = value.array, entries.count <= Self.maximumCount else {
      throw .badMember("keys")
    }
    var keys: [JWK] = []
    var places: [Int] = []
    var notes: [Note] = []
    var broken: [(type: String?, keyID: String)] = []
    for (index, entry) in entries.enumerated() {
      guard let object = entry.object else {
        notes.append(Note(index: index, reason: .badJSON))
        continue
      }
      do {
        keys.append(try JWK(object))
        places.append(index)
      } catch {
        notes.append(Note(index: index, reason: error))
        if let keyID = object["kid"]?.string { broken.append((object["kty"]?.string, keyID)) }
      }
    }
    self.keys = keys
    self.places = places
    self.notes = notes
    self.broken = broken
    isRead = true
  }

  /// Whether an entry that could not be read has the key's type and id (RFC 7517 §4.5).
  func sharesID(_ key: JWK) -> Bool {
    guard let keyID = key.keyID else { return false }
    return broken.contains { $0.type == key.keyType && $0.keyID.hasSameBytes(as: keyID) }
  }
}
