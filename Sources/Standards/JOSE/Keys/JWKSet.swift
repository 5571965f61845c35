/// A set of keys (RFC 7517 §5): the entries that could be read, and notes about those that could not.
package struct JWKSet: Sendable {
  /// An entry that was left out.
  package struct Note: Hashable, Sendable {
    /// The entry's place in the set.
    package let index: Int
    package let reason: JWKError
  }

  package let keys: [JWK]
  package let notes: [Note]

  /// More keys than any provider publishes.
  private static let maximumCount = 1000

  package init(keys: [JWK]) {
    self.keys = keys
    notes = []
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
    var notes: [Note] = []
    var broken: [JSONObject] = []
    for (index, entry) in entries.enumerated() {
      guard let object = entry.object else {
        notes.append(Note(index: index, reason: .badJSON))
        continue
      }
      do {
        keys.append(try JWK(object))
      } catch {
        notes.append(Note(index: index, reason: error))
        broken.append(object)
      }
    }
    // Two keys of one type and one id are two meanings of a token, even if one of them is broken.
    keys.removeAll { key in
      broken.contains { object in
        guard let keyID = key.keyID, let other = object["kid"]?.string else { return false }
        return other.hasSameBytes(as: keyID) && object["kty"]?.string == key.keyType
      }
    }
    // Who publishes secrets beside public keys has mixed things up; the secrets are not to be trusted.
    if keys.contains(where: { !$0.isSymmetric }) {
      keys.removeAll(where: \.isSymmetric)
    }
    self.keys = keys
    self.notes = notes
  }
}
