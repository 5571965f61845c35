import Standards
import Storage

/// When a provider that failed for a passing reason is asked again.
enum RefreshBackoff {
  /// The longest wait of our own, and the longest that a provider may ask for, in seconds.
  private static let longest: Int64 = 300
  private static let longestAsked: Int64 = 3600

  /// What to remember of a failure after those before it.
  ///
  /// The first costs the next caller nothing; after that the pauses double and vary, so that many machines
  /// do not come back at once. `Retry-After` goes before (RFC 9110 §10.2.3).
  static func after(
    _ error: AuthRunError,
    _ before: RefreshNote.Failure?,
    at now: Timestamp,
    jitter: Double = .random(in: 0.75...1.25)
  ) -> RefreshNote.Failure {
    let count = min((before?.count ?? 0) + 1, 1000)
    var pause: Int64 = 0
    if count > 1 {
      pause = min(Int64(1) << Int64(min(count - 1, 20)), longest)
      pause = max(1, Int64((Double(pause) * jitter).rounded()))
    }
    if let asked = error.retryAfter { pause = max(pause, min(max(asked, 0), longestAsked)) }
    return RefreshNote.Failure(
      count: count,
      at: now,
      notBefore: now.adding(pause),
      isAsked: error.retryAfter != nil,
      code: error.code.rawValue,
      message: error.message
    )
  }

  /// The error instead of another request; `nil` when the provider may be asked.
  ///
  /// A caller that was waiting while somebody else's request failed shares that failure: two hundred who
  /// wait must not fail one after the other. A refresh that the user demands keeps to the pauses that the
  /// provider asked for, not to ours.
  static func held(
    _ failure: RefreshNote.Failure,
    _ began: Timestamp,
    _ now: Timestamp,
    isDemanded: Bool
  ) -> AuthRunError? {
    // A clock that was set back would hold everybody for as long as it was set back.
    guard failure.at <= now else { return nil }
    let code = AuthRunError.Code(rawValue: failure.code)
    if now < failure.notBefore, failure.isAsked || !isDemanded {
      return AuthRunError(
        code,
        "\(failure.message); the provider is not asked again before \(failure.notBefore.rfc3339)",
        step: "refresh",
        hint: "try again then; the account is unchanged"
      )
    }
    guard began < failure.at else { return nil }
    return AuthRunError(code, failure.message, step: "refresh", hint: "try again later")
  }
}

extension AuthRunError {
  /// Whether the same request may succeed later without anything being changed.
  var isPassing: Bool { [.network, .timeout, .serviceUnavailable].contains(code) }
}
