/// Whether a stored access token may be handed out as it is: one rule for every caller.
package enum Freshness: Hashable, Sendable {
  /// It lives long enough.
  case fresh
  /// It ends too soon, or has ended: refresh it.
  case stale
  /// The server has refused the refresh token; only a login helps.
  case loginNeeded(reason: String)

  /// The least remaining life in seconds, so that a token does not end on its way to the server.
  package static let margin: Int64 = 30

  /// The most by which a process is earlier than another, in seconds; a tenth of a short life.
  package static let widestSpread: Int64 = 30

  /// How far into the future a token may have been issued before the clock must have been set, in seconds.
  private static let clockTolerance: Int64 = 300

  /// Judges a credential at a time.
  ///
  /// `minimumLife` is the least remaining life that the caller demands, in seconds; it counts as no
  /// less than `margin`. A token that lives for exactly the demanded time is fresh, and so is one
  /// without a known end. A token from the future was stored by a clock that was wrong then or is wrong
  /// now: its end says nothing.
  ///
  /// `spread`, from 0 to 1023, is this process's place among early refreshes: where many share a token,
  /// one renews it while the others still use it.
  package static func judge(
    _ credential: Credential,
    at now: Timestamp,
    minimumLife: Int64 = 0,
    spread: Int64 = 0
  ) -> Freshness {
    if case .loginNeeded(let reason, _) = credential.standing {
      return .loginNeeded(reason: reason)
    }
    guard let end = credential.expiresAt else { return .fresh }
    guard credential.issuedAt <= now.adding(clockTolerance) else { return .stale }
    let margin = margin + extra(credential.issuedAt, end, spread)
    return end < now.adding(max(minimumLife, margin)) ? .stale : .fresh
  }

  private static func extra(_ start: Timestamp, _ end: Timestamp, _ spread: Int64) -> Int64 {
    let (life, overflow) = end.seconds.subtractingReportingOverflow(start.seconds)
    let widest = overflow ? widestSpread : min(max(life, 0) / 10, widestSpread)
    return widest * min(max(spread, 0), 1023) / 1024
  }
}
