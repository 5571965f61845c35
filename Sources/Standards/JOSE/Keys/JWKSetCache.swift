/// The keys of a provider with the rules for fetching them again (OpenID Connect Core §10.1.1).
///
/// A value without a clock or a connection: the caller asks what to do, does it, and tells how it went.
package struct JWKSetCache: Sendable {
  /// What to do about a token.
  package enum Action: Sendable {
    /// Verify with these keys.
    case use(JWKSet)
    /// Fetch the set, then tell `received` or `failed`.
    case fetch
    /// The set was asked for just now; the token's key is unknown.
    case unknownKey
  }

  /// Seconds between two requests, whatever came of the first.
  package let cooldown: Int64
  /// Seconds after which the set is fetched again even if it has the key.
  package let maximumAge: Int64
  private var current: (set: JWKSet, at: Timestamp)?
  private var lastAttempt: Timestamp?

  package init(cooldown: Int64 = 30, maximumAge: Int64 = 3600) {
    self.cooldown = cooldown
    self.maximumAge = maximumAge
  }

  /// Decides for a token whose header names `keyID`, or none; a `fetch` counts as a request at once.
  package mutating func action(for keyID: String?, now: Timestamp) -> Action {
    let mayFetch = lastAttempt.map { now >= $0.adding(cooldown) || now < $0 } ?? true
    if let current {
      let isKnown = keyID.map { name in
        current.set.keys.contains { $0.keyID.map(name.hasSameBytes) ?? false }
      }
      let isFresh = now < current.at.adding(maximumAge)
      if isKnown ?? true, isFresh || !mayFetch { return .use(current.set) }
    }
    guard mayFetch else { return .unknownKey }
    lastAttempt = now
    return .fetch
  }

  /// Whether the set may be asked for once more although it seemed to serve: its key did not fit.
  ///
  /// Keys without an id can be changed without notice. A yes counts as a request.
  package mutating func mayRenew(now: Timestamp) -> Bool {
    guard lastAttempt.map({ now >= $0.adding(cooldown) || now < $0 }) ?? true else { return false }
    lastAttempt = now
    return true
  }

  /// Whether there ever was a set.
  package var isEmpty: Bool { current == nil }

  package mutating func received(_ set: JWKSet, at now: Timestamp) {
    current = (set, now)
  }

  /// Keeps the keys of before: a failure says nothing about them.
  package mutating func failed(at now: Timestamp) {
    lastAttempt = now
  }
}
