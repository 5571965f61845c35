/// What a callback means for the login that waits for one.
package enum CallbackVerdict: Hashable, Sendable {
  /// It belongs to this login and carries what the next step needs.
  case accepted
  /// It belongs to this login and ends it.
  case refused(ProtocolFailure)
  /// It does not provably belong to this login: answer 400 and go on waiting.
  case rejected(reason: String)
}

extension Parameters {
  /// The first name that stands more than once; response parameters must not (RFC 6749 §3.1).
  var firstRepeatedName: String? {
    var seen: Set<[UInt8]> = []
    return pairs.first { !seen.insert($0.name).inserted }?.nameText
  }
}
