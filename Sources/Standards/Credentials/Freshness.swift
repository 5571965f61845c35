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

  /// Judges a credential at a time.
  ///
  /// `minimumLife` is the least remaining life that the caller demands, in seconds; it counts as no
  /// less than `margin`. A token that lives for exactly the demanded time is fresh, and so is one
  /// without a known end.
  package static func judge(
    _ credential: Credential,
    at now: Timestamp,
    minimumLife: Int64 = 0
  ) -> Freshness {
    if case .loginNeeded(let reason, _) = credential.standing {
      return .loginNeeded(reason: reason)
    }
    guard let end = credential.expiresAt else { return .fresh }
    return end < now.adding(max(minimumLife, margin)) ? .stale : .fresh
  }
}
